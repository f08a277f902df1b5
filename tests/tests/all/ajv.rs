//! Compares verdicts with `ajv`, an independent validator: for every document under its schema, and for every answer
//! under the vendor's schema.
//!
//! It needs Node and the packages that `tests/ajv` pins. `cargo xtask verify` runs it after `npm ci` in that folder:
//! `cargo test -p planwright-tests ajv -- --ignored`.

use std::io::Write as _;
use std::process::{Command, Stdio};

use planwright_codegen::SchemaSet;
use planwright_dialects::{Conversion, Dialect};
use planwright_generated::{ROOTS, RootInfo};
use planwright_tests::{documents, workspace};
use serde_json::{Value, json};

/// Schema with documents and their expected verdicts.
struct Question {
    name: String,
    draft: &'static str,
    schema: Value,
    documents: Vec<Value>,
    expected: Vec<bool>,
}

/// Returns the verdicts of ajv, in the order of the questions.
fn ask(questions: &[Question]) -> Vec<Vec<bool>> {
    let folder = workspace().join("tests/ajv");
    assert!(folder.join("node_modules/ajv").is_dir(), "run `npm ci` in tests/ajv first");
    let mut node = Command::new("node")
        .arg("judge.mjs")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node can be started");
    let mut lines = String::new();
    for one in questions {
        let line = json!({"draft": one.draft, "schema": one.schema, "documents": one.documents});
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    let mut input = node.stdin.take().expect("it reads");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = node.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it read everything");
    assert!(output.status.success(), "ajv refused a schema");
    let text = String::from_utf8(output.stdout).expect("it writes text");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of verdicts")).collect()
}

/// Returns the differences between ajv and the expected verdicts.
fn differences(questions: &[Question]) -> Vec<String> {
    let verdicts = ask(questions);
    assert_eq!(verdicts.len(), questions.len());
    let mut found = Vec::new();
    for (question, verdicts) in questions.iter().zip(verdicts) {
        assert_eq!(verdicts.len(), question.documents.len());
        for (index, (verdict, expected)) in verdicts.iter().zip(&question.expected).enumerate() {
            if verdict != expected {
                found.push(format!("{}: ajv says {verdict}: {}", question.name, question.documents[index]));
            }
        }
    }
    found
}

fn law(root: &RootInfo) -> Question {
    let documents = documents::for_root(root);
    let schema: Value = serde_json::from_str(root.schema).expect("a law is JSON");
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    let expected = documents.iter().map(|document| root.is_valid(document)).collect();
    Question { name: root.file.to_owned(), draft: "draft-07", schema, documents, expected }
}

#[test]
#[ignore = "needs node and the packages of tests/ajv; `cargo xtask verify` runs it"]
fn ajv_agrees_with_the_law() {
    let questions: Vec<Question> = ROOTS.iter().map(law).collect();
    let (valid, invalid) = questions.iter().flat_map(|one| &one.expected).partition::<Vec<bool>, _>(|valid| **valid);
    assert!(valid.len() > 200 && invalid.len() > 200, "{} valid, {} invalid", valid.len(), invalid.len());
    assert_eq!(differences(&questions), Vec::<String>::new());
}

#[test]
#[ignore = "needs node and the packages of tests/ajv; `cargo xtask verify` runs it"]
fn ajv_takes_every_answer_in_the_vendors_shape() {
    let mut questions = Vec::new();
    for root in ROOTS {
        let set = SchemaSet::parse([(root.file.to_owned(), root.schema.as_bytes().to_vec())]).expect("it is a schema");
        let valid: Vec<Value> = documents::for_root(root).into_iter().filter(|value| root.is_valid(value)).collect();
        for dialect in Dialect::ALL {
            let conversion = Conversion::new(&set, root.file, dialect).expect("it has an export");
            let documents: Vec<Value> = valid.iter().filter_map(|document| conversion.encode(document).ok()).collect();
            questions.push(Question {
                name: format!("{} {dialect}", root.file),
                draft: "2020-12",
                schema: conversion.schema().clone(),
                expected: vec![true; documents.len()],
                documents,
            });
        }
    }
    assert!(questions.iter().map(|one| one.documents.len()).sum::<usize>() > 1_000);
    assert_eq!(differences(&questions), Vec::<String>::new());
}

/// Control: a wrong verdict is reported.
#[test]
#[ignore = "needs node and the packages of tests/ajv; `cargo xtask verify` runs it"]
fn a_wrong_verdict_is_found() {
    let mut question = law(&ROOTS[0]);
    question.expected[0] = !question.expected[0];
    assert_eq!(differences(&[question]).len(), 1);
}
