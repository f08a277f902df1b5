//! Derives and attributes, written into rendered types.

use std::collections::{BTreeMap, BTreeSet};

use quote::{ToTokens as _, quote};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, File, Ident, Item, Meta, Path, Token, Type, parse_quote};

use super::derives::standard;
use super::{Asked, Resolved};
use crate::shape::TypeDef;

/// Gives every type what it shall derive, and its attributes, after those that it has.
pub(crate) fn apply(file: &mut File, types: &[TypeDef], style: &Resolved) {
    let types: BTreeMap<&str, &TypeDef> = types.iter().map(|def| (def.name.as_str(), def)).collect();
    let with_default: BTreeSet<String> = file.items.iter().filter_map(implements_default).collect();
    for item in &mut file.items {
        let Some((ident, attributes)) = named(item) else { continue };
        let Some(def) = types.get(ident.to_string().as_str()) else { continue };
        let (derives, own) = style.of(def.target().as_ref());
        derive(attributes, &derives, with_default.contains(&ident.to_string()));
        let last = attributes.iter().rposition(|attribute| attribute.path().is_ident("derive"));
        let last = last.map_or(attributes.len(), |index| index + 1);
        attributes.splice(last..last, own.into_iter().cloned());
    }
}

fn named(item: &mut Item) -> Option<(Ident, &mut Vec<Attribute>)> {
    match item {
        Item::Struct(item) => Some((item.ident.clone(), &mut item.attrs)),
        Item::Enum(item) => Some((item.ident.clone(), &mut item.attrs)),
        _ => None,
    }
}

/// The type that an `impl Default` is for.
fn implements_default(item: &Item) -> Option<String> {
    let Item::Impl(item) = item else { return None };
    let (_, path, _) = item.trait_.as_ref()?;
    let Type::Path(own) = &*item.self_ty else { return None };
    (path.segments.last()?.ident == "Default").then(|| own.to_token_stream().to_string())
}

fn derive(attributes: &mut [Attribute], asked: &[&Asked<Path>], has_default: bool) {
    let Some(attribute) = attributes.iter_mut().find(|attribute| attribute.path().is_ident("derive")) else { return };
    let Meta::List(list) = &attribute.meta else { return };
    let Ok(known) = Punctuated::<Path, Token![,]>::parse_terminated.parse2(list.tokens.clone()) else { return };
    let mut all: Vec<Path> = known.into_iter().collect();
    let spelled = |path: &Path| standard(path).unwrap_or_else(|| path.to_token_stream().to_string());
    let mut seen: BTreeSet<String> = all.iter().map(spelled).collect();
    if has_default {
        seen.insert("Default".to_owned());
    }
    // serde is derived already, whatever path it is asked for by.
    seen.extend(
        ["serde", ":: serde"]
            .iter()
            .flat_map(|serde| ["Serialize", "Deserialize"].map(|name| format!("{serde} :: {name}"))),
    );
    all.extend(asked.iter().map(|asked| asked.what.clone()).filter(|path| seen.insert(spelled(path))));
    let tokens = quote!(#(#all),*);
    *attribute = parse_quote!(#[derive(#tokens)]);
}
