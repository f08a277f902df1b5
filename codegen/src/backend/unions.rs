//! Unions told apart by their form, where a document can be read as several of its branches: the branch that loses nothing
//! is chosen, not the first.

use std::collections::BTreeMap;

use quote::{format_ident, quote};
use syn::{Fields, File, Ident, Item, ItemEnum, Meta, Path, parse_quote};

use crate::shape::{Kind, Shape, TypeDef};

/// Replaces the reading of every union that has two objects among its branches.
pub(super) fn choose(file: &mut File, types: &[TypeDef]) -> Result<(), String> {
    let kinds: BTreeMap<&str, &Kind> = types.iter().map(|def| (def.name.as_str(), &def.kind)).collect();
    let named = |branch: &Shape| match branch {
        Shape::Named(name) => !matches!(kinds.get(name.as_str()), Some(Kind::Enum(_))),
        Shape::Map(_) => true,
        _ => false,
    };
    let overlaps = |ident: &Ident| match kinds.get(ident.to_string().as_str()) {
        Some(Kind::Untagged(branches)) => branches.iter().filter(|branch| named(branch)).count() > 1,
        _ => false,
    };
    let mut items = Vec::new();
    for mut item in std::mem::take(&mut file.items) {
        let reading = match &mut item {
            Item::Enum(item) if overlaps(&item.ident) => Some(reading(item)?),
            _ => None,
        };
        items.push(item);
        items.extend(reading);
    }
    file.items = items;
    Ok(())
}

/// Takes the derived reading away from a union and writes one that tries every branch.
fn reading(item: &mut ItemEnum) -> Result<Item, String> {
    for attribute in &mut item.attrs {
        if let Meta::List(list) = &mut attribute.meta
            && list.path.is_ident("derive")
        {
            let derives = list.parse_args_with(syn::punctuated::Punctuated::<Path, syn::Token![,]>::parse_terminated);
            let derives = derives.map_err(|error| error.to_string())?.into_iter();
            let kept = derives.filter(|path| path.segments.last().is_none_or(|last| last.ident != "Deserialize"));
            list.tokens = quote!(#(#kept),*);
        }
    }
    let ident = &item.ident;
    let branches = item.variants.iter().map(|variant| {
        let name = &variant.ident;
        match &variant.fields {
            Fields::Unit => Ok(quote!(|value| <() as ::serde::Deserialize>::deserialize(value).map(|()| Self::#name))),
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                Ok(quote!(|value| ::serde::Deserialize::deserialize(value).map(Self::#name)))
            }
            _ => Err(format!("the branch {name} of {ident} holds more than one value")),
        }
    });
    let branches = branches.collect::<Result<Vec<_>, String>>()?;
    let lifetime = quote!('de);
    let deserializer = format_ident!("D");
    Ok(parse_quote! {
        impl<#lifetime> ::serde::Deserialize<#lifetime> for #ident {
            fn deserialize<#deserializer>(deserializer: #deserializer) -> ::std::result::Result<Self, #deserializer::Error>
            where
                #deserializer: ::serde::Deserializer<#lifetime>,
            {
                super::closest(deserializer, &[#(#branches),*])
            }
        }
    })
}
