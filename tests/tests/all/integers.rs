//! Numbers of the contracts are those that every reader of JSON keeps exactly.

use std::fs;

use planwright_tests::workspace;
use serde_json::{Value, json};

/// Largest integer that a double represents together with all smaller ones: 2^53 - 1.
const LARGEST: f64 = 9_007_199_254_740_991.0;

/// Collects the locations of numbers that some readers round. Vendors reject a schema with such a bound.
fn inexact(schema: &Value, at: &str, found: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| inexact(value, &format!("{at}/{name}"), found));
        }
        Value::Array(all) => all.iter().enumerate().for_each(|(i, one)| inexact(one, &format!("{at}/{i}"), found)),
        Value::Number(number) if number.as_f64().is_none_or(|number| number.abs() > LARGEST) => {
            found.push(at.to_owned());
        }
        _ => {}
    }
}

#[test]
fn every_number_of_a_schema_is_exact_for_every_reader() {
    let root = workspace().join("schemas");
    let mut found = Vec::new();
    let mut files = 0;
    for folder in fs::read_dir(&root).expect("the schemas are there").flatten() {
        for file in fs::read_dir(folder.path()).expect("a contract is a folder").flatten() {
            let text = fs::read_to_string(file.path()).expect("a schema is a string");
            let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
            let name = format!("{}/{}", folder.file_name().display(), file.file_name().display());
            inexact(&schema, &format!("{name} "), &mut found);
            files += 1;
        }
    }
    assert!(files > 40, "{files} schemas");
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn an_inexact_number_is_found() {
    let mut found = Vec::new();
    let exact = 9_007_199_254_740_991_u64;
    let schema =
        json!({ "a": { "maximum": exact }, "b": [{ "maximum": exact + 1 }], "c": { "maximum": u64::MAX }, "d": -1e20 });
    inexact(&schema, "", &mut found);
    assert_eq!(found, ["/b/0/maximum", "/c/maximum", "/d"]);
}
