//! What was found as one JSON value.

use planwright_drift::{Change, Judged, Pair, Severity, Spot, Verdict};
use serde_json::{Map, Value, json};

use super::{Comparison, Found, Judgement};

/// Of two files `{"backward": {"verdict", "witness"}, "forward": …, "changes": […]}`; of folders one for each file below
/// `files`, by path.
pub(super) fn of(comparison: &Comparison) -> Value {
    if !comparison.is_many {
        return comparison.judgements.first().map_or(Value::Null, judgement);
    }
    let files: Map<String, Value> =
        comparison.judgements.iter().map(|one| (one.label.clone(), judgement(one))).collect();
    json!({ "files": files })
}

/// The verdicts of each file, by path.
pub(super) fn verdicts(comparison: &Comparison) -> Value {
    let pairs = comparison.judgements.iter().filter_map(|one| match &one.found {
        Found::Pair { pair, .. } => {
            let verdicts = json!({ "backward": verdict(&pair.backward()), "forward": verdict(&pair.forward()) });
            Some((one.label.clone(), verdicts))
        }
        _ => None,
    });
    json!({ "verdicts": pairs.collect::<Map<_, _>>() })
}

fn judgement(one: &Judgement) -> Value {
    match &one.found {
        Found::Pair { pair, severities } => of_pair(pair, severities),
        Found::Added => json!({ "status": "added" }),
        Found::Removed => json!({ "status": "removed" }),
    }
}

fn of_pair(pair: &Pair, severities: &[Severity]) -> Value {
    let changes = pair.changes.iter().zip(severities).map(|(change, severity)| of_change(change, *severity));
    let mut object = json!({
        "backward": verdict(&pair.backward()),
        "forward": verdict(&pair.forward()),
        "changes": changes.collect::<Vec<_>>(),
    });
    if pair.judged.iter().any(|one| !one.at.is_root()) {
        let named = |one: &Judged| {
            (one.at.to_string(), json!({ "backward": verdict(&one.backward), "forward": verdict(&one.forward) }))
        };
        object["definitions"] = Value::Object(pair.judged.iter().map(named).collect());
    }
    object
}

/// `{"verdict"}`, with `witness` or `because`.
pub(crate) fn verdict(verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Proved => json!({ "verdict": "proved" }),
        Verdict::Broken(witness) => json!({ "verdict": "broken", "witness": witness }),
        Verdict::Undecided(because) => json!({ "verdict": "undecided", "because": because }),
    }
}

fn of_change(change: &Change, severity: Severity) -> Value {
    let spot =
        |spot: &Spot| json!({ "file": spot.file, "pointer": spot.pointer, "line": spot.line, "column": spot.column });
    json!({
        "rule": change.rule.id.as_str(),
        "severity": severity.word(),
        "backward": change.rule.backward.word(),
        "forward": change.rule.forward.word(),
        "old": change.old.as_ref().map(spot),
        "new": change.new.as_ref().map(spot),
        "message": change.message,
    })
}
