//! Runs a confirmed plan step by step, each with an audit entry that is there before anything changes.

use planwright_check::{Checked, Diagnostic, Report};
use planwright_generated::form_plan::{FormPlan, FormStep};

use super::StepResult;
use super::audit::{AuditEntry, AuditState};
use super::effect::{action, effect, failed, params, step_at};
use super::store::{Commit, FormStore, TokenState, UndoRecord};

/// Where times and undo tokens come from. A token that was given out before must not come again.
pub struct Sources<'s> {
    /// The time now, as it shall stand in the audit log.
    pub clock: &'s mut dyn FnMut() -> String,
    /// A new undo token.
    pub tokens: &'s mut dyn FnMut() -> String,
}

/// What an execution came to.
#[derive(Clone, Debug)]
pub struct Executed {
    /// Why it stopped, if it did, and warnings.
    pub report: Report,
    /// The steps that were done. Those after the first failing one were not tried.
    pub steps: Vec<StepResult>,
}

impl Executed {
    /// Whether all steps were done.
    pub fn ok(&self) -> bool {
        !self.report.has_errors()
    }

    /// The undo tokens of the steps that were done, oldest first. Redeem them from the end.
    pub fn tokens(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.steps.iter().filter_map(|step| step.token.as_deref())
    }
}

/// Runs `plan`, which its user has confirmed. It stops at the first step that fails; what was done before stays, and can be
/// taken back with its tokens.
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
    let entry = begin(action(step), params(step), store, sources).map_err(|error| failed(step_at(number), &error))?;
    let effect = match effect(step, number, last, store) {
        Ok(effect) => effect,
        Err(error) => return Err(give_up(entry, error, store, sources)),
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
    match store.commit(Commit { entry, state, change, issued, tokens: Vec::new() }) {
        Ok(()) => {
            let (form, index, said) = (effect.form, effect.index, effect.said);
            Ok((StepResult { action: action(step), form, index, token, said }, effect.warning))
        }
        Err(error) => Err(give_up(entry, failed(step_at(number), &error), store, sources)),
    }
}

/// Writes the audit entry of an action that is about to happen.
pub(super) fn begin(
    action: &str,
    params: serde_json::Value,
    store: &mut impl FormStore,
    sources: &mut Sources<'_>,
) -> Result<u64, super::StoreError> {
    let started_at = (sources.clock)();
    store.begin(AuditEntry { action: action.to_owned(), params, started_at, state: AuditState::Started })
}

/// Says in the audit log that an action failed. A store that cannot even do that leaves the entry as started.
pub(super) fn give_up(
    entry: u64,
    error: Diagnostic,
    store: &mut impl FormStore,
    sources: &mut Sources<'_>,
) -> Diagnostic {
    let state = AuditState::Failed { at: (sources.clock)(), code: error.code.to_owned() };
    let commit = Commit { entry, state, change: None, issued: None, tokens: Vec::new() };
    // What is reported is the first error, whatever becomes of the entry.
    drop(store.commit(commit));
    error
}
