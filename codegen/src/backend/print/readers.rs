//! Prints how each type is read, as calls of the runtime's macros.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{TypePrinter, plain, values};
use crate::backend::judged::JudgedBy;
use crate::backend::readers::TypeReaders;
use crate::backend::table::{FieldPresence, RustField};
use crate::shape::{Kind, Shape, TypeDef};
use crate::text::literal;
use crate::tokens::{ident, path};

impl TypePrinter<'_> {
    /// Returns the macro call for a type, or `None` if it has no reader.
    pub(super) fn reader(&mut self, readers: &TypeReaders<'_>, def: &TypeDef) -> Option<TokenStream> {
        if !readers.has(self.module, &def.name) {
            return None;
        }
        let (name, life) = (ident(&def.name), self.life(def));
        let table = readers.own_check(self.module, &def.name).map(|table| path(&table));
        let by = match self.judged.get(self.module, &def.name) {
            JudgedBy::Reader => table.as_ref().map(|table| quote!(by #table)),
            JudgedBy::Type | JudgedBy::Validator => None,
        };
        Some(match &def.kind {
            Kind::Struct(_) => {
                let fields = self.types.fields(self.module, def);
                let fields: Vec<TokenStream> =
                    fields.iter().filter_map(|field| self.field_reader(readers, field)).collect();
                let implement = self.runtime("read_object");
                quote!(#implement! { #name #life #by; #(#fields)* })
            }
            Kind::Enum(_) => {
                let variants = self.types.variants(self.module, def).into_iter().map(|variant| {
                    let (text, ident) = (literal(variant.text.unwrap_or_default()), ident(&variant.ident));
                    quote!(#text #ident;)
                });
                let implement = self.runtime("read_words");
                quote!(#implement! { #name; #(#variants)* })
            }
            Kind::OpenEnum(_) => {
                let implement = self.runtime("read_open_enum");
                quote!(#implement! { #name #by; })
            }
            Kind::Tagged { tag, .. } => {
                let implement = self.runtime("read_union");
                let variants = self.types.variants(self.module, def).into_iter().map(|variant| {
                    let branch = variant.shape.and_then(Shape::named).unwrap_or_default();
                    let own = readers.has_field(self.module, branch, tag);
                    let (text, ident) = (literal(variant.text.unwrap_or_default()), ident(&variant.ident));
                    let boxed = boxed(variant.is_boxed);
                    quote!(#text #own #ident #boxed;)
                });
                let tag = literal(tag);
                quote!(#implement! { #name #life #by, #tag; #(#variants)* })
            }
            Kind::Content { .. } => {
                let implement = self.runtime("read_content");
                quote!(#implement! { #name #by; })
            }
            Kind::Untagged(_) => {
                let implement = self.runtime("read_closest");
                let variants = self.types.variants(self.module, def).into_iter().map(|variant| {
                    let table = variant.shape.and_then(|shape| readers.check(self.module, shape));
                    let check = table.map_or_else(
                        || quote!(any),
                        |table| {
                            let table = path(&table);
                            quote!(by #table)
                        },
                    );
                    let (ident, boxed) = (ident(&variant.ident), boxed(variant.is_boxed));
                    quote!(#ident #boxed #check;)
                });
                quote!(#implement! { #name #life #by; #(#variants)* })
            }
            Kind::Alias(_) => {
                let scalar = def.judge.as_ref().and(table.as_ref()).map(|table| quote!(, scalar #table));
                let implement = self.runtime("read_wrapped");
                quote!(#implement!(#name #life #by #scalar;);)
            }
        })
    }

    fn field_reader(&mut self, readers: &TypeReaders<'_>, field: &RustField<'_>) -> Option<TokenStream> {
        let shape = &field.field.shape;
        let by_serde = !readers.is_readable(self.module, shape);
        let method = match field.presence {
            _ if by_serde => "by_serde",
            FieldPresence::Optional if self.types.takes_null(self.module, shape) => "present",
            _ => "value",
        };
        let fill = match field.presence {
            FieldPresence::Constant(_) => return None,
            FieldPresence::Rest => {
                let name = ident(&field.ident);
                return Some(quote!(.. #name;));
            }
            FieldPresence::Defaulted(value) => {
                if let Some(values::Default::Expression(_)) = self.default(value, shape) {
                    let function = ident(&["default_", plain(&field.ident)].concat());
                    quote!(or Self::#function)
                } else {
                    quote!(or Default::default)
                }
            }
            FieldPresence::Maybe if by_serde => quote!(or Default::default),
            FieldPresence::Required | FieldPresence::Optional | FieldPresence::Maybe => quote!(need),
        };
        let (name, member, method) = (ident(&field.ident), literal(&field.field.name), ident(method));
        Some(quote!(#name #member #method #fill;))
    }
}

fn boxed(is_boxed: bool) -> Ident {
    ident(if is_boxed { "boxed" } else { "plain" })
}
