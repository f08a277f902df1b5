//! Compiles the Rust that migrations print, and compares its effect with that of the edits. The files come from the
//! command, and `UPDATE_EXPECT=1` rewrites them.

use std::collections::BTreeSet;
use std::fs;

use planwright_drift::Options;
use planwright_migrate::{Migration, migrate};
use planwright_tests::sampled::Sampler;
use planwright_tests::workspace;
use serde_json::Value;

macro_rules! compiled {
    ($($module:ident: $folder:literal),+ $(,)?) => {
        $(
            #[allow(warnings, clippy::all, clippy::pedantic, clippy::disallowed_methods, reason = "it is printed")]
            mod $module {
                include!(concat!("../../cases/migrate/", $folder, "/upcast.txt"));
            }
        )+
        const COMPILED: &[(&str, fn(&mut Value))] = &[$(($folder, $module::upcast)),+];
    };
}

compiled! {
    every_edit: "every-edit",
    hostile_names: "hostile-names",
    hostile_values: "hostile-values",
    map_to_pairs: "map-to-pairs",
    maps_of_objects: "maps-of-objects",
    moved_into_an_object: "moved-into-an-object",
    names_of_three_that_rotate: "names-of-three-that-rotate",
    pairs_to_a_map: "pairs-to-a-map",
    recursive_through_each_other: "recursive-through-each-other",
    recursive_union: "recursive-union",
    tags_of_a_union: "tags-of-a-union",
    text_to_number_or_a_value: "text-to-number-or-a-value",
}

/// Migration with a hole, and a function that fills it.
#[allow(warnings, clippy::all, clippy::pedantic, clippy::disallowed_methods, reason = "it is printed")]
mod not_guessed {
    include!("../../cases/migrate/not-guessed/upcast.txt");

    fn fill_1_email(object: &mut Map<String, Value>) {
        let mail = object.get("mail").cloned().unwrap_or_default();
        object.insert("email".to_owned(), mail);
    }
}

#[test]
fn a_hole_that_is_filled_makes_new_documents() {
    let (_, new, migration) = case("not-guessed");
    let file = workspace().join("tests/cases/migrate/not-guessed/upcast.txt");
    assert_eq!(fs::read_to_string(file).expect("the case has its code"), migration.to_rust());
    let mut document = serde_json::json!({ "mail": "a@example.org" });
    not_guessed::upcast(&mut document);
    assert_eq!(document, serde_json::json!({ "email": "a@example.org" }));
    assert!(jsonschema::validator_for(&new).expect("a schema of a case").is_valid(&document));
}

fn case(name: &str) -> (Value, Value, Migration) {
    let read = |file: &str| -> Value {
        let text = fs::read_to_string(workspace().join("tests/cases/migrate").join(name).join(file));
        serde_json::from_str(&text.expect("a case has two schemas")).expect("they are JSON")
    };
    let (old, new) = (read("old.json"), read("new.json"));
    let migration = migrate(&old, &new, Options::default()).expect("the proof runs");
    (old, new, migration)
}

/// Collects the operations, also those inside recursive edits.
fn add_operations(edits: &Value, operations: &mut BTreeSet<String>) {
    for edit in edits.as_array().into_iter().flatten() {
        operations.insert(edit["op"].as_str().unwrap_or_default().to_owned());
        add_operations(&edit["edits"], operations);
    }
}

#[test]
fn the_printed_code_does_what_the_edits_do() {
    let mut operations = BTreeSet::new();
    for (name, upcast) in COMPILED {
        let (old, new, migration) = case(name);
        add_operations(&migration.to_json()["edits"], &mut operations);
        let text = migration.to_rust();
        let file = workspace().join("tests/cases/migrate").join(name).join("upcast.txt");
        if std::env::var_os("UPDATE_EXPECT").is_some() && std::env::var_os("CI").is_none() {
            fs::write(&file, &text).expect("the folder of a case can be written");
        }
        assert_eq!(fs::read_to_string(&file).expect("the case has its code"), text, "{name}: set UPDATE_EXPECT=1");
        let mut sampler = Sampler::new(&old, &new, 7);
        let mut changed = 0;
        for _ in 0..2_000 {
            let document = sampler.draw();
            let (mut by_edits, mut by_code) = (document.clone(), document.clone());
            migration.apply(&mut by_edits);
            upcast(&mut by_code);
            assert_eq!(by_edits, by_code, "{name}: {document}");
            changed += usize::from(by_edits != document);
        }
        assert!(changed > 1_000, "{name}: {changed}");
    }
    let known = [
        "clamp",
        "default",
        "keep",
        "map",
        "map-to-pairs",
        "move",
        "pairs-to-map",
        "recursive",
        "remove",
        "remove-refused",
        "rename",
        "rename-all",
        "replace",
        "to-integer",
        "to-number",
        "to-string",
        "truncate",
        "unwrap",
        "unwrap-array",
        "wrap-in",
        "wrap-in-array",
    ];
    assert_eq!(operations.iter().map(String::as_str).collect::<Vec<_>>(), known);
}

/// A document that is invalid under the old schema does not make the printed code panic, and the edits have the same
/// effect.
#[test]
fn a_document_that_the_old_schema_refuses_is_passed_through() {
    let mut refused = 0;
    for (name, upcast) in COMPILED {
        let (old, new, migration) = case(name);
        let before = jsonschema::validator_for(&old).expect("a schema of a case");
        let mut sampler = Sampler::new(&new, &old, 7);
        let mut documents: Vec<Value> = (0..300).map(|_| sampler.draw()).collect();
        documents.extend([Value::Null, Value::Array(Vec::new()), documents.iter().cloned().collect()]);
        for document in documents.iter().filter(|document| !before.is_valid(document)) {
            let (mut by_edits, mut by_code) = (document.clone(), document.clone());
            migration.apply(&mut by_edits);
            upcast(&mut by_code);
            assert_eq!(by_edits, by_code, "{name}: {document}");
            refused += 1;
        }
    }
    assert!(refused > 500, "{refused}");
}
