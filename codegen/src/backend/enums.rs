//! What an enum of texts is besides what typify makes it: a text.

use std::collections::BTreeMap;

use quote::format_ident;
use syn::{File, Item, parse_quote};

use super::variants;
use crate::names;
use crate::shape::{Kind, TypeDef};
use crate::text::literal;

/// Gives every enum of texts `AsRef<str>`, beside its `Display`, `FromStr` and `TryFrom`.
pub(super) fn as_ref(file: &mut File, types: &[TypeDef]) {
    let types: BTreeMap<&str, &Kind> = types.iter().map(|def| (def.name.as_str(), &def.kind)).collect();
    let items = std::mem::take(&mut file.items).into_iter().flat_map(|item| {
        let added = match &item {
            Item::Enum(found) => match types.get(found.ident.to_string().as_str()) {
                Some(Kind::Enum(values)) => Some(implementation(&found.ident, values)),
                _ => None,
            },
            _ => None,
        };
        [Some(item), added]
    });
    file.items = items.flatten().collect();
}

fn implementation(name: &syn::Ident, values: &[String]) -> Item {
    let variants = variants::spelled(values).into_iter().map(|value| format_ident!("{}", names::variant_name(&value)));
    let texts = values.iter().map(|value| literal(value));
    parse_quote! {
        impl ::std::convert::AsRef<str> for #name {
            fn as_ref(&self) -> &str {
                match *self {
                    #(Self::#variants => #texts,)*
                }
            }
        }
    }
}
