//! Runs the engine as test vectors define it: input, context, and facts for assertions.

use planwright_check::{Checked, Diagnostic, Report, check, codes};
use planwright_contracts::form_plan::{Plan, read_context};
use planwright_generated::form_plan::FormPlan;
use planwright_source::Pointer;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::effect::PLACEHOLDER_OPTION;
use super::execute::{Executed, Sources, execute};
use super::memory::MemoryStore;
use super::preview::preview;
use super::state::Form;
use super::undo::{undo, undo_all};
use super::{AuditEntry, StepResult};

/// Result of running a vector.
#[derive(Clone, Debug)]
pub struct Judged {
    /// True if there were no errors.
    pub valid: bool,
    /// The findings.
    pub report: Report,
    /// Further facts for assertions, by key.
    pub facts: Map<String, Value>,
}

/// Previews the plan in `text` on the forms of the context.
pub fn run_preview(text: &str, context: &Value) -> Judged {
    let (plan, store) = match parse_plan_and_store(text, context) {
        Ok(given) => given,
        Err(refused) => return *refused,
    };
    let shown = preview(&plan, &store);
    let facts = facts(&store, &shown.steps, store.audit());
    judged(shown.report, &facts)
}

/// Executes the plan in `text` if the context contains `confirm: true`, and otherwise previews it.
pub fn run_execute(text: &str, context: &Value) -> Judged {
    if context.get("confirm") != Some(&Value::Bool(true)) {
        return run_preview(text, context);
    }
    with_run(text, context, |executed, store, _| {
        let facts = facts(store, &executed.steps, store.audit());
        judged(executed.report, &facts)
    })
}

/// Executes the plan, then redeems its tokens according to the context.
pub fn run_undo(text: &str, context: &Value) -> Judged {
    with_run(text, context, |executed, store, sources| {
        let entries = store.audit().to_vec();
        let mut found: Vec<Diagnostic> = executed.report.iter().cloned().collect();
        let mut redeem = |token: &str, store: &mut MemoryStore| {
            found.extend(undo(token, store, sources).err().into_iter().flatten());
        };
        match (context.get("undo").and_then(Value::as_str), executed.tokens().last()) {
            (Some("same_token_twice"), Some(token)) => {
                redeem(token, store);
                redeem(token, store);
            }
            _ => found.extend(undo_all(executed.tokens(), store, sources).err().into_iter().flatten()),
        }
        let facts = facts(store, &executed.steps, &entries);
        judged(Report::of_value(found), &facts)
    })
}

fn with_run(
    text: &str,
    context: &Value,
    then: impl FnOnce(Executed, &mut MemoryStore, &mut Sources<'_>) -> Judged,
) -> Judged {
    let (plan, mut store) = match parse_plan_and_store(text, context) {
        Ok(given) => given,
        Err(refused) => return *refused,
    };
    let (mut time, mut number) = (0, 0);
    let mut clock = || {
        time += 1;
        format!("2026-01-01T00:{:02}:{:02}Z", time / 60 % 60, time % 60)
    };
    let mut tokens = || {
        number += 1;
        format!("undo-{number}")
    };
    let mut sources = Sources { clock: &mut clock, tokens: &mut tokens };
    let executed = execute(&plan, &mut store, &mut sources);
    then(executed, &mut store, &mut sources)
}

/// Parses the plan and the store.
///
/// # Errors
///
/// Returns the result of a run that changed nothing if the plan or the context is invalid.
fn parse_plan_and_store(text: &str, context: &Value) -> Result<(Checked<FormPlan>, MemoryStore), Box<Judged>> {
    let forms = context.get("forms").filter(|forms| !forms.is_null());
    let forms = forms.map_or_else(|| Ok(Vec::new()), Vec::<Form>::deserialize).map_err(|error| {
        let message = format!("the context's forms cannot be read: {error}");
        let report = Report::of_value(vec![Diagnostic::error(codes::SCHEMA_VIOLATION, Pointer::root(), message)]);
        Box::new(judged(report, &json!({})))
    })?;
    let store = MemoryStore::new(forms, context.get("next_id").and_then(Value::as_u64));
    match check::<Plan>(text, &read_context(context)) {
        Ok(plan) => Ok((plan, store)),
        Err(report) => Err(Box::new(judged(report, &facts(&store, &[], &[])))),
    }
}

fn facts(store: &MemoryStore, steps: &[StepResult], audit: &[AuditEntry]) -> Value {
    json!({
        "forms_after": forms_after(store),
        "undo_tokens": steps.iter().filter(|step| step.token.is_some()).count(),
        "audit_entries": audit.len(),
        "steps_done": steps.len(),
        "indices": steps.iter().map(|step| step.index).collect::<Vec<_>>(),
    })
}

/// Returns the forms without the placeholder options, which no plan contains.
fn forms_after(store: &MemoryStore) -> Vec<Form> {
    let mut forms = store.forms().to_vec();
    for field in forms.iter_mut().flat_map(|form| &mut form.fields) {
        field.options.retain(|option| option != PLACEHOLDER_OPTION);
    }
    forms
}

fn judged(report: Report, facts: &Value) -> Judged {
    let facts = facts.as_object().cloned().unwrap_or_default();
    Judged { valid: !report.has_errors(), report, facts }
}
