//! Canonical schemas: they are valid, have titles and descriptions, and accept their own examples.

use std::collections::BTreeSet;

use planwright_codegen::{SchemaFile, SchemaSet};
use planwright_generated::ROOTS;
use planwright_sync::read_tree;
use planwright_tests::round_trip::{Root, check_invalid, check_valid};
use planwright_tests::workspace;
use serde_json::Value;

const SUFFIX: &str = ".schema.json";

fn schemas() -> Vec<SchemaFile> {
    let texts = read_tree(&workspace().join("schemas"), SUFFIX).expect("schemas/ can be read");
    SchemaSet::parse(texts).expect("every schema is one of its dialect").files().cloned().collect()
}

fn roots() -> Vec<Root> {
    let all = ROOTS.iter().map(|root| planwright_tests::root!(root, planwright_generated::with_defaults));
    all.map(|root| Root { grows: true, ..root }).collect()
}

fn examples(schema: &SchemaFile) -> Vec<Value> {
    schema.value["examples"].as_array().cloned().unwrap_or_default()
}

#[test]
fn every_schema_obeys_its_meta_schema() {
    for schema in schemas() {
        let verdict = jsonschema::meta::validate(&schema.value);
        assert!(verdict.is_ok(), "{}: {}", schema.path, verdict.err().map_or_else(String::new, |e| e.to_string()));
    }
    let broken = serde_json::json!({ "$schema": "http://json-schema.org/draft-07/schema#", "type": "objekt" });
    assert!(jsonschema::meta::validate(&broken).is_err(), "control: a broken schema is refused");
}

#[test]
fn every_schema_says_what_it_is() {
    for schema in schemas() {
        for keyword in ["$schema", "$id", "title", "description"] {
            let text = schema.value[keyword].as_str().unwrap_or_default();
            assert!(!text.trim().is_empty(), "{} has no {keyword}", schema.path);
        }
        assert!(!examples(&schema).is_empty(), "{} has no examples", schema.path);
        let id = schema.value["$id"].as_str().unwrap_or_default();
        assert!(id.ends_with(&schema.path), "{} has the $id of another place: {id}", schema.path);
    }
}

#[test]
fn every_schema_has_a_compiled_root_and_every_root_a_schema() {
    let files: BTreeSet<String> = schemas().into_iter().map(|schema| schema.path).collect();
    let roots: BTreeSet<String> = ROOTS.iter().map(|root| root.file.to_owned()).collect();
    assert_eq!(files, roots);
    assert_eq!(roots.len(), ROOTS.len(), "a file has two roots");
    let all = read_tree(&workspace().join("schemas"), "").expect("schemas/ can be read");
    let others: Vec<&String> = all.iter().map(|(path, _)| path).filter(|path| !path.ends_with(SUFFIX)).collect();
    assert!(others.is_empty(), "not schemas: {others:?}");
}

#[test]
fn every_example_is_valid_and_survives_its_type() {
    let roots = roots();
    let mut failures = Vec::new();
    for schema in schemas() {
        let root = roots.iter().find(|root| root.file == schema.path).expect("every schema has a root");
        for (index, example) in examples(&schema).iter().enumerate() {
            if let Err(failure) = check_valid(root, example) {
                failures.push(format!("{} example {index}: {failure}", schema.path));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_broken_example_is_refused() {
    let roots = roots();
    for schema in schemas() {
        let root = roots.iter().find(|root| root.file == schema.path).expect("every schema has a root");
        check_invalid(root, &Value::String("no plan".to_owned()))
            .unwrap_or_else(|failure| panic!("{}: a text in place of an object: {failure}", schema.path));
        let Some(required) = schema.value["required"].as_array() else { continue };
        for name in required.iter().filter_map(Value::as_str) {
            for example in examples(&schema) {
                let mut broken = example;
                broken.as_object_mut().expect("an object is required").shift_remove(name);
                check_invalid(root, &broken)
                    .unwrap_or_else(|failure| panic!("{} without {name}: {failure}", schema.path));
            }
        }
    }
}

#[test]
fn a_format_is_asserted() {
    let formats = ["date-time", "date", "uuid", "email", "uri"];
    let mut seen = 0;
    for root in ROOTS {
        let schema: Value = serde_json::from_str(root.schema).expect("a bundled schema is JSON");
        let members = schema["properties"].as_object().cloned().unwrap_or_default();
        for (name, member) in members {
            if !member["format"].as_str().is_some_and(|format| formats.contains(&format)) {
                continue;
            }
            seen += 1;
            let document = serde_json::json!({ name.clone(): "neither a date nor an address" });
            let at = format!("/{name}");
            let report = root.check(&document).expect_err("it breaks its schema");
            assert!(report.iter().any(|found| found.at.as_str() == at), "{} {at}: format passed", root.file);
        }
    }
    assert!(seen > 0, "no schema has a format at its top");
}
