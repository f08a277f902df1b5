//! Variants of text enums under two names, where the texts are no identifiers or collide: the one that Rust takes, which
//! typify is given, and the text itself, which serde, `Display` and `FromStr` are told.

use std::collections::BTreeMap;

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{File, Item, Type, parse_quote};

use crate::names;
use crate::shape::{Kind, TypeDef};
use crate::text;

/// The texts that typify is given for these values.
pub(super) fn spelled(values: &[String]) -> Vec<String> {
    if names::are_variants(values) { values.to_vec() } else { names::variant_names(values) }
}

/// Gives every variant the text that it stands for.
pub(super) fn rename(file: &mut File, types: &[TypeDef]) -> Result<(), String> {
    let enums = types.iter().filter_map(|def| match &def.kind {
        Kind::Enum(values) if !names::are_variants(values) => Some((def.name.as_str(), texts(values))),
        _ => None,
    });
    let enums: BTreeMap<&str, BTreeMap<String, String>> = enums.collect();
    for item in &mut file.items {
        match item {
            Item::Enum(item) => {
                let Some(texts) = enums.get(item.ident.to_string().as_str()) else { continue };
                for variant in &mut item.variants {
                    let name = variant.ident.to_string();
                    let text = texts.get(&name).ok_or_else(|| format!("nobody asked for the variant {name}"))?;
                    let text = text::literal(text);
                    variant.attrs.retain(|attribute| !attribute.path().is_ident("serde"));
                    variant.attrs.push(parse_quote!(#[serde(rename = #text)]));
                }
            }
            Item::Impl(block) => {
                let Type::Path(own) = block.self_ty.as_ref() else { continue };
                let Some(texts) = own.path.get_ident().and_then(|own| enums.get(own.to_string().as_str())) else {
                    continue;
                };
                *block = syn::parse2(said(block.to_token_stream(), texts)).map_err(|error| error.to_string())?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The text of each variant, by its name.
fn texts(values: &[String]) -> BTreeMap<String, String> {
    names::variant_names(values).into_iter().zip(values.iter().cloned()).collect()
}

/// Tokens with every literal that is the name of a variant replaced by the text of that variant.
fn said(tokens: TokenStream, texts: &BTreeMap<String, String>) -> TokenStream {
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), said(group.stream(), texts))),
        TokenTree::Literal(name) => {
            let known = syn::parse_str::<syn::LitStr>(&name.to_string()).ok();
            let text = known.and_then(|known| texts.get(&known.value()));
            TokenTree::Literal(text.map_or(name, |text| text::literal(text)))
        }
        token => token,
    });
    replaced.collect()
}
