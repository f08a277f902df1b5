//! Compares an outcome with the expectation of a vector. Every key of `expect` is an assertion.

use std::collections::BTreeSet;

use planwright_contracts::Report;
use serde_json::{Map, Value};

/// Outcome of running a vector.
#[derive(Debug, Default)]
pub(crate) struct VectorResult {
    pub valid: bool,
    pub report: Report,
    /// Further facts, each by the key of `expect` that asserts it.
    pub facts: Map<String, Value>,
    /// Output that `must_contain` searches.
    pub emitted: String,
    /// The document after normalization.
    pub normalized: Option<Value>,
}

impl VectorResult {
    /// Creates an outcome that contains only a report.
    pub(crate) fn new(valid: bool, report: Report) -> Self {
        Self { valid, report, ..Self::default() }
    }

    /// Adds a fact.
    pub(crate) fn with(mut self, key: &str, fact: impl Into<Value>) -> Self {
        self.facts.insert(key.to_owned(), fact.into());
        self
    }
}

/// Returns every failed expectation, with the expected and the actual value.
pub(crate) fn compare(expect: &Map<String, Value>, outcome: &VectorResult) -> Vec<String> {
    let mut problems = Vec::new();
    for (key, expected) in expect {
        match key.as_str() {
            "valid" if *expected != outcome.valid => {
                problems.push(format!("valid: expected {expected}, got {}", outcome.valid));
            }
            "valid" | "pointers" => {}
            "codes" => errors(expect, outcome, &mut problems),
            "warnings" => warnings(expected, outcome, &mut problems),
            "message_contains" | "must_contain" => contained(key, expected, outcome, &mut problems),
            "normalized" => normalized(expected, outcome, &mut problems),
            _ => fact(key, expected, outcome, &mut problems),
        }
    }
    problems
}

/// Compares a fact that only some kinds have. Facts must be equal, except for `result`, of which a part is enough.
fn fact(key: &str, expected: &Value, outcome: &VectorResult, problems: &mut Vec<String>) {
    let Some(got) = outcome.facts.get(key) else {
        problems.push(format!("{key}: unknown property, expected {expected}"));
        return;
    };
    let holds = if key == "result" { is_subset(expected, got) } else { same(expected, got) };
    if !holds {
        problems.push(format!("{key}: expected {expected}, got {got}"));
    }
}

/// Compares errors as an unordered collection of pairs of code and pointer.
fn errors(expect: &Map<String, Value>, outcome: &VectorResult, problems: &mut Vec<String>) {
    let list = |key: &str| expect.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let mut expected: Vec<String> =
        list("codes").iter().zip(list("pointers")).map(|(code, at)| pair(text(code), text(&at))).collect();
    let mut got: Vec<String> = outcome.report.errors().map(|error| pair(error.code, error.at.as_str())).collect();
    expected.sort();
    got.sort();
    if expected != got {
        problems.push(format!("errors: expected [{}], got [{}]", expected.join(", "), got.join(", ")));
    }
}

/// Checks that all listed warnings occur. Without a pointer, only the code is compared. An empty list means that there
/// must be none.
fn warnings(expected: &Value, outcome: &VectorResult, problems: &mut Vec<String>) {
    let got: BTreeSet<String> = outcome.report.warnings().map(|one| pair(one.code, one.at.as_str())).collect();
    for warning in expected.as_array().into_iter().flatten() {
        let code = warning.get("code").map_or("", text);
        let found = match warning.get("pointer") {
            Some(pointer) => got.contains(&pair(code, text(pointer))),
            None => outcome.report.warnings().any(|one| one.code == code),
        };
        if !found {
            problems.push(format!("warnings: expected {warning}, got {got:?}"));
        }
    }
}

fn contained(key: &str, expected: &Value, outcome: &VectorResult, problems: &mut Vec<String>) {
    let all = match expected {
        Value::Array(texts) => texts.iter().map(text).collect(),
        one => vec![text(one)],
    };
    for wanted in all {
        let found = if key == "must_contain" {
            outcome.emitted.contains(wanted)
        } else {
            outcome.report.iter().any(|one| one.message.contains(wanted))
        };
        if !found {
            problems.push(format!("{key}: {wanted:?} not found"));
        }
    }
}

/// Compares normalized values. Keys that start with `/` are pointers to values. Otherwise the whole document is
/// compared.
fn normalized(expected: &Value, outcome: &VectorResult, problems: &mut Vec<String>) {
    let Some(got) = &outcome.normalized else {
        problems.push(format!("normalized: no document, expected {expected}"));
        return;
    };
    match expected.as_object() {
        Some(places) if places.keys().any(|key| key.starts_with('/')) => {
            for (pointer, value) in places {
                let there = got.pointer(pointer).unwrap_or(&Value::Null);
                if !same(value, there) {
                    problems.push(format!("normalized {pointer}: expected {value}, got {there}"));
                }
            }
        }
        _ if !same(expected, got) => problems.push(format!("normalized: expected {expected}, got {got}")),
        _ => {}
    }
}

/// Compares two values. Numbers are equal if their values are: 1 equals 1.0.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(key).is_some_and(|other| same(one, other)))
        }
        _ => one == other,
    }
}

/// Returns `true` if `whole` contains every property of `part`, recursively.
fn is_subset(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(key, part)| whole.get(key).is_some_and(|whole| is_subset(part, whole)))
        }
        _ => same(part, whole),
    }
}

fn pair(code: &str, pointer: &str) -> String {
    format!("{code} at {pointer:?}")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
