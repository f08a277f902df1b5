//! Reading and writing a document with its type preserves it: for every valid document of the repository, and for
//! random variations.

use planwright_generated::ROOTS;
use planwright_tests::documents;
use planwright_tests::fidelity::{check, hunt, is_valid};
use planwright_tests::round_trip::Root;
use serde_json::{Value, json};

/// Returns every root with its schema and its valid documents.
fn roots() -> Vec<(Root, Value, Vec<Value>)> {
    let all = ROOTS.iter().map(|known| {
        let root = Root { grows: true, ..planwright_tests::root!(known, planwright_generated::with_defaults) };
        let schema = serde_json::from_str(known.schema).expect("a law is JSON");
        let documents = documents::for_root(known).into_iter().filter(|document| is_valid(&root, document)).collect();
        (root, schema, documents)
    });
    all.collect()
}

#[test]
fn every_document_comes_back_as_it_was() {
    let mut failures = Vec::new();
    let mut seen = 0;
    for (root, _, documents) in roots() {
        seen += documents.len();
        failures.extend(documents.iter().filter_map(|document| check(&root, document).err()));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(seen > 200, "only {seen} documents");
}

#[test]
fn random_documents_come_back_as_they_were() {
    let mut obeyed = 0;
    for (index, (root, schema, documents)) in roots().into_iter().enumerate() {
        let found = hunt(&root, &schema, &documents, 500, index as u64);
        obeyed += found.unwrap_or_else(|failure| panic!("{}: {failure}", root.file));
    }
    assert!(obeyed > 2_500, "only {obeyed} documents obeyed");
}

/// Controls: a type that refuses a valid document, one that loses a property, and one that changes a value are all
/// reported.
#[test]
fn a_type_that_lies_is_found() {
    let (root, schema, documents) =
        roots().into_iter().find(|(_, _, documents)| !documents.is_empty()).expect("there is one");
    let refuses = |_: &Value| serde_json::from_str("no JSON");
    let loses = |document: &Value| {
        let mut document = document.clone();
        if let Some(members) = document.as_object_mut() {
            let first = members.keys().next().cloned();
            first.and_then(|first| members.shift_remove(&first));
        }
        Ok(document)
    };
    let changes = |document: &Value| Ok(json!([document]));
    for normalize in [refuses as fn(&Value) -> serde_json::Result<Value>, loses, changes] {
        assert!(hunt(&Root { normalize, ..root.clone() }, &schema, &documents, 100, 1).is_err());
    }
}
