//! Migrations from cases: `old.json`, `new.json`, and `expected.json` with edits, holes, verdict, and documents before
//! and after.

use std::fs;

use planwright_drift::{Options, Verdict};
use planwright_migrate::{Migration, migrate};
use planwright_tests::workspace;
use serde_json::{Value, json};

fn cases() -> Vec<(String, Value, Value, Value)> {
    let folder = workspace().join("tests/cases/migrate");
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).expect("there are cases").flatten() {
        let read = |file: &str| -> Value {
            let text = fs::read_to_string(entry.path().join(file)).expect("a case has three files");
            serde_json::from_str(&text).expect("they are JSON")
        };
        let name = entry.file_name().to_string_lossy().into_owned();
        cases.push((name, read("old.json"), read("new.json"), read("expected.json")));
    }
    cases.sort_by(|one, other| one.0.cmp(&other.0));
    cases
}

/// Validates a document with a validator that the prover does not use.
fn is_valid(schema: &Value, document: &Value) -> bool {
    jsonschema::validator_for(schema).expect("a schema of a case").is_valid(document)
}

#[test]
fn every_migration_is_as_its_case_says() {
    let mut failures = Vec::new();
    let cases = cases();
    assert!(cases.len() >= 12, "{}", cases.len());
    for (name, old, new, expected) in cases {
        let migration = migrate(&old, &new, Options::default()).expect("the proof runs");
        let found = migration.to_json();
        for member in ["edits", "holes", "lost", "verdict", "unread", "unasked"] {
            if found.get(member) != expected.get(member) {
                failures.push(format!("{name}: {member}: {:?}\n  not {:?}", found.get(member), expected.get(member)));
            }
        }
        // Without a proof, there must be a hole to fill.
        if (migration.verdict == Verdict::Proved) != migration.holes.is_empty() {
            failures.push(format!("{name}: {} with {} holes", migration.verdict.word(), migration.holes.len()));
        }
        if let Verdict::Broken(document) = &migration.verdict {
            let mut after = document.clone();
            migration.apply(&mut after);
            if !is_valid(&old, document) || is_valid(&new, &after) {
                failures.push(format!("{name}: {document} is no witness"));
            }
        }
        for pair in expected["documents"].as_array().expect("documents") {
            let mut after = pair[0].clone();
            migration.apply(&mut after);
            if after != pair[1] || !is_valid(&old, &pair[0]) {
                failures.push(format!("{name}: {} became {after}", pair[0]));
            }
            if migration.verdict == Verdict::Proved && !is_valid(&new, &after) {
                failures.push(format!("{name}: {after} refutes the proof"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The generated code is valid Rust for all names. For each hole it calls a function that does not exist.
#[test]
fn the_code_of_a_migration_is_rust() {
    for (name, old, new, expected) in cases() {
        let rust = migrate(&old, &new, Options::default()).expect("the proof runs").to_rust();
        let file = syn::parse_file(&rust).unwrap_or_else(|error| panic!("{name}: {error}\n{rust}"));
        let functions: Vec<String> = file
            .items
            .iter()
            .filter_map(|item| if let syn::Item::Fn(one) = item { Some(one.sig.ident.to_string()) } else { None })
            .collect();
        let judges: &[&str] =
            if rust.contains("fits(value, ") { &["fits", "within", "is_of_type", "at_most"] } else { &[] };
        let is_recursive = |name: &String| name.starts_with("upcast_");
        let (recursive, others): (Vec<String>, Vec<String>) = functions.into_iter().partition(is_recursive);
        assert_eq!(recursive.len(), expected.to_string().matches(r#""op":"recursive""#).count(), "{name}");
        let numeral = rust.contains("and_then(numeral)").then_some("numeral");
        let moves = rust.contains("move_property(object").then_some("move_property");
        let helpers: Vec<&str> = judges.iter().copied().chain(numeral).chain(moves).collect();
        assert_eq!(others, [&["upcast", "each", "each_value"], &*helpers].concat(), "{name}");
        let holes = expected["holes"].as_array().expect("holes").len();
        assert_eq!(rust.matches("&mut fill_").count(), holes, "{name}\n{rust}");
    }
}

/// Documents without the edited properties, and values that are not objects, are not changed.
#[test]
fn what_an_edit_does_not_find_is_passed_over() {
    for (name, old, new, _) in cases() {
        let migration: Migration = migrate(&old, &new, Options::default()).expect("the proof runs");
        for document in [json!(null), json!([]), json!({}), json!({"orders": 1}), json!({"orders": [1, {}]})] {
            let mut after = document.clone();
            migration.apply(&mut after);
            assert_eq!(after.is_object(), document.is_object(), "{name}");
        }
    }
}
