//! Input that others publish. Each case is a line of `tests/cases/accepted.jsonl`.
//!
//! - `files`: content of each file of the set. A string is YAML or JSON as it is written.
//! - `documents`: documents by URI that are supplied from outside.
//! - `root`: the schema that documents are validated against, as `FILE` or `FILE#PART`.
//! - `valid`, `invalid`: documents.
//! - `definitions`: names of all linked definitions.
//! - `without`: keywords that are nowhere in the linked definitions.
//! - `warnings`: the start of each warning.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, panic};

use planwright_schema::{SchemaSet, link, lint, validator};
use serde_json::{Map, Value};

fn bytes(content: &Value) -> Vec<u8> {
    content.as_str().map_or_else(|| format!("{content:#}\n"), str::to_owned).into_bytes()
}

fn strings<'c>(case: &'c Value, key: &str) -> Option<Vec<&'c str>> {
    Some(case.get(key)?.as_array()?.iter().filter_map(Value::as_str).collect())
}

fn members<'c>(case: &'c Value, key: &str) -> impl Iterator<Item = (&'c String, &'c Value)> {
    case.get(key).and_then(Value::as_object).into_iter().flat_map(Map::iter)
}

fn check(case: &Value) {
    let documents: BTreeMap<&str, Vec<u8>> =
        members(case, "documents").map(|(uri, content)| (uri.as_str(), bytes(content))).collect();
    let files = members(case, "files").map(|(path, content)| (path.clone(), bytes(content)));
    let set = SchemaSet::parse_with(files, &|uri| documents.get(uri).cloned());
    let mut set = set.unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert!(set.asserting_nothing().is_empty(), "the set constrains nothing");
    {
        let linked = link::link(&set).unwrap_or_else(|errors| panic!("{errors:#?}"));
        let definitions = || linked.modules.values().flat_map(|module| &module.definitions);
        if let Some(names) = strings(case, "definitions") {
            let found: BTreeSet<&str> = definitions().map(|(name, _)| name.as_str()).collect();
            assert_eq!(found.into_iter().collect::<Vec<_>>(), names);
        }
        for keyword in strings(case, "without").unwrap_or_default() {
            let uses = |schema: &Value| schema.to_string().contains(&format!("\"{keyword}\""));
            assert!(definitions().all(|(_, definition)| !uses(&definition.schema.to_value())), "{keyword} is used");
        }
    }
    if let Some(starts) = strings(case, "warnings") {
        let warnings = lint::warnings(&set).unwrap_or_else(|errors| panic!("{errors:#?}"));
        let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        let is_right = warnings.len() == starts.len()
            && warnings.iter().zip(starts).all(|(warning, start)| warning.starts_with(start));
        assert!(is_right, "{warnings:#?}");
    }
    let root = case["root"].as_str().expect("a root");
    let root = match root.split_once('#') {
        Some((file, part)) => set.select(file, part).unwrap_or_else(|error| panic!("{error}")),
        None => root.to_owned(),
    };
    let validator = validator(&set, &root).unwrap_or_else(|errors| panic!("{errors:#?}"));
    for (key, expected) in [("valid", true), ("invalid", false)] {
        let documents = case[key].as_array().expect("a list of documents");
        assert!(!documents.is_empty(), "no {key} document");
        for document in documents {
            assert_eq!(validator.is_valid(document), expected, "{document}");
        }
    }
}

#[test]
fn published_input_is_accepted() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/accepted.jsonl");
    let table = fs::read_to_string(table).expect("the table can be read");
    let mut failures = Vec::new();
    for line in table.lines() {
        let case: Value = serde_json::from_str(line).expect("a line is JSON");
        if panic::catch_unwind(|| check(&case)).is_err() {
            failures.push(case["name"].as_str().unwrap_or_default().to_owned());
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
