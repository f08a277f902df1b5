//! Renders the results as JSON.

use planwright_drift::operations::{JudgedOperation, JudgedSide, OfferedOperation, OperationStatus};
use planwright_drift::{Change, Verdict};
use planwright_runtime::{Diagnostic, Severity};
use serde_json::{Map, Value, json};

use super::file::Lock;
use super::list::Listed;
use super::settings::LockSettings;
use crate::drift::verdict;
use planwright_project::render;

/// Returns `{"locks": [{"file", "written", "operations", "findings"}]}`, with `"formats_compared": false` if formats
/// are annotations.
pub(super) fn of_all(locks: &[Value]) -> Value {
    json!({ "locks": locks })
}

/// Returns one lock: an entry for each operation by name, and the findings.
pub(super) fn of_lock(
    settings: &LockSettings,
    is_written: bool,
    findings: &[Diagnostic],
    judged: &[JudgedOperation],
    (listed, kept): (&Listed, Option<&Lock>),
) -> Value {
    let operations = judged.iter().map(|one| {
        // Use the promised form: a request is shown in the form in which it was valid.
        let promised = kept.and_then(|kept| kept.operations.get(&one.name));
        (one.name.clone(), operation(one, promised.or_else(|| listed.operations.get(&one.name))))
    });
    let mut lock = json!({
        "file": settings.file.display().to_string(),
        "written": is_written,
        "operations": operations.collect::<Map<_, _>>(),
        "findings": render::json::findings(findings),
    });
    if !settings.semantics.asserts_formats {
        lock["formats_compared"] = false.into();
    }
    lock
}

fn operation(one: &JudgedOperation, promised: Option<&OfferedOperation>) -> Value {
    let status = match &one.status {
        OperationStatus::Same => "same",
        OperationStatus::Changed => "changed",
        OperationStatus::Added => "added",
        OperationStatus::Removed(_) => "removed",
    };
    let mut object = Map::from_iter([("status".to_owned(), Value::from(status))]);
    if let OperationStatus::Removed(Some(new)) = &one.status {
        object.insert("renamed_to".to_owned(), new.as_str().into());
    }
    if let Some((old, new)) = &one.route {
        object.insert("route".to_owned(), json!({ "old": old, "new": new }));
    }
    let shown = |arguments: &Value| promised.map_or_else(|| arguments.clone(), |op| op.request(&one.name, arguments));
    let answered = |result: &Value| promised.map_or_else(|| result.clone(), |op| op.answer(result));
    if let Some(arguments) = &one.example {
        object.insert("request".to_owned(), shown(arguments));
    }
    if let Some(input) = &one.input {
        object.insert("input".to_owned(), side(input, "request", &shown));
    }
    if let Some(output) = &one.output {
        object.insert("output".to_owned(), side(output, "response", &answered));
    }
    let hints = one.hints.iter().map(
        |hint| json!({ "name": hint.name, "old": hint.old, "new": hint.new, "withdrawn": hint.withdrawn.is_some() }),
    );
    object.insert("hints".to_owned(), hints.collect());
    let texts = one.texts.iter().map(|one| json!({ "at": one.at, "old": one.old, "new": one.new }));
    object.insert("texts".to_owned(), texts.collect());
    object.into()
}

fn side(side: &JudgedSide, shown: &str, show: &dyn Fn(&Value) -> Value) -> Value {
    let mut object = verdict(&side.verdict);
    if let Verdict::Broken(witness) = &side.verdict {
        object[shown] = show(witness);
    }
    if let Some(strict) = &side.strict {
        object["strict"] = verdict(strict);
    }
    object["changes"] = side.changes.iter().map(|(one, severity)| change(one, *severity)).collect();
    object
}

fn change(change: &Change, severity: Severity) -> Value {
    json!({
        "rule": change.rule.id.as_str(),
        "severity": severity.word(),
        "old": change.old.as_ref().map(|spot| &spot.pointer),
        "new": change.new.as_ref().map(|spot| &spot.pointer),
        "message": change.message,
    })
}
