//! Generated code grows with the schema, not with the number of references.

use planwright_apex_types::{ApexOptions, generate_apex};
use planwright_codegen::{Options, SchemaSet, generate_with};
use serde_json::{Map, Value, json};

fn set(schema: &Value) -> SchemaSet {
    let text = schema.to_string().into_bytes();
    SchemaSet::parse([("a.schema.json".to_owned(), text)]).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn lines(schema: &Value) -> usize {
    let files = generate_with(&set(schema), &Options::default()).unwrap_or_else(|errors| panic!("{errors:?}"));
    // The bundled document is a string with one line per line of the schema.
    let rust = |text: &str| text.split("schema: r#").next().unwrap_or_default().lines().count();
    files.iter().map(|file| rust(&file.text)).sum()
}

fn document(first: &[&str], definitions: &Map<String, Value>) -> Value {
    let members: Map<String, Value> = first
        .iter()
        .enumerate()
        .map(|(index, name)| (format!("m{index}"), json!({ "$ref": format!("#/definitions/{name}") })))
        .collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Doc",
        "type": "object",
        "properties": members,
        "definitions": definitions,
    })
}

fn branch(tag: &str, members: &Value) -> Value {
    let mut schema = json!({ "type": "object", "required": ["k"], "properties": { "k": { "const": tag } } });
    for (name, member) in members.as_object().into_iter().flatten() {
        schema["properties"][name] = member.clone();
    }
    schema
}

/// Returns nested inline unions of two definitions each, `levels` deep.
fn unions(levels: usize) -> Value {
    let mut definitions = Map::new();
    for level in 0..levels {
        let next = [format!("A{}", level + 1), format!("B{}", level + 1)];
        let union = json!({ "oneOf": next.map(|name| json!({ "$ref": format!("#/definitions/{name}") })) });
        for side in ["A", "B"] {
            let members = json!({ "child": union, "list": { "type": "array", "items": union } });
            definitions.insert(format!("{side}{level}"), branch(&format!("{side}{level}"), &members));
        }
    }
    for side in ["A", "B"] {
        definitions.insert(format!("{side}{levels}"), branch(side, &json!({ "v": { "type": "string" } })));
    }
    document(&["A0", "B0"], &definitions)
}

/// Returns definitions of nullable objects, each with two properties of the next definition.
fn nullable(levels: usize) -> Value {
    let object = |members: Value| json!({ "type": ["object", "null"], "properties": members });
    let mut definitions = Map::new();
    for level in 0..levels {
        let next = json!({ "$ref": format!("#/definitions/N{}", level + 1) });
        definitions.insert(format!("N{level}"), object(json!({ "x": next, "y": next })));
    }
    definitions.insert(format!("N{levels}"), object(json!({ "z": { "type": "string" } })));
    document(&["N0", "N0"], &definitions)
}

#[test]
fn lines_grow_as_the_schema_does() {
    for schema in [unions, nullable] {
        let [four, eight, twelve] = [4, 8, 12].map(|levels| lines(&schema(levels)));
        let (first, second) = (eight - four, twelve - eight);
        assert!(first > 0 && second <= first + first / 2, "{four}, {eight}, {twelve} lines");
    }
}

#[test]
fn a_definition_that_may_be_null_is_one_type_however_deep_it_stands() {
    let files = generate_with(&set(&nullable(120)), &Options::default()).expect("it compiles");
    let text: String = files.into_iter().map(|file| file.text).collect();
    let of_levels = text.split("pub struct N").skip(1).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    assert_eq!(of_levels.count(), 121);
    assert!((0..=120).all(|level| text.contains(&format!("pub struct N{level} {{"))));
}

#[test]
fn deep_schemas_need_no_deep_stack() {
    for schema in [unions(120), nullable(120)] {
        assert!(lines(&schema) > 120);
    }
}

#[test]
fn recursive_unions_end_in_apex_too() {
    let text = include_str!("../../cases/codegen/recursive_unions/schemas/expr.schema.json");
    let schema: Value = serde_json::from_str(text).expect("the case is JSON");
    let compiled = generate_apex(&set(&schema), &ApexOptions::default()).unwrap_or_else(|errors| panic!("{errors:?}"));
    // The classes that validate are the same for every schema.
    let types = compiled.files.iter().filter(|file| !file.path.contains("PwSchema"));
    assert_eq!(types.count(), 4);
}
