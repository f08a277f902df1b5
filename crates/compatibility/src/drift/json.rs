//! Renders the results as one JSON value.

use planwright_api::drift::{of_pair, verdict};
use serde_json::{Map, Value, json};

use super::{Comparison, FileChange, FileComparison};

/// Returns the results as JSON.
///
/// For two files the value is `{"backward": {"verdict", "witness"}, "forward": …, "changes": […]}`. For folders it
/// contains one such value for each file, by path, below `files`.
pub(super) fn from_comparison(comparison: &Comparison) -> Value {
    if !comparison.is_many {
        return comparison.files.first().map_or(Value::Null, of_file);
    }
    let files: Map<String, Value> = comparison.files.iter().map(|one| (one.label.clone(), of_file(one))).collect();
    json!({ "files": files })
}

/// Returns the verdicts of each file, by path.
pub(super) fn verdicts(comparison: &Comparison) -> Value {
    let pairs = comparison.files.iter().filter_map(|one| match &one.change {
        FileChange::Pair { pair, .. } => {
            let verdicts = json!({ "backward": verdict(&pair.backward()), "forward": verdict(&pair.forward()) });
            Some((one.label.clone(), verdicts))
        }
        _ => None,
    });
    json!({ "verdicts": pairs.collect::<Map<_, _>>() })
}

fn of_file(one: &FileComparison) -> Value {
    let mut object = of_change(one);
    if let Some(acceptance) = &one.acceptance {
        object["accepted"] = acceptance.to_json();
    }
    object
}

fn of_change(one: &FileComparison) -> Value {
    match &one.change {
        FileChange::Pair { pair, severities } => {
            let mut object = of_pair(pair, severities);
            let entries = object["changes"].as_array_mut().into_iter().flatten();
            for (change, entry) in pair.changes.iter().zip(entries) {
                if let Some(spot) = &change.old {
                    entry["old"]["file"] = one.old_file_of(spot).into();
                }
                if let Some(spot) = &change.new {
                    entry["new"]["file"] = one.new_file_of(spot).into();
                }
            }
            if one.is_renamed {
                object["renamed_from"] = one.old_name.clone().into();
            }
            object
        }
        FileChange::Added => json!({ "status": "added" }),
        FileChange::Removed => json!({ "status": "removed" }),
    }
}
