//! Rust -> schemars -> Planwright -> Rust: the generated types have the shape of the types that the schema came from.

#[allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    reason = "only the schemas and the source matter"
)]
mod corpus;
mod shape;

use std::collections::BTreeSet;

use planwright_codegen::{Integers, Options, SchemaSet, Style, generate_with};
use serde_json::Value;

use shape::Items;

macro_rules! roots {
    ($($name:ident)+) => {
        [$((stringify!($name), schemars::schema_for!(corpus::$name).to_value()),)+]
    };
}

/// Returns the roots of the corpus with their schemas.
fn roots() -> [(&'static str, Value); 40] {
    roots! {
        Numbers Optional Order CamelCase KebabCase Closed Nothing Maps AnyValue Tuples Defaults Color Level Mixed Shape
        Event Timeout Payload Adjacent Untagged HasUnion Tree List Expression UsesNewtypes Flattened Keywords
        HasDeprecated NestedLists OptionalStruct Pages Request Renamed Command Skipped Bounds Outcome Source
        Collections Graph
    }
}

/// Returns the generated types of a schema.
fn generated(name: &str, schema: &Value) -> Items {
    let texts = [(format!("{name}.json"), schema.to_string().into_bytes())];
    let set = SchemaSet::parse(texts).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    let style = Style { integers: Integers::ByFormat, ..Style::default() };
    let options = Options { style, ..Options::default() };
    let files = generate_with(&set, &options).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    let types = files.iter().find(|file| file.path == "schemas.rs").expect("there is a file with types");
    Items::from_source(&types.text)
}

#[test]
fn types_come_back_with_their_shape() {
    let own = Items::from_source(include_str!("identity/corpus.rs"));
    let mut differences = Vec::new();
    for (name, schema) in roots() {
        let (expected, found) = (own.shape(name), generated(name, &schema).shape(name));
        if expected != found {
            differences.push(format!("{name}\n  was {expected}\n  is  {found}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// A control: no two types of the corpus have the same shape, so the comparison tells them apart.
#[test]
fn the_shapes_of_the_corpus_differ() {
    let own = Items::from_source(include_str!("identity/corpus.rs"));
    let shapes: BTreeSet<String> = roots().iter().map(|(name, _)| own.shape(name)).collect();
    assert_eq!(shapes.len(), roots().len());
}
