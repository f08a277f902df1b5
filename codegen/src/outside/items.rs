//! Source of another generator, as items of a module.
//!
//! Its documentation comes from descriptions of schemas. It is written again, so that no description becomes a doctest
//! or markup. The documentation of a definition also names the location of its schema.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::Error;
use planwright_schema::link::Module;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::visit_mut::VisitMut;
use syn::{Attribute, Expr, ExprLit, File, Item, ItemMod, Lit, Meta, parse_quote};

use crate::docs::RustDoc;
use crate::shape::{Docs, Shapes};
use crate::style;
use crate::tokens::{ident, path};

/// Types of another generator.
pub(super) struct TypeItems {
    pub(super) items: TokenStream,
    /// Names that the items declare in the module.
    names: BTreeSet<String>,
}

impl TypeItems {
    /// Parses the source that another generator has written for a module.
    pub(super) fn parse(source: &str, module: &Module, shapes: &Shapes) -> syn::Result<Self> {
        let mut file: File = syn::parse_str(source)?;
        Documented.visit_file_mut(&mut file);
        for item in &mut file.items {
            if let Some((name, attributes)) = declared(item)
                && let Some(definition) = module.definitions.get(&name)
            {
                let place = Some((definition.target.file.clone(), definition.target.pointer.clone()));
                let place = RustDoc::new(&Docs { place, ..Docs::default() });
                let at = attributes.iter().rposition(is_doc).map_or(0, |last| last + 1);
                attributes.splice(at..at, [parse_quote!(#[doc = ""])].into_iter().chain(doc_attributes(&place)));
            }
            // The other nested module, `error`, refers to no type.
            if let Item::Mod(ItemMod { ident, content: Some((_, items)), .. }) = item
                && (ident == "builder" || ident == "defaults")
            {
                items.insert(
                    0,
                    parse_quote!(
                        #[allow(unused_imports)]
                        use super::*;
                    ),
                );
            }
        }
        let names = file.items.iter_mut().filter_map(declared).map(|(name, _)| name).collect();
        let imports = imports(module, shapes);
        let items = file.items.iter().map(Item::to_token_stream);
        Ok(Self { items: quote!(#(#imports)* #(#items)*), names })
    }

    /// Returns the names of types that do not belong to definitions.
    pub(super) fn further(&self, module: &Module) -> Vec<String> {
        self.names.iter().filter(|name| !module.definitions.contains_key(*name)).cloned().collect()
    }

    /// Returns errors for types of both origins that have the same name.
    pub(super) fn clashes(&self, module: &Module, shapes: &Shapes) -> Vec<Error> {
        let clashing = shapes.types.iter().filter(|def| self.names.contains(&def.name));
        let clashes = clashing.map(|def| {
            let key = [&module.name, "::", def.name.as_str()].concat();
            let place = def.target().map_or_else(String::new, |target| target.to_string());
            let message = format!(
                "typify gives another type the name that Planwright gives to the type of {place}: choose another one, as types.\"{key}\".name"
            );
            style::error(&["types", &key], message)
        });
        clashes.collect()
    }
}

/// Returns imports of the types of other modules that a module refers to.
fn imports(module: &Module, shapes: &Shapes) -> Vec<TokenStream> {
    let elsewhere: BTreeMap<&str, &str> =
        module.definitions.iter().filter_map(|(name, one)| Some((name.as_str(), one.elsewhere.as_deref()?))).collect();
    let is_of_user =
        |name: &str| shapes.replaced.iter().any(|one| one.name == name && !one.path.starts_with("super::"));
    let imports = elsewhere.into_iter().filter(|(name, _)| !is_of_user(name));
    let imports = imports.map(|(name, from)| {
        let renamed = from.rsplit("::").next() != Some(name);
        let (name, from) = (ident(name), path(from));
        let renamed = renamed.then(|| quote!(as #name));
        quote!(#[allow(unused_imports, reason = "not every schema needs a type")] use #from #renamed;)
    });
    imports.collect()
}

/// Returns the name of a type that an item declares, and its attributes.
fn declared(item: &mut Item) -> Option<(String, &mut Vec<Attribute>)> {
    match item {
        Item::Struct(item) => Some((item.ident.to_string(), &mut item.attrs)),
        Item::Enum(item) => Some((item.ident.to_string(), &mut item.attrs)),
        Item::Type(item) => Some((item.ident.to_string(), &mut item.attrs)),
        _ => None,
    }
}

/// Writes all documentation again.
struct Documented;

impl VisitMut for Documented {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        let old = std::mem::take(attributes);
        for attribute in old {
            match description(&attribute) {
                Some(text) => attributes.extend(doc_attributes(&RustDoc::description(&text))),
                None => attributes.push(attribute),
            }
        }
    }
}

fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}

/// Returns the string of a documentation attribute.
fn description(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(pair) if is_doc(attribute) => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

fn doc_attributes(docs: &RustDoc) -> Vec<Attribute> {
    use syn::parse::Parser as _;
    Attribute::parse_outer.parse2(docs.to_token_stream()).unwrap_or_default()
}
