//! Shapes -> Rust types, by typify, whose output we document ourselves.
//!
//! typify is given only what it renders well: a flat list of named definitions, each a struct, an enum of texts, a tagged
//! union, an untagged union or an alias. It never sees a user's schema, so it never meets what it panics on.

mod boxes;
pub(crate) mod docs;
mod members;
mod schema;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use planwright_source::Pointer;
use schemars::schema::Schema;
use typify::{TypeSpace, TypeSpaceSettings};

use crate::error::{Error, ErrorKind};
use crate::shape::Shapes;
use crate::text;

/// The Rust text of the types of every module.
pub(crate) fn types(shapes: &BTreeMap<String, Shapes>) -> Result<BTreeMap<String, String>, Vec<Error>> {
    let mut texts = BTreeMap::new();
    let mut errors = Vec::new();
    for (module, shapes) in shapes {
        match render(shapes) {
            Ok(text) => {
                texts.insert(module.clone(), text);
            }
            Err(message) => errors.push(failure(module, shapes, message)),
        }
    }
    if errors.is_empty() { Ok(texts) } else { Err(errors) }
}

/// The error that a module could not be rendered.
pub(crate) fn failure(module: &str, shapes: &Shapes, message: String) -> Error {
    let first = shapes.types.first().and_then(|first| first.docs.place.clone());
    let (file, pointer) = first.unwrap_or_else(|| (module.to_owned(), Pointer::root()));
    Error { file, line_column: None, pointer, keyword: None, kind: ErrorKind::Backend { message } }
}

fn render(shapes: &Shapes) -> Result<String, String> {
    let mut settings = TypeSpaceSettings::default();
    settings
        .with_map_type("::std::collections::BTreeMap")
        .with_struct_builder(false)
        .with_derive("PartialEq".to_owned());
    for (name, path) in &shapes.elsewhere {
        settings.with_replacement(name, path, std::iter::empty());
    }
    let definitions = definitions(shapes)?;
    // No shape is known to make typify panic; if one does, it is reported like any other failure.
    let tokens = catch_unwind(AssertUnwindSafe(|| {
        let mut space = TypeSpace::new(&settings);
        space.add_ref_types(definitions).map_err(|error| error.to_string())?;
        Ok::<_, String>(space.to_stream())
    }));
    let tokens = tokens.map_err(|_| "it panicked".to_owned())??;
    let mut file: syn::File = syn::parse2(text::visible_tokens(tokens)).map_err(|error| error.to_string())?;
    boxes::turn(&mut file);
    members::rename(&mut file, &shapes.types)?;
    docs::document(&mut file, &shapes.types)?;
    Ok(prettyplease::unparse(&file))
}

fn definitions(shapes: &Shapes) -> Result<Vec<(String, Schema)>, String> {
    let kinds = shapes.types.iter().map(|def| (def.name.as_str(), &def.kind)).collect();
    let own = shapes.types.iter().map(|def| (def.name.clone(), schema::of(def, &kinds)));
    let elsewhere = shapes.elsewhere.iter().map(|(name, _)| (name.clone(), serde_json::json!({ "type": "object" })));
    let all = own.chain(elsewhere).map(|(name, value)| {
        let schema = serde_json::from_value(value).map_err(|error| error.to_string())?;
        Ok((name, schema))
    });
    all.collect()
}
