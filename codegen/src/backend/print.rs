//! Prints shapes as Rust items, in schema order.
//!
//! Each module becomes two files. The first one contains only the types, the second one everything else: methods, trait
//! implementations and the tables of readers. Both are printed by a [`TypePrinter`], which knows the names that its
//! file can use.

mod builders;
mod enums;
mod fields;
mod newtypes;
mod readers;
mod roots;
mod shadow;
mod structs;
mod values;

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens as _, quote};
use syn::Path;

use super::Judges;
use super::imports::Imports;
use super::judged::{JudgedBy, JudgedTypes};
use super::table::{FieldPresence, RustField, RustTypes, RustVariant};
use crate::docs::RustDoc;
use crate::shape::{Kind, Replaced, ReplacedBy, Shape, Shapes, TypeDef};
use crate::style::apply::Extras;
use crate::style::{Builders, Numbers, Resolved, Strings};
use crate::tokens::{self, ident};

pub(crate) use roots::{RootOptions, RootSchema};

/// Items of one module.
pub(crate) struct ModuleItems {
    /// Items of the file that people read.
    pub types: TokenStream,
    /// Items of the file with the implementations.
    pub impls: TokenStream,
    /// Implementations for the roots, with their schemas, for the end of the same file.
    pub roots: TokenStream,
}

/// Names and options that all modules of a set share.
#[derive(Clone, Copy)]
pub(crate) struct PrintedSet<'a> {
    pub types: &'a RustTypes<'a>,
    pub style: &'a Resolved,
    pub judges: Judges<'a>,
    /// Path of the runtime crate.
    pub runtime: &'a str,
    /// Name of the module with the implementations.
    pub impls: &'a str,
    /// Items of another generator, by module.
    pub outside: &'a BTreeMap<String, TokenStream>,
    pub options: RootOptions,
}

/// State of printing one file of a module.
pub(super) struct TypePrinter<'a> {
    pub types: &'a RustTypes<'a>,
    pub module: &'a str,
    pub style: &'a Resolved,
    pub judged: &'a JudgedTypes,
    pub imports: Imports<'a>,
    pub runtime: &'a str,
    /// Path from the file to the module that is the parent of the types.
    pub index: &'static str,
    /// Set inside the module of builders, which is one level deeper.
    pub is_nested: bool,
}

