//! Members under two names: the one that Rust takes, which typify is given, and the one in JSON, which serde is told.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{Attribute, Fields, File, Item, Meta, parse_quote};

use crate::names;
use crate::shape::{Field, Kind, Shape, TypeDef, Variant};
use crate::text;

/// The Rust names of fields, in their order. The tag of a union is no field, but its name is taken too.
pub(super) fn names_of(fields: &[Field], tag: Option<&str>) -> Vec<String> {
    let members: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    names::field_names(&members, tag)
}

/// A field that typify is given and that is taken away again.
pub(super) const PADDING: &str = "planwright_padding";

/// The variant to pad. Where all variants together have one field, always required, typify would take it for the content
/// of an adjacently tagged enum, and one more member in the schema would change the form of every variant.
pub(super) fn padded_variant(tag: &str, variants: &[Variant]) -> Option<usize> {
    let mut names = BTreeSet::new();
    for variant in variants {
        if variant.fields.iter().any(|field| !field.required) {
            return None;
        }
        names.extend(names_of(&variant.fields, Some(tag)));
    }
    variants.iter().position(|variant| !variant.fields.is_empty()).filter(|_| names.len() == 1)
}

/// Tells serde the JSON name of every member that Rust calls otherwise.
pub(super) fn rename(file: &mut File, types: &[TypeDef]) -> Result<(), String> {
    let types: BTreeMap<&str, &Kind> = types.iter().map(|def| (def.name.as_str(), &def.kind)).collect();
    for item in &mut file.items {
        match item {
            Item::Struct(item) => {
                if let Some(Kind::Struct(fields)) = types.get(item.ident.to_string().as_str()) {
                    rename_fields(&mut item.fields, fields, None, &types)?;
                }
            }
            Item::Enum(item) => {
                let Some(Kind::Tagged { tag, variants }) = types.get(item.ident.to_string().as_str()) else { continue };
                for variant in variants {
                    let name = names::variant_name(&variant.value);
                    let found = item.variants.iter_mut().find(|found| found.ident == name);
                    let found = found.ok_or_else(|| format!("no variant came out for {:?}", variant.value))?;
                    if let Fields::Named(fields) = &mut found.fields {
                        let kept = std::mem::take(&mut fields.named).into_iter();
                        fields.named =
                            kept.filter(|field| field.ident.as_ref().is_none_or(|name| name != PADDING)).collect();
                    }
                    rename_fields(&mut found.fields, &variant.fields, Some(tag), &types)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn rename_fields(
    rendered: &mut Fields,
    fields: &[Field],
    tag: Option<&str>,
    types: &BTreeMap<&str, &Kind>,
) -> Result<(), String> {
    for (field, name) in fields.iter().zip(names_of(fields, tag)) {
        let found = rendered.iter_mut().find(|found| found.ident.as_ref().is_some_and(|ident| *ident == name));
        let found = found.ok_or_else(|| format!("no field came out for {:?}", field.name))?;
        if field.rest {
            found.attrs.retain(|attribute| !attribute.path().is_ident("serde"));
            found.attrs.push(parse_quote!(#[serde(flatten)]));
            continue;
        }
        if keeps_null(field, types) {
            keep_null(found, &field.shape);
        }
        if name != field.name {
            let name = text::literal(&field.name);
            tell(&mut found.attrs, &quote!(rename = #name));
        }
    }
    Ok(())
}

/// Whether null and absent are two things to the member, and its type has to keep them apart.
fn keeps_null(field: &Field, types: &BTreeMap<&str, &Kind>) -> bool {
    let takes_null = match &field.shape {
        // What another module generates may be anything.
        Shape::Named(name) => {
            types.get(name.as_str()).is_none_or(|kind| matches!(kind, Kind::Alias(_) | Kind::Untagged(_)))
        }
        Shape::Any(_) | Shape::Null | Shape::Nullable(_) => true,
        _ => false,
    };
    takes_null && !field.required && field.default.is_none()
}

/// Makes the outer `Option` mean absent, and nothing but absent.
fn keep_null(field: &mut syn::Field, shape: &Shape) {
    if matches!(shape, Shape::Nullable(_) | Shape::Null) {
        let inner = &field.ty;
        field.ty = parse_quote!(::std::option::Option<#inner>);
    }
    let is_skipped = |attribute: &Attribute| attribute.to_token_stream().to_string().contains("skip_serializing_if");
    field.attrs.retain(|attribute| !attribute.path().is_ident("serde") || is_skipped(attribute));
    if !field.attrs.iter().any(is_skipped) {
        tell(&mut field.attrs, &quote!(skip_serializing_if = "::std::option::Option::is_none"));
    }
    tell(&mut field.attrs, &quote!(default, deserialize_with = "super::present"));
}

fn tell(attributes: &mut Vec<Attribute>, told: &TokenStream) {
    for attribute in attributes.iter_mut() {
        if let Meta::List(list) = &mut attribute.meta
            && list.path.is_ident("serde")
        {
            let rest = &list.tokens;
            list.tokens = quote!(#told, #rest);
            return;
        }
    }
    attributes.push(parse_quote!(#[serde(#told)]));
}
