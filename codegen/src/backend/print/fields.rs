//! Prints the fields of a struct with their serde attributes and the attributes that a style requests.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Attribute;

use super::structs::ObjectField;
use super::{SerdeDerives, TypePrinter};
use crate::backend::table::FieldPresence;
use crate::docs::RustDoc;
use crate::shape::Shape;
use crate::style::{DefaultMembers, MemberKind};
use crate::text::literal;
use crate::tokens::{ident, path_text};

/// A part of a `#[serde(…)]` attribute, by the derives that require it.
enum SerdePart {
    Both(TokenStream),
    Reading(TokenStream),
    Writing(TokenStream),
}

impl TypePrinter<'_> {
    /// Returns a field of a public struct. `seen` are the serde derives that read its attributes.
    pub(super) fn field(&mut self, owner: &str, field: &ObjectField<'_>, seen: SerdeDerives) -> TokenStream {
        let docs = RustDoc::new(&field.field.field.docs);
        let (name, kind) = (ident(&field.field.ident), self.field_type(&field.field));
        let own = self.serde_attribute(owner, field, seen);
        let (serde, others) = self.requested_attributes(owner, field);
        let serde = serde.iter().filter(|_| !seen.is_none());
        quote!(#docs #own #(#serde)* #(#others)* pub #name: #kind)
    }

    /// Returns a field of a shadow struct.
    pub(super) fn shadow_field(&mut self, owner: &str, field: &ObjectField<'_>, derives: SerdeDerives) -> TokenStream {
        let (name, kind) = (ident(&field.field.ident), self.field_type(&field.field));
        let own = self.serde_attribute(owner, field, derives);
        let (serde, _) = self.requested_attributes(owner, field);
        quote!(#own #(#serde)* #name: #kind)
    }

    /// Returns whether a requested attribute of a field contains its default.
    pub(super) fn names_default(&self, field: &ObjectField<'_>) -> bool {
        self.style.all.structs.names_default(member_kind(field))
    }

    /// Returns the attributes that a style requests: those for serde, and all others.
    fn requested_attributes(&self, owner: &str, field: &ObjectField<'_>) -> (Vec<Attribute>, Vec<Attribute>) {
        let default = if field.has_function() {
            let (owner, function) = (ident(owner), ident(&field.function("default_")));
            quote!(#owner::#function())
        } else {
            quote!(Default::default())
        };
        let attributes = self.style.all.structs.member_attributes(member_kind(field), &default);
        attributes.into_iter().partition(|attribute| attribute.path().is_ident("serde"))
    }

    /// Returns the `#[serde(…)]` attribute of a field for these derives.
    fn serde_attribute(&mut self, owner: &str, field: &ObjectField<'_>, derives: SerdeDerives) -> Option<TokenStream> {
        let parts = self.serde_parts(owner, field).into_iter().filter_map(|part| match part {
            SerdePart::Both(part) => Some(part).filter(|_| !derives.is_none()),
            SerdePart::Reading(part) => Some(part).filter(|_| derives.reads),
            SerdePart::Writing(part) => Some(part).filter(|_| derives.writes),
        });
        let parts: Vec<TokenStream> = parts.collect();
        (!parts.is_empty()).then(|| quote!(#[serde(#(#parts),*)]))
    }

    fn serde_parts(&mut self, owner: &str, own: &ObjectField<'_>) -> Vec<SerdePart> {
        use SerdePart::{Both, Reading, Writing};
        let field = &own.field;
        let shape = &field.field.shape;
        let mut parts: Vec<SerdePart> = Vec::new();
        if field.ident != field.field.name && field.presence != FieldPresence::Rest {
            let name = literal(&field.field.name);
            parts.push(Both(quote!(rename = #name)));
        }
        // Serde does not borrow nested strings by itself.
        let is_string = matches!(shape, Shape::String | Shape::Date | Shape::DateTime);
        let is_whole = is_string && !matches!(field.presence, FieldPresence::Optional | FieldPresence::Maybe);
        let is_inside = !is_whole && self.contains_borrowed_string(shape);
        let (read, present) =
            if is_inside { ("borrowed::deserialize", "borrowed::present") } else { ("required", "present") };
        let mut with = is_inside.then_some(read);
        match field.presence {
            FieldPresence::Constant(_) => {}
            FieldPresence::Rest => parts.push(Both(quote!(flatten))),
            FieldPresence::Required => {
                if self.types.takes_null(self.module, shape) && !matches!(shape, Shape::Any(_) | Shape::Null) {
                    with = Some(read);
                }
            }
            FieldPresence::Defaulted(_) => {
                let leaves_out = self.style.all.defaults == DefaultMembers::LeftOut;
                let skip = if own.has_function() {
                    let function = [owner, "::", &own.function("default_")].concat();
                    parts.push(Reading(quote!(default = #function)));
                    leaves_out.then(|| [owner, "::", &own.function("is_default_")].concat())
                } else {
                    parts.push(Reading(quote!(default)));
                    match shape {
                        Shape::List(_) => Some("Vec::is_empty".to_owned()),
                        Shape::Map(key, value) => {
                            Some([&path_text(&self.map(key.as_deref(), value)), "::is_empty"].concat())
                        }
                        _ => leaves_out.then(|| self.index_path("is_own_default")),
                    }
                };
                parts.extend(skip.map(|path| Writing(quote!(skip_serializing_if = #path))));
            }
            FieldPresence::Maybe => {
                parts.push(Reading(quote!(default)));
                let path = [&path_text(&self.shared("Maybe")), "::is_absent"].concat();
                parts.push(Writing(quote!(skip_serializing_if = #path)));
                with = with.map(|_| "borrowed::maybe");
            }
            FieldPresence::Optional => {
                if self.types.takes_null(self.module, shape) {
                    with = Some(present);
                }
                parts.extend(with.map(|_| Reading(quote!(default))));
                parts.push(Writing(quote!(skip_serializing_if = "Option::is_none")));
            }
        }
        parts.extend(with.map(|item| {
            let path = self.index_path(item);
            Reading(quote!(deserialize_with = #path))
        }));
        parts.extend(self.types.is_borrowing(self.module, shape).then(|| Reading(quote!(borrow))));
        parts
    }
}

fn member_kind(field: &ObjectField<'_>) -> MemberKind {
    match field.field.presence {
        FieldPresence::Constant(_) | FieldPresence::Required => MemberKind::Required,
        FieldPresence::Optional => MemberKind::Optional,
        FieldPresence::Maybe => MemberKind::Maybe,
        FieldPresence::Defaulted(_) | FieldPresence::Rest => MemberKind::Defaulted,
    }
}
