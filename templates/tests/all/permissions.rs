//! Permissions of standard fields without a describe.

use std::collections::{BTreeMap, BTreeSet};

use planwright_templates::deploy::{Access, Known, Permissions, permissions};

fn outcome(object: &str, fields: &[&str]) -> Permissions {
    let edits = fields.iter().map(|field| (*field).to_owned()).collect();
    permissions([&Access { object: object.into(), reads: BTreeSet::new(), edits }], Known(&[]))
}

/// The table of sound blueprints, with the list of fields from which the facts were made as the oracle.
#[test]
fn sound_blueprints_get_only_permissions_that_exist() {
    let read = |path: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
        std::fs::read_to_string(path).expect("the checkout has it")
    };
    let (list, table) =
        (read("crates/contracts/data/platform/permissionable.txt"), read("tests/cases/platform-facts.jsonl"));
    let mut listed: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut object = "";
    for word in list.split_whitespace() {
        match word.strip_suffix(':') {
            Some(name) => object = name,
            None => drop(listed.entry(object).or_default().insert(word)),
        }
    }
    let (mut granted, mut rows) = (0, 0);
    for line in table.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        if row["expect"] != "passes" {
            continue;
        }
        let object = row["object"].as_str().unwrap();
        let fields: Vec<&str> = row["fields"].as_array().unwrap().iter().filter_map(|field| field.as_str()).collect();
        let permissions = outcome(object, &fields);
        for full in permissions.fields.keys() {
            let field = full.split_once('.').unwrap().1;
            assert!(listed.get(object).is_some_and(|fields| fields.contains(field)), "{full}");
        }
        granted += permissions.fields.len();
        rows += 1;
    }
    assert!(rows >= 60 && granted >= 50, "{granted} fields of {rows} blueprints");
}
