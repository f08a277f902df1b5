//! Executes a confirmed plan step by step. Each step has an audit entry that is written before anything changes.

use planwright_check::{Checked, Diagnostic, Report};
use planwright_generated::form_plan::{FormPlan, FormStep};

use super::StepResult;
use super::audit::{AuditEntry, AuditState};
use super::effect::{action, effect, failed, params, step_at};
use super::store::{Commit, FormStore, TokenState, UndoRecord};

/// Sources of times and undo tokens. A token must never be issued twice.
pub struct Sources<'s> {
    /// Returns the current time for the audit log.
    pub clock: &'s mut dyn FnMut() -> String,
    /// Returns a new undo token.
    pub tokens: &'s mut dyn FnMut() -> String,
}

/// Result of an execution.
#[derive(Clone, Debug)]
pub struct Executed {
    /// The error that stopped the execution, if there is one, and warnings.
    pub report: Report,
    /// Steps that were executed. Steps after the first failure were not tried.
    pub steps: Vec<StepResult>,
}

impl Executed {
    /// Returns whether all steps were executed.
    pub fn ok(&self) -> bool {
        !self.report.has_errors()
    }

    /// Returns the undo tokens of the executed steps, oldest first. Redeem them in reverse order.
    pub fn tokens(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.steps.iter().filter_map(|step| step.token.as_deref())
    }
}

/// Executes a plan that its user has confirmed.
///
/// It stops at the first step that fails. Earlier steps are kept, and can be undone with their tokens.
///
/// ```
/// use planwright_check::check;
/// use planwright_contracts::form_plan::{Context, Plan};
/// use planwright_forms::{MemoryStore, Sources, execute, undo_all};
///
/// let text = r#"{"version": 1, "steps": [{"action": "create_form", "params": {"title": "Feedback"}}]}"#;
/// let plan = check::<Plan>(text, &Context::default()).expect("a valid plan");
/// let mut store = MemoryStore::new(Vec::new(), None);
/// let mut number = 0;
/// let mut tokens = || {
///     number += 1;
///     format!("token-{number}")
/// };
/// let mut clock = || "2026-01-06T10:00:00Z".to_owned();
/// let mut sources = Sources { clock: &mut clock, tokens: &mut tokens };
///
/// let done = execute(&plan, &mut store, &mut sources);
/// assert!(done.ok());
/// assert_eq!((store.forms().len(), store.audit().len()), (1, done.steps.len()));
///
/// let tokens: Vec<String> = done.tokens().map(str::to_owned).collect();
/// undo_all(tokens.iter().map(String::as_str), &mut store, &mut sources).expect("taken back");
/// assert!(store.forms().is_empty());
/// ```
pub fn execute(plan: &Checked<FormPlan>, store: &mut impl FormStore, sources: &mut Sources<'_>) -> Executed {
    let (mut steps, mut found) = (Vec::new(), Vec::new());
    let mut last = None;
    for (number, step) in plan.steps.iter().enumerate() {
        match run(step, number, last, store, sources) {
            Ok((result, warning)) => {
                if matches!(step, FormStep::CreateForm(_)) {
                    last = Some(result.form);
                }
                found.extend(warning);
                steps.push(result);
            }
            Err(error) => {
                found.push(error);
                break;
            }
        }
    }
    Executed { report: Report::of_value(found), steps }
}

fn run(
    step: &FormStep,
    number: usize,
    last: Option<u64>,
    store: &mut impl FormStore,
    sources: &mut Sources<'_>,
) -> Result<(StepResult, Option<Diagnostic>), Diagnostic> {
    // The entry comes first, so that there is never a change without one.
    let entry = begin(action(step), params(step), store, sources).map_err(|error| failed(step_at(number), &error))?;
    let effect = match effect(step, number, last, store) {
        Ok(effect) => effect,
        Err(error) => return Err(mark_failed(entry, error, store, sources)),
    };
    let (change, issued) = match effect.change {
        Some((change, inverse)) => {
            let token = (sources.tokens)();
            let record = UndoRecord { token, form: effect.form, inverse, state: TokenState::Open };
            (Some(change), Some(record))
        }
        None => (None, None),
    };
    let token = issued.as_ref().map(|record| record.token.clone());
    let state = AuditState::Done { at: (sources.clock)(), form: effect.form };
    // One commit contains the change, its token and the end of the entry. Either all of them are stored, or none.
    match store.commit(Commit { entry, state, change, issued, tokens: Vec::new() }) {
        Ok(()) => {
            let (form, index, said) = (effect.form, effect.index, effect.said);
            Ok((StepResult { action: action(step), form, index, token, said }, effect.warning))
        }
        Err(error) => Err(mark_failed(entry, failed(step_at(number), &error), store, sources)),
    }
}

/// Writes the audit entry of an action that is about to start.
pub(super) fn begin(
    action: &str,
    params: serde_json::Value,
    store: &mut impl FormStore,
    sources: &mut Sources<'_>,
) -> Result<u64, super::StoreError> {
    let started_at = (sources.clock)();
    store.begin(AuditEntry { action: action.to_owned(), params, started_at, state: AuditState::Started })
}

/// Marks an action as failed in the audit log. If the store fails again, the entry remains in the state started.
pub(super) fn mark_failed(
    entry: u64,
    error: Diagnostic,
    store: &mut impl FormStore,
    sources: &mut Sources<'_>,
) -> Diagnostic {
    let state = AuditState::Failed { at: (sources.clock)(), code: error.code.to_owned() };
    let commit = Commit { entry, state, change: None, issued: None, tokens: Vec::new() };
    // Report the first error, even if the entry cannot be completed.
    drop(store.commit(commit));
    error
}
