//! The report for programs.

use serde_json::{Map, Value, json};

use super::{Part, PartResult, Verdict};
use crate::render;

/// `{"verdict", "parts": [{"part", "verdict", "counts", "findings", "run"}]}`; the part drift has `drift` besides, which is what
/// `planwright drift --format json` says.
pub(super) fn of(parts: &[PartResult], verdict: Verdict) -> Value {
    let parts: Vec<Value> = parts.iter().map(part).collect();
    json!({ "verdict": verdict.word(), "parts": parts })
}

fn part(done: &PartResult) -> Value {
    let mut object = json!({
        "part": done.part.name(),
        "verdict": done.verdict.word(),
        "counts": render::json::counts(&done.report),
        "findings": render::json::findings(&done.findings),
        "run": done.command,
    });
    if done.part == Part::Drift
        && let Some(drift) = done.report.json.as_ref().filter(|drift| !drift.is_null())
    {
        object["drift"] = drift.clone();
    }
    object
}

/// The verdicts of the parts, as the properties of a log.
pub(super) fn verdicts(parts: &[PartResult]) -> Value {
    let words = parts.iter().map(|done| (done.part.name().to_owned(), done.verdict.word().into()));
    json!({ "verdicts": words.collect::<Map<_, _>>() })
}
