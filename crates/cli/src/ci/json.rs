//! JSON report of `planwright ci`.

use serde_json::{Map, Value, json};

use super::{Part, PartResult, Verdict};
use planwright_project::render;

/// Returns `{"verdict", "parts": [{"part", "verdict", "counts", "findings", "run"}]}`. The parts `drift` and `lock`
/// also have a property of their name, with the output of `planwright drift --format json` and `planwright lock
/// --format json`.
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
    if matches!(done.part, Part::Drift | Part::Lock)
        && let Some(own) = done.report.json.as_ref().filter(|own| !own.is_null())
    {
        object[done.part.name()] = own.clone();
    }
    object
}

/// Returns the verdicts of the parts, as the properties of a SARIF log.
pub(super) fn verdicts(parts: &[PartResult]) -> Value {
    let words = parts.iter().map(|done| (done.part.name().to_owned(), done.verdict.word().into()));
    json!({ "verdicts": words.collect::<Map<_, _>>() })
}
