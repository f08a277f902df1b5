//! Parses a campaign that a person wrote, before it is stored.

use std::collections::BTreeSet;

use planwright_check::{Diagnostic, Policy, Report, codes, text, validate, wording};
use planwright_contracts::agent_proposal::State;
use planwright_source::Pointer;
use serde::Deserialize as _;
use serde_json::{Map, Value, json};

use super::Stored;
use crate::operations;

/// Parses `{"campaign": …, "tasks": […], "leads_summary": …, "available_artifacts": […], "operations": {…}}`.
///
/// The properties are those of a state snapshot, except `operations`, which maps names of operations to an
/// [`OperationPolicy`](crate::OperationPolicy). The last two are optional. A task has the form of `current_task`, and
/// any number of tasks is allowed.
pub fn read_state(text: &str) -> Result<Stored, Report> {
    let read = text::read_document(text, Policy::Strict)?;
    let mut found = Vec::new();
    let value = read.value;
    if value.is_object() {
        validate_all_but_tasks(&value, &mut found);
        value.get("operations").into_iter().for_each(|given| operations::validate(given, &mut found));
        match value.get("tasks") {
            Some(Value::Array(tasks)) => all_tasks(tasks, &mut found),
            Some(_) => {
                let message = "expected an array";
                found.push(Diagnostic::error(codes::TYPE_MISMATCH, Pointer::root().member("tasks"), message));
            }
            None => {
                let message = wording::missing_property("tasks");
                found.push(Diagnostic::error(codes::MISSING_FIELD, Pointer::root().member("tasks"), message));
            }
        }
    } else {
        found.push(Diagnostic::error(codes::TYPE_MISMATCH, Pointer::root(), "expected an object"));
    }
    if !found.iter().any(Diagnostic::is_error) {
        match Stored::deserialize(&value) {
            Ok(stored) => return Ok(stored),
            Err(error) => found.push(Diagnostic::error(codes::SCHEMA_VIOLATION, Pointer::root(), error.to_string())),
        }
    }
    Err(Report::of_text(found, &read.body))
}

/// Validates everything except the tasks, as the snapshot that it would form.
fn validate_all_but_tasks(value: &Value, found: &mut Vec<Diagnostic>) {
    let mut snapshot = Map::from_iter([
        ("current_task".to_owned(), Value::Null),
        ("pending_tasks".to_owned(), json!([])),
        ("recent_audit_log".to_owned(), json!([])),
    ]);
    for name in ["campaign", "leads_summary", "available_artifacts"] {
        snapshot.extend(value.get(name).map(|given| (name.to_owned(), given.clone())));
    }
    let judged = validate::<State>(Value::Object(snapshot), &(), &Pointer::root());
    found.extend(judged.err().into_iter().flatten());
}

fn all_tasks(tasks: &[Value], found: &mut Vec<Diagnostic>) {
    let id = |task: &Value| task.get("id").and_then(Value::as_str).map(str::to_ascii_lowercase);
    let known: BTreeSet<String> = tasks.iter().filter_map(id).collect();
    let mut seen = BTreeSet::new();
    for (index, task) in tasks.iter().enumerate() {
        let at = Pointer::root().member("tasks").member(&index.to_string());
        validate_task(task, &at, found);
        if id(task).is_some_and(|id| !seen.insert(id)) {
            let message = "another task before has this id";
            found.push(Diagnostic::error(codes::DUPLICATE_ITEM, at.member("id"), message));
        }
        let preconditions = task.get("preconditions").and_then(Value::as_array);
        for (number, waits_for) in preconditions.into_iter().flatten().enumerate() {
            if waits_for.as_str().is_some_and(|id| !known.contains(&id.to_ascii_lowercase())) {
                let at = at.member("preconditions").member(&number.to_string());
                let message = format!("there is no task {} to wait for", planwright_check::schema::shorten(waits_for));
                found.push(Diagnostic::error("UNKNOWN_PRECONDITION", at, message));
            }
        }
    }
}

/// Validates a task as the current task of a snapshot.
fn validate_task(task: &Value, at: &Pointer, found: &mut Vec<Diagnostic>) {
    let snapshot = json!({
        "campaign": { "id": "550e8400-e29b-41d4-a716-446655440000", "name": "", "status": "active" },
        "current_task": task,
        "pending_tasks": [],
        "leads_summary": { "total": 0, "pending": 0, "contacted": 0, "responded": 0, "current_lead": null },
        "recent_audit_log": [],
    });
    if task.is_null() {
        found.push(Diagnostic::error(codes::TYPE_MISMATCH, at.clone(), "expected an object, found null"));
        return;
    }
    let place = Pointer::root().member("current_task");
    for mut error in validate::<State>(snapshot, &(), &Pointer::root()).err().into_iter().flatten() {
        let below = error.at.tokens().skip(place.tokens().count());
        error.at = below.fold(at.clone(), |at, token| at.member(&token));
        found.push(error);
    }
}
