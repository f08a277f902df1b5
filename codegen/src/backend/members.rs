//! Members under two names: the one that Rust takes, which typify is given, and the one in JSON, which serde is told.

use std::collections::{BTreeMap, BTreeSet};

use quote::quote;
use syn::{Attribute, Fields, File, Item, Meta, parse_quote};

use crate::names;
use crate::shape::{Field, Kind, TypeDef, Variant};
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
                    rename_fields(&mut item.fields, fields, None)?;
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
                    rename_fields(&mut found.fields, &variant.fields, Some(tag))?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn rename_fields(rendered: &mut Fields, fields: &[Field], tag: Option<&str>) -> Result<(), String> {
    for (field, name) in fields.iter().zip(names_of(fields, tag)) {
        let found = rendered.iter_mut().find(|found| found.ident.as_ref().is_some_and(|ident| *ident == name));
        let found = found.ok_or_else(|| format!("no field came out for {:?}", field.name))?;
        if name != field.name {
            tell(&mut found.attrs, &field.name);
        }
    }
    Ok(())
}

fn tell(attributes: &mut Vec<Attribute>, name: &str) {
    let name = text::literal(name);
    for attribute in attributes.iter_mut() {
        if let Meta::List(list) = &mut attribute.meta
            && list.path.is_ident("serde")
        {
            let rest = &list.tokens;
            list.tokens = quote!(rename = #name, #rest);
            return;
        }
    }
    attributes.push(parse_quote!(#[serde(rename = #name)]));
}