/// Returns the items of a module. `roots` are its root types.
pub(crate) fn module<'a>(
    module: &'a str,
    shapes: &'a Shapes,
    set: PrintedSet<'a>,
    roots: &[RootSchema<'_>],
) -> ModuleItems {
    let own = || {
        let types = shapes.types.iter().map(|def| def.name.as_str());
        let types = types.chain(shapes.inlined.iter().map(|def| def.name.as_str()));
        types.chain(shapes.replaced.iter().map(|one| one.name.as_str()))
    };
    let printer = |index| TypePrinter {
        types: set.types,
        module,
        style: set.style,
        judged: set.judges.judged,
        imports: Imports::new(own()),
        runtime: set.runtime,
        index,
        is_nested: false,
    };
    let (mut types, mut impls) = (printer("super"), printer("super::super"));
    let (mut type_items, mut impl_items) = (TokenStream::new(), TokenStream::new());
    for def in &shapes.types {
        let (item, mut own) = item(&mut types, &mut impls, def);
        type_items.extend(item);
        if let Some(root) = roots.iter().find(|root| root.name == def.name) {
            impls.add_root(&mut own, root, set.options);
        }
        let part = set.judges.parts.get(&(module, def.name.as_str()));
        if let Some(part) = part.filter(|part| !part.is_root) {
            let table = set.judges.readers.and_then(|readers| readers.own_check(module, &def.name));
            own.traits.extend(impls.part(&def.name, part, table.as_deref(), set.options));
        }
        own.traits.extend(set.judges.readers.and_then(|readers| impls.reader(readers, def)));
        impl_items.extend(own.items(&ident(&def.name), impls.life(def).as_ref()));
    }
    type_items.extend(shapes.inlined.iter().map(|def| types.alias(def)));
    type_items.extend(replaced_roots(shapes, roots));
    for one in shapes.replaced.iter().filter(|one| one.is_attached()) {
        let mut own = TypeImpls::default();
        if let Some(root) = roots.iter().find(|root| root.name == one.name) {
            impls.add_root(&mut own, root, set.options);
        }
        impl_items.extend(own.items(&ident(&one.name), None));
    }
    if set.style.all.builders == Builders::Typed {
        impl_items.extend(builders::module(&mut impls, shapes));
        let (parent, here) = (ident(set.impls), ident(module));
        type_items.extend(quote! {
            #[allow(unused_imports, reason = "not everyone uses builders")]
            pub use super::#parent::#here::builder;
        });
    }
    let roots: TokenStream = roots.iter().map(|root| impls.root(root, set.options)).collect();
    let (type_imports, impl_imports) = (types.imports.items(), impls.imports.items());
    let (here, outside) = (ident(module), set.outside.get(module));
    ModuleItems {
        types: quote!(#type_imports #type_items #outside),
        impls: quote!(#impl_imports use super::super::#here::*; #impl_items),
        roots,
    }
}

/// Implementations for one type.
#[derive(Default)]
struct TypeImpls {
    /// Associated constants and functions that users call.
    methods: TokenStream,
    /// Functions that only generated code calls.
    functions: TokenStream,
    /// Trait implementations.
    traits: TokenStream,
}

impl TypeImpls {
    fn items(self, name: &Ident, life: Option<&TokenStream>) -> TokenStream {
        let Self { methods, functions, traits } = self;
        let has_methods = !methods.is_empty() || !functions.is_empty();
        let inherent = has_methods.then(|| quote!(impl #life #name #life { #methods #functions }));
        quote!(#inherent #traits)
    }
}

/// Returns a type, and its implementations.
fn item<'a>(types: &mut TypePrinter<'a>, impls: &mut TypePrinter<'a>, def: &'a TypeDef) -> (TokenStream, TypeImpls) {
    match &def.kind {
        Kind::Struct(_) => {
            let object = impls.object(def);
            (types.struct_item(def, &object), impls.struct_impls(def, &object))
        }
        Kind::OpenEnum(_) => (types.open_enum(def), impls.open_enum_impls(def)),
        Kind::Enum(_) => (types.string_enum(def), impls.string_enum_impls(def)),
        Kind::Tagged { tag, .. } => (types.union(def, false), impls.tagged_impls(def, tag)),
        Kind::Content { form, .. } => (types.union(def, false), impls.content_impls(def, form)),
        Kind::Untagged(_) => (types.union(def, true), impls.untagged_impls(def)),
        Kind::Alias(shape) => (types.newtype(def, shape), impls.newtype_impls(def, shape)),
    }
}

/// Returns aliases under which validators and tools refer to roots whose types exist elsewhere.
fn replaced_roots(shapes: &Shapes, roots: &[RootSchema<'_>]) -> TokenStream {
    let aliases = roots.iter().filter_map(|root| {
        let is_named = |one: &&Replaced| one.name == root.name && (one.is_root || one.is_attached());
        let found = shapes.replaced.iter().find(is_named).filter(|one| one.by != ReplacedBy::Generator)?;
        let docs = RustDoc::about("Schema: ", root.file, "");
        let (name, path) = (ident(root.name), tokens::path(&found.path));
        Some(quote! {
            #docs
            pub type #name = #path;
        })
    });
    aliases.collect()
}

impl TypePrinter<'_> {
    /// Returns the path of an item of the runtime crate.
    fn runtime(&mut self, item: &str) -> TokenStream {
        let path = [self.runtime, "::", item].concat();
        self.imports.path(&path)
    }

    /// Returns the path of an item that every module shares, as serde attributes contain it.
    fn index_path(&self, item: &str) -> String {
        [self.index, "::", item].concat()
    }

    /// Returns the name of a type as the file writes it in declarations and calls.
    fn name(&mut self, name: &str) -> TokenStream {
        if let Some(path) = self.types.replacement(self.module, name) {
            // The types that another generator writes can be in another module.
            return path.strip_prefix("super::").map_or_else(|| tokens::path(path), |path| self.shared(path));
        }
        if let Some(path) = self.types.elsewhere(self.module, name) {
            return self.shared(path.trim_start_matches("super::"));
        }
        let (outside, name) = (self.is_nested.then(|| quote!(super::)), ident(name));
        quote!(#outside #name)
    }

    /// Returns the path of an item outside the module, which is relative to the index.
    fn shared(&mut self, path: &str) -> TokenStream {
        let path = self.imports.path(&self.index_path(path));
        let outside = self.is_nested.then(|| quote!(super::));
        quote!(#outside #path)
    }

    /// Returns the alias of a definition without a separate type.
    fn alias(&mut self, def: &TypeDef) -> TokenStream {
        let Kind::Alias(shape) = &def.kind else { return TokenStream::new() };
        let (docs, name, shape) = (RustDoc::new(&def.docs), ident(&def.name), self.shape(shape));
        quote! {
            #docs
            pub type #name = #shape;
        }
    }

    /// Returns the type of a shape.
    fn shape(&mut self, shape: &Shape) -> TokenStream {
        match shape {
            Shape::Any(_) => self.imports.path("serde_json::Value"),
            Shape::Null => quote!(()),
            Shape::Bool => quote!(bool),
            Shape::Integer(integer) => ident(integer.rust.name()).into_token_stream(),
            Shape::Number if self.style.all.numbers == Numbers::Floats => quote!(f64),
            Shape::BigInteger | Shape::Number => self.imports.path("serde_json::Number"),
            Shape::String | Shape::Date | Shape::DateTime => match self.style.all.strings {
                Strings::Owned => quote!(String),
                Strings::Borrowed => {
                    let path = self.imports.path("std::borrow::Cow");
                    quote!(#path<'a, str>)
                }
            },
            Shape::Formatted(format) => {
                let alias = self.style.all.format_types.get(format).map(|found| found.alias.as_str());
                alias.map_or_else(|| quote!(String), |alias| self.shared(alias))
            }
            Shape::List(item) => {
                let item = self.shape(item);
                quote!(Vec<#item>)
            }
            Shape::Array(item, length) => {
                let (item, length) = (self.shape(item), Literal::usize_unsuffixed(*length));
                quote!([#item; #length])
            }
            Shape::Map(key, value) => {
                let map = self.map(key.as_deref(), value);
                let key = key.as_ref().map_or_else(|| quote!(String), |key| self.name(key));
                let value = self.shape(value);
                quote!(#map<#key, #value>)
            }
            Shape::Tuple(items) => {
                let items = items.iter().map(|item| self.shape(item)).collect::<Vec<_>>();
                quote!((#(#items,)*))
            }
            Shape::NotObject => self.shared("NotObject"),
            Shape::Nullable(inner) => {
                let inner = self.shape(inner);
                quote!(Option<#inner>)
            }
            Shape::Named(name) => {
                let life = self.types.borrows(self.module, name).then(|| quote!(<'a>));
                let name = self.name(name);
                quote!(#name #life)
            }
        }
    }

    /// Returns the map type for keys and values. Objects of any values use the map of `serde_json` unless another type is
    /// requested.
    fn map(&mut self, key: Option<&str>, value: &Shape) -> TokenStream {
        if key.is_none() && matches!(value, Shape::Any(_)) && self.style.all.map.is_none() {
            return self.imports.path("serde_json::Map");
        }
        let path = self.style.map_text();
        self.imports.path(path.trim_start_matches("::"))
    }

    /// Returns the type of a field.
    fn field_type(&mut self, field: &RustField<'_>) -> TokenStream {
        let shape = &field.field.shape;
        match (field.presence, shape) {
            (FieldPresence::Maybe, Shape::Nullable(inner)) => {
                let inner = self.boxed(inner, field.is_boxed);
                let maybe = self.shared("Maybe");
                quote!(#maybe<#inner>)
            }
            (FieldPresence::Optional | FieldPresence::Maybe, _) => {
                let inner = self.boxed(shape, field.is_boxed);
                quote!(Option<#inner>)
            }
            _ => self.boxed(shape, field.is_boxed),
        }
    }

    /// Returns the type of a shape, boxed if requested. An `Option` is outside its box.
    fn boxed(&mut self, shape: &Shape, is_boxed: bool) -> TokenStream {
        match shape {
            _ if !is_boxed => self.shape(shape),
            Shape::Nullable(inner) => {
                let inner = self.boxed(inner, true);
                quote!(Option<#inner>)
            }
            shape => {
                let inner = self.shape(shape);
                quote!(Box<#inner>)
            }
        }
    }

    /// Returns the type of a variant's value.
    fn branch(&mut self, variant: &RustVariant<'_>) -> TokenStream {
        variant.shape.map_or_else(TokenStream::new, |shape| self.boxed(shape, variant.is_boxed))
    }

    /// Returns whether serde reads a type, because it has no reader.
    fn is_read_by_serde(&self, name: &str) -> bool {
        self.judged.get(self.module, name) != JudgedBy::Reader
    }

    /// Returns whether a shape is or contains a borrowed string that is not behind another type.
    fn contains_borrowed_string(&self, shape: &Shape) -> bool {
        self.style.all.strings == Strings::Borrowed && super::borrowed::contains_string(shape, &|_| false)
    }

    /// Returns the serde attribute for a borrowed value of a type that serde reads.
    fn borrow(&self, owner: &str, shape: &Shape) -> Option<TokenStream> {
        if !self.is_read_by_serde(owner) || !self.types.is_borrowing(self.module, shape) {
            return None;
        }
        let is_string = matches!(shape, Shape::String | Shape::Date | Shape::DateTime);
        // Serde does not borrow nested strings by itself.
        let with = (!is_string && self.contains_borrowed_string(shape)).then(|| {
            let path = self.index_path("borrowed::deserialize");
            quote!(, deserialize_with = #path)
        });
        Some(quote!(#[serde(borrow #with)]))
    }

    /// Returns the lifetime of a type.
    fn life(&self, def: &TypeDef) -> Option<TokenStream> {
        self.types.borrows(self.module, &def.name).then(|| quote!(<'a>))
    }

    /// Returns the path of a serde derive.
    fn serde(&mut self, name: &str) -> TokenStream {
        let path = ["serde::", name].concat();
        self.imports.path(&path)
    }

    /// Returns the documentation, derives and attributes of a type. `known` are the derives that every such type has.
    fn head(&mut self, def: &TypeDef, known: &[&str], extras: Extras, serde: SerdeDerives) -> TokenStream {
        let docs = RustDoc::new(&def.docs);
        let Extras { derives, attributes } = extras;
        let known = known.iter().map(|name| ident(name).into_token_stream());
        let mut derives: Vec<TokenStream> = known.chain(derives.iter().map(Path::to_token_stream)).collect();
        if serde.writes {
            derives.push(self.serde("Serialize"));
        }
        if serde.reads {
            derives.push(self.serde("Deserialize"));
        }
        quote! {
            #docs
            #[derive(#(#derives),*)]
            #(#attributes)*
        }
    }

    /// Returns the tokens that tell a macro who validates a type.
    fn judged_by(&self, name: &str) -> Option<TokenStream> {
        match self.judged.get(self.module, name) {
            JudgedBy::Type => None,
            JudgedBy::Reader => Some(quote!(judged by reader)),
            JudgedBy::Validator => Some(quote!(judged by validator)),
        }
    }
}

/// Serde traits that a type derives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SerdeDerives {
    pub(super) reads: bool,
    pub(super) writes: bool,
}

impl SerdeDerives {
    pub(super) fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// Removes underscores at the end of a name to which something is prepended.
fn plain(ident: &str) -> &str {
    ident.trim_end_matches('_')
}
