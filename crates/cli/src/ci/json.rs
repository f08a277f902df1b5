//! The report for programs.

use serde_json::{Map, Value, json};

use super::{Done, Verdict};
use crate::finding::Finding;

/// `{"verdict", "parts": [{"part", "verdict", "counts", "findings", "run"}]}`; the part drift has `drift` besides, which is what
/// `planwright drift --format json` says.
pub(super) fn of(parts: &[Done], verdict: Verdict) -> Value {
    let parts: Vec<Value> = parts.iter().map(part).collect();
    json!({ "verdict": verdict.word(), "parts": parts })
}

fn part(done: &Done) -> Value {
    let counts: Map<String, Value> =
        done.heard.counts.iter().map(|(what, number)| ((*what).to_owned(), json!(number))).collect();
    let mut object = json!({
        "part": done.part.name(),
        "verdict": done.verdict.word(),
        "counts": counts,
        "findings": done.heard.findings.iter().map(Finding::json).collect::<Vec<_>>(),
        "run": done.mend,
    });
    if !done.drift.is_null() {
        object["drift"] = done.drift.clone();
    }
    object
}

/// The verdicts of the parts, as the properties of a log.
pub(super) fn verdicts(parts: &[Done]) -> Value {
    let words = parts.iter().map(|done| (done.part.name().to_owned(), done.verdict.word().into()));
    json!({ "verdicts": words.collect::<Map<_, _>>() })
}
