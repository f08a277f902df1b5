//! Writes additional derives and attributes of types.

use std::collections::BTreeSet;

use quote::ToTokens as _;
use syn::{Attribute, Path, parse_quote};

use super::Resolved;
use super::derives::standard;
use crate::shape::{Kind, TypeDef};

/// Additional derives and attributes of a type.
#[derive(Debug, Default)]
pub(crate) struct Extras {
    /// Paths of traits.
    pub derives: Vec<String>,
    /// Complete attributes, one per line.
    pub attributes: Vec<String>,
}

/// Returns the additions that a style requests for a type that already has the derives in `known`.
pub(crate) fn extras(def: &TypeDef, style: &Resolved, known: &[&str]) -> Extras {
    let (mut derives, mut attributes) = style.additions(def.target().as_ref());
    if matches!(def.kind, Kind::Struct(_)) {
        derives.extend(&style.all.structs.derives);
        attributes.extend(&style.all.structs.attributes);
    }
    let spelled = |path: &Path| standard(path).unwrap_or_else(|| text(path));
    let mut seen: BTreeSet<String> = known.iter().map(|name| (*name).to_owned()).collect();
    // Serde traits are derived already, whichever path the request uses.
    seen.extend(
        ["serde", "::serde"]
            .iter()
            .flat_map(|serde| ["Serialize", "Deserialize"].map(|name| format!("{serde}::{name}"))),
    );
    let target = def.target();
    let has = |path: &&Path| !style.omits_derive(target.as_ref(), path);
    let derives =
        derives.iter().map(|asked| &asked.what).filter(has).filter(|path| seen.insert(spelled(path))).map(text);
    Extras { derives: derives.collect(), attributes: attributes.into_iter().map(attribute).collect() }
}

fn text(path: &Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

/// Returns an attribute as rustfmt formats it.
fn attribute(attribute: &Attribute) -> String {
    let item: syn::Item = parse_quote!(#attribute struct Unit;);
    let text = prettyplease::unparse(&syn::File { shebang: None, attrs: Vec::new(), items: vec![item] });
    text.trim_end().trim_end_matches("struct Unit;").trim_end().to_owned()
}
