//! Compiles the expected output of every golden without warnings, and runs it on the documents of its case.
//!
//! A document is called `<schema>.<what>.json`, where `<schema>` is the name of a schema file without its extensions
//! and without characters that some file systems reject.
#![deny(warnings)]

use planwright_tests::cases::{self as folders, Case};
use planwright_tests::fidelity::hunt;
use planwright_tests::round_trip::{Root, check_invalid, check_valid};
use serde_json::{Value, json};

macro_rules! roots {
    ($case:ident) => {
        $case::ROOTS.iter().map(|root| planwright_tests::root!(root, $case::with_defaults)).collect()
    };
}

mod borrowed;
mod builders;
mod cases;
mod definition_roots;
mod doctests;
mod enums;
mod formats;
mod newtypes;
mod numbers;
mod own;
mod own_api;
mod own_traits;
mod parts;
mod struct_attributes;
mod table;
mod tools;

fn stem(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.split('.').next().unwrap_or(file);
    stem.chars().filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
}

/// Returns the roots of a case, adjusted by its options.
fn roots(case: &Case) -> Vec<Root> {
    let options = std::fs::read_to_string(case.folder.join("options.toml")).unwrap_or_default();
    let grows = options.contains("write-defaults");
    cases::roots(&case.name).into_iter().map(|root| Root { grows, ..root }).collect()
}

fn run(folder: &str, check: fn(&Root, &Value) -> Result<(), String>) {
    folders::run("codegen", |case: &Case| {
        let roots = roots(case);
        let documents = case.documents(folder);
        if documents.is_empty() {
            return Err(format!("there is no document in {folder}/"));
        }
        let failures: Vec<String> = documents
            .iter()
            .filter_map(|(name, document)| {
                let root = roots.iter().find(|root| stem(root.file) == stem(name));
                let verdict =
                    root.map_or_else(|| Err("no schema is called so".to_owned()), |root| check(root, document));
                verdict.err().map(|failure| format!("{folder}/{name}: {failure}"))
            })
            .collect();
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
    });
}

#[test]
fn valid_documents_survive_their_type() {
    run("valid", check_valid);
}

/// On the stack of a test thread, unoptimized: documents have at most 127 levels, values can have any number.
#[test]
fn a_deep_value_ends_in_a_verdict() {
    let case = folders::all("codegen").into_iter().find(|case| case.name == "nested_unions").expect("a case");
    let roots = roots(&case);
    let nested = |levels: usize, innermost: Value| json!({ "term": (0..levels).fold(innermost, |inner, _| json!({ "rank": 1, "inner": inner })) });
    let find = |levels: usize, innermost: &Value| (roots[0].violations)(&nested(levels, innermost.clone()));
    let (right, wrong) = (json!({ "rank": 1 }), json!({ "rank": "x" }));
    for levels in [1, 125, 150, 1_000] {
        assert_eq!(find(levels, &right).is_none(), levels < 1_000, "{levels} levels");
        assert!(find(levels, &wrong).is_some(), "{levels} levels");
    }
}

#[test]
fn random_documents_survive_their_type() {
    let mut obeyed = 0;
    for case in folders::all("codegen") {
        let set = case.set().expect("the case is generated");
        let words: Value = set.files().map(|file| file.value.clone()).collect();
        for (index, root) in roots(&case).iter().enumerate() {
            let documents = case.documents("valid").into_iter().filter(|(name, _)| stem(root.file) == stem(name));
            let seeds: Vec<Value> = documents.map(|(_, document)| document).collect();
            let found = hunt(root, &words, &seeds, 300, index as u64);
            obeyed += found.unwrap_or_else(|failure| panic!("{}: {}: {failure}", case.name, root.file));
        }
    }
    assert!(obeyed > 2_000, "only {obeyed} documents obeyed");
}

#[test]
fn invalid_documents_are_refused_by_the_law() {
    run("invalid", check_invalid);
}
