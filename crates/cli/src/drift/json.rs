//! JSON output of `planwright drift`.

use planwright_api::drift::{of_pair, verdict};
use serde_json::{Map, Value, json};

use super::{Comparison, Found, Judgement};

/// Returns `{"backward": {"verdict", "witness"}, "forward": …, "changes": […]}` for two files. For folders, `files`
/// has one such object per path.
pub(super) fn of(comparison: &Comparison) -> Value {
    if !comparison.is_many {
        return comparison.judgements.first().map_or(Value::Null, judgement);
    }
    let files: Map<String, Value> =
        comparison.judgements.iter().map(|one| (one.label.clone(), judgement(one))).collect();
    json!({ "files": files })
}

/// Returns the verdicts of each file, by path.
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
