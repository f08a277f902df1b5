//! Tests of [`Answer`]: a table of answers, each with the document that it means, or `null` for a refusal.

use planwright_check::{Answer, Report, check_schema};
use planwright_source::{Extent, parse};
use serde_json::Value;

use crate::compile;

const ROWS: &str = include_str!("../data/answers.jsonl");
/// Answers of other kinds: names of wrappers, roles of messages, comments that leave values out, refusals in more
/// languages, notations of values.
const MORE_ROWS: &str = include_str!("../data/more_answers.jsonl");
const SCHEMA: &str = include_str!("../data/answer.schema.json");

/// Numbers of answers that must be fixed, and refused. None may be fixed to another document.
const COUNTS: (usize, usize) = (152, 53);
const MORE_COUNTS: (usize, usize) = (30, 180);

fn bytes(row: &Value) -> Vec<u8> {
    let Some(hex) = row["hex"].as_str() else { return row["answer"].as_str().expect("an answer").into() };
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex")).collect()
}

#[test]
fn answers_become_the_document_that_they_mean() {
    assert_answers(ROWS, COUNTS);
}

#[test]
fn answers_of_other_kinds_become_the_document_that_they_mean() {
    assert_answers(MORE_ROWS, MORE_COUNTS);
}

fn assert_answers(rows: &str, (min_fixed, min_refused): (usize, usize)) {
    let schema = compile(SCHEMA);
    let check = |text: &str| -> Result<Report, Report> {
        check_schema(&schema, text).map(|checked| checked.warnings().clone())
    };
    let (mut fixed, mut refused, mut left, mut wrong) = (0, 0, Vec::new(), Vec::new());
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).expect("a row");
        let name = row["name"].as_str().expect("a name").to_owned();
        let answer = Answer::extract(&bytes(&row), Extent::Safe, check);
        let document = answer.ok().map(|answer| answer.document).filter(|text| check(text).is_ok());
        let document = document.map(|text| parse(&text).expect("a valid document is JSON"));
        match (document, &row["document"]) {
            (Some(document), expected) if Ok(&document) == parse(&expected.to_string()).as_ref() => fixed += 1,
            (None, Value::Null) => refused += 1,
            (None, _) => left.push(name),
            (Some(document), _) => wrong.push(format!("{name}: {document}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let has_enough = fixed >= min_fixed && refused >= min_refused;
    assert!(has_enough, "{fixed} fixed, {refused} refused, left: {left:#?}");
}

/// A document that passes is not changed, with any strings.
#[test]
fn valid_documents_are_left_as_they_are() {
    let schema = compile(SCHEMA);
    let check = |text: &str| check_schema(&schema, text).map(|checked| checked.warnings().clone());
    for title in ["```json {} ```", "<think>{}</think>", "I cannot", "{\\\"a\\\": 1}", "a، ۱"] {
        let text = format!("{{\"version\": 1,\n \"steps\": [], \"title\": \"{title}\"}}\n");
        let answer = Answer::extract(text.as_bytes(), Extent::Unsafe, check).expect("an answer");
        assert_eq!((answer.document, answer.changes), (text, Vec::new()));
    }
}

/// The work for an answer grows with its size, not with its square.
#[test]
fn hostile_answers_are_read_in_bounded_time() {
    let schema = compile(SCHEMA);
    let check = |text: &str| check_schema(&schema, text).map(|checked| checked.warnings().clone());
    let nested = |part: &str, count: usize| format!("{}1{}", part.repeat(count), "}".repeat(count));
    for text in [
        nested("{\"content\":", 100),
        nested("{\"message\":", 2_000),
        "{\"a\": \"x\" y\"".repeat(2_000),
        "{'a': '".repeat(2_000),
        format!("[{}]", "۱،".repeat(5_000)),
        format!("[{}]", "1 ".repeat(5_000)),
        format!("{{\"version\": \"{}\"}}", "\\d".repeat(5_000)),
        format!("{{\"choices\":[{}]}}", "{\"message\":{\"content\":\"{}\"}},".repeat(2_000).trim_end_matches(',')),
    ] {
        let _ = Answer::extract(text.as_bytes(), Extent::Unsafe, check);
    }
}
