//! Writes additional derives and attributes of types.

use std::collections::BTreeSet;

use quote::ToTokens as _;
use syn::{Attribute, Path};

use super::Resolved;
use super::derives::standard;
use crate::shape::{Kind, TypeDef};
use crate::tokens::path_text;

/// Additional derives and attributes of a type.
#[derive(Default)]
pub(crate) struct Extras {
    pub derives: Vec<Path>,
    pub attributes: Vec<Attribute>,
}

/// Returns the additions that a style requests for a type that already has the derives in `known`.
pub(crate) fn extras(def: &TypeDef, style: &Resolved, known: &[&str]) -> Extras {
    let (mut derives, mut attributes) = style.additions(def.target().as_ref());
    if matches!(def.kind, Kind::Struct(_)) {
        derives.extend(&style.all.structs.derives);
        attributes.extend(&style.all.structs.attributes);
    }
    let spelled = |path: &Path| standard(path).unwrap_or_else(|| path_text(&path.to_token_stream()));
    let mut seen: BTreeSet<String> = known.iter().map(|name| (*name).to_owned()).collect();
    // Serde traits are derived already, whichever path the request uses.
    seen.extend(
        ["serde", "::serde"]
            .iter()
            .flat_map(|serde| ["Serialize", "Deserialize"].map(|name| format!("{serde}::{name}"))),
    );
    let target = def.target();
    let has = |path: &&Path| !style.omits_derive(target.as_ref(), path);
    let derives = derives.iter().map(|asked| &asked.what).filter(has).filter(|path| seen.insert(spelled(path)));
    Extras { derives: derives.cloned().collect(), attributes: attributes.into_iter().cloned().collect() }
}
