//! Integers of the contracts have bounds that fit the Rust types.

use std::fs;

use planwright_tests::workspace;
use serde_json::{Value, json};

/// Integers without a maximum in the contract.
const WITHOUT: [&str; 1] = ["fix-plan/fix-plan.schema.json /definitions/FixTests/properties/max_attempts"];

/// Collects the locations of integers that may need more than 64 bits.
fn unbounded(schema: &Value, at: &str, found: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            let is_integer = match members.get("type") {
                Some(Value::String(one)) => one == "integer",
                Some(Value::Array(several)) => several.iter().any(|one| one == "integer"),
                _ => false,
            };
            let bounded = members.get("maximum").and_then(Value::as_u64).is_some();
            let listed = members.contains_key("enum") || members.contains_key("const");
            if is_integer && !bounded && !listed {
                found.push(at.to_owned());
            }
            let schemas =
                members.iter().filter(|(name, _)| !["examples", "default", "enum", "const"].contains(&name.as_str()));
            schemas.for_each(|(name, value)| unbounded(value, &format!("{at}/{name}"), found));
        }
        Value::Array(all) => all.iter().enumerate().for_each(|(i, one)| unbounded(one, &format!("{at}/{i}"), found)),
        _ => {}
    }
}

#[test]
fn every_integer_has_a_maximum() {
    let root = workspace().join("schemas");
    let mut found = Vec::new();
    let mut files = 0;
    for folder in fs::read_dir(&root).expect("the schemas are there").flatten() {
        for file in fs::read_dir(folder.path()).expect("a contract is a folder").flatten() {
            let text = fs::read_to_string(file.path()).expect("a schema is a text");
            let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
            let name = format!("{}/{}", folder.file_name().display(), file.file_name().display());
            unbounded(&schema, &format!("{name} "), &mut found);
            files += 1;
        }
    }
    found.sort();
    assert!(files > 40, "{files} schemas");
    assert_eq!(found, WITHOUT);
}

#[test]
fn an_integer_without_a_maximum_is_seen() {
    let mut found = Vec::new();
    let integer = |maximum: Value| json!({"type": "integer", "maximum": maximum});
    let schema = json!({
        "properties": {"a": {"type": ["null", "integer"]}, "b": integer(json!(1e20)), "c": integer(json!(u64::MAX))},
    });
    unbounded(&schema, "", &mut found);
    assert_eq!(found, ["/properties/a", "/properties/b"]);
}
