//! Shapes -> Rust types, by typify, whose output we document ourselves.
//!
//! typify is given only what it renders well: a flat list of named definitions, each a struct, an enum of texts, a tagged
//! union, an untagged union or an alias. It never sees a user's schema, so it never meets what it panics on.

pub(crate) mod borrowed;
mod boxes;
mod builders;
pub(crate) mod docs;
mod enums;
mod members;
mod schema;
mod unions;
mod variants;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use planwright_source::Pointer;
use schemars::schema::Schema;
use typify::{MapType, TypeSpace, TypeSpaceSettings};

use crate::shape::Shapes;
use crate::style::apply::apply;
use crate::style::{Builders, Resolved};
use crate::text;
use planwright_schema::error::{Error, ErrorKind};

/// The Rust text of the types of every module.
pub(crate) fn types(
    shapes: &BTreeMap<String, Shapes>,
    style: &Resolved,
    borrowed: &BTreeSet<String>,
) -> Result<BTreeMap<String, String>, Vec<Error>> {
    let mut texts = BTreeMap::new();
    let mut errors = Vec::new();
    for (module, shapes) in shapes {
        match render(module, shapes, style, borrowed) {
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

fn render(module: &str, shapes: &Shapes, style: &Resolved, borrowed: &BTreeSet<String>) -> Result<String, String> {
    let map: MapType = style.map_text().parse()?;
    let mut settings = TypeSpaceSettings::default();
    settings
        .with_map_type(map)
        .with_struct_builder(style.builders == Builders::Typed)
        .with_derive("PartialEq".to_owned());
    for (name, path) in outside(shapes) {
        settings.with_replacement(name, path, std::iter::empty());
    }
    settings.with_replacement(schema::BIG_INTEGER, "::serde_json::Number", std::iter::empty());
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
    variants::rename(&mut file, &shapes.types)?;
    unions::choose(&mut file, &shapes.types)?;
    docs::document(&mut file, &shapes.types)?;
    apply(&mut file, &shapes.types, style);
    builders::deepen(&mut file, &shapes.elsewhere);
    enums::as_ref(&mut file, &shapes.types);
    borrowed::borrow(&mut file, module, borrowed);
    Ok(prettyplease::unparse(&file))
}

/// The types that this module names and does not make: name and path.
fn outside(shapes: &Shapes) -> impl Iterator<Item = (&str, &str)> {
    let elsewhere = shapes.elsewhere.iter().map(|(name, path)| (name.as_str(), path.as_str()));
    elsewhere.chain(shapes.replaced.iter().map(|one| (one.name.as_str(), one.path.as_str())))
}

fn definitions(shapes: &Shapes) -> Result<Vec<(String, Schema)>, String> {
    let kinds = shapes.types.iter().map(|def| (def.name.as_str(), &def.kind)).collect();
    let own = shapes.types.iter().map(|def| (def.name.clone(), schema::of(def, &kinds)));
    let elsewhere = outside(shapes).map(|(name, _)| (name.to_owned(), serde_json::json!({ "type": "object" })));
    let number = (schema::BIG_INTEGER.to_owned(), serde_json::json!({ "type": "number" }));
    let all = own.chain(elsewhere).chain([number]).map(|(name, value)| {
        let schema = serde_json::from_value(value).map_err(|error| error.to_string())?;
        Ok((name, schema))
    });
    all.collect()
}
