//! Prints structs, and the implementations that do not depend on who reads them.

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;
use syn::{Attribute, Path};

use super::values::ConstantMember;
use super::{SerdeDerives, TypeImpls, TypePrinter, plain, values};
use crate::backend::judged::JudgedBy;
use crate::backend::table::{FieldPresence, RustField};
use crate::shape::TypeDef;
use crate::style::apply::{Extras, extras};
use crate::style::{ALL, Builders, DefaultMembers};
use crate::tokens::ident;

/// Traits that a public struct derives, and those of its shadow.
#[derive(Clone, Copy, Debug)]
pub(super) struct StructDerives {
    pub(super) public: SerdeDerives,
    pub(super) shadow: SerdeDerives,
}

impl StructDerives {
    fn new(judged: JudgedBy, has_constants: bool) -> Self {
        let is_read_by_serde = judged != JudgedBy::Reader;
        let reads = is_read_by_serde && (has_constants || judged == JudgedBy::Validator);
        Self {
            public: SerdeDerives { reads: is_read_by_serde && !reads, writes: !has_constants },
            shadow: SerdeDerives { reads, writes: has_constants },
        }
    }
}

/// Returns whether one of the derives reads and declares serde attributes, such as that of `schemars`.
fn reads_serde_attributes(derives: &[Path]) -> bool {
    derives.iter().any(|derive| derive.segments.last().is_some_and(|last| last.ident == "JsonSchema"))
}

/// Facts about a struct that both files need.
pub(super) struct Object<'a> {
    pub(super) fields: Vec<ObjectField<'a>>,
    pub(super) constants: Vec<ConstantMember<'a>>,
    pub(super) derives: StructDerives,
    /// Derives that read the serde attributes of the public struct.
    pub(super) seen: SerdeDerives,
    /// Requested attributes for serde, which the shadow struct has too.
    pub(super) serde_attributes: Vec<Attribute>,
    extras: Extras,
    /// Derives of the struct apart from requested ones and those of serde.
    known: Vec<&'static str>,
    /// Set if `Default` is implemented with the defaults of the schema.
    implements_default: bool,
}

/// A field of a struct. Constant properties have none.
pub(super) struct ObjectField<'a> {
    pub(super) field: RustField<'a>,
    pub(super) default: Option<values::Default>,
}

impl ObjectField<'_> {
    /// Returns the name of the function for the default, with this prefix.
    pub(super) fn function(&self, prefix: &str) -> String {
        [prefix, plain(&self.field.ident)].concat()
    }

    /// Returns whether the default has a function.
    pub(super) fn has_function(&self) -> bool {
        matches!(self.default, Some(values::Default::Expression(_)))
    }
}

impl<'a> TypePrinter<'a> {
    /// Returns what both files write about a struct, with defaults as the file of this printer writes them.
    pub(super) fn object(&mut self, def: &'a TypeDef) -> Object<'a> {
        let fields = self.types.fields(self.module, def);
        let is_default = fields.iter().all(|field| field.presence != FieldPresence::Required);
        let constants: Vec<(&str, &Value)> = fields
            .iter()
            .filter_map(|field| match field.presence {
                FieldPresence::Constant(value) => Some((field.field.name.as_str(), value)),
                _ => None,
            })
            .collect();
        let constants = ConstantMember::all(&constants);
        let fields = fields.into_iter().filter(|field| !matches!(field.presence, FieldPresence::Constant(_)));
        let fields: Vec<ObjectField<'_>> = fields
            .map(|field| {
                let default = match field.presence {
                    FieldPresence::Defaulted(value) => self.default(value, &field.field.shape),
                    _ => None,
                };
                ObjectField { field, default }
            })
            .collect();
        let implements_default = is_default && fields.iter().any(ObjectField::has_function);
        let mut known = ALL.to_vec();
        known.extend(is_default.then_some("Default"));
        let derives = StructDerives::new(self.judged.get(self.module, &def.name), !constants.is_empty());
        let Extras { derives: more, attributes } = extras(def, self.style, &known);
        let seen = if reads_serde_attributes(&more) {
            SerdeDerives { reads: self.is_read_by_serde(&def.name), writes: true }
        } else {
            derives.public
        };
        let (serde_attributes, others): (Vec<Attribute>, Vec<Attribute>) =
            attributes.into_iter().partition(|attribute| attribute.path().is_ident("serde"));
        known.retain(|name| *name != "Default" || !implements_default);
        let extras = Extras { derives: more, attributes: others };
        Object { fields, constants, derives, seen, serde_attributes, extras, known, implements_default }
    }

    /// Returns the public struct.
    pub(super) fn struct_item(&mut self, def: &TypeDef, object: &Object<'_>) -> TokenStream {
        let (name, life) = (ident(&def.name), self.life(def));
        let serde = object.serde_attributes.iter().filter(|_| !object.seen.is_none());
        let attributes = serde.chain(&object.extras.attributes).cloned().collect();
        let extras = Extras { derives: object.extras.derives.clone(), attributes };
        let head = self.head(def, &object.known, extras, object.derives.public);
        let fields: Vec<TokenStream> =
            object.fields.iter().map(|field| self.field(&def.name, field, object.seen)).collect();
        quote! {
            #head
            pub struct #name #life { #(#fields),* }
        }
    }

    /// Returns the implementations of a struct.
    pub(super) fn struct_impls(&mut self, def: &TypeDef, object: &Object<'_>) -> TypeImpls {
        let (name, life) = (ident(&def.name), self.life(def));
        let constants = object.constants.iter().map(ConstantMember::item);
        let builder = (self.style.all.builders == Builders::Typed).then(|| {
            quote! {
                /// Returns a builder without any properties.
                pub fn builder() -> builder::#name {
                    Default::default()
                }
            }
        });
        let default = object.implements_default.then(|| {
            let members = object.fields.iter().map(|field| {
                let member = ident(&field.field.ident);
                if field.has_function() {
                    let function = ident(&field.function("default_"));
                    quote!(#member: Self::#function())
                } else {
                    quote!(#member: Default::default())
                }
            });
            quote! {
                impl #life Default for #name #life {
                    fn default() -> Self {
                        Self { #(#members),* }
                    }
                }
            }
        });
        let shadow = (!object.derives.shadow.is_none()).then(|| self.shadow(def, object));
        TypeImpls {
            methods: constants.chain(builder).collect(),
            functions: self.default_functions(object),
            traits: quote!(#default #shadow),
        }
    }

    /// Returns the functions for defaults. Those that attributes of the public struct name are visible there.
    fn default_functions(&mut self, object: &Object<'_>) -> TokenStream {
        let mut functions = TokenStream::new();
        for field in &object.fields {
            let Some(values::Default::Expression(expression)) = &field.default else { continue };
            let kind = self.field_type(&field.field);
            let expression = if field.field.is_boxed { quote!(Box::new(#expression)) } else { expression.clone() };
            let default = ident(&field.function("default_"));
            let visible = quote!(pub(in super::super));
            let is_named = object.seen.reads || self.names_default(field);
            let visibility = is_named.then_some(&visible);
            functions.extend(quote! {
                #visibility fn #default() -> #kind {
                    #expression
                }
            });
            if self.style.all.defaults == DefaultMembers::LeftOut {
                let (is_default, is_same) = (ident(&field.function("is_default_")), self.runtime("is_default"));
                let visibility = object.seen.writes.then_some(&visible);
                functions.extend(quote! {
                    #visibility fn #is_default(value: &#kind) -> bool {
                        #is_same(value, &Self::#default())
                    }
                });
            }
        }
        functions
    }
}
