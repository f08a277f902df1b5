//! Limits the work of a validator whose schema comes from a user.
//!
//! Two keywords that validate the same property double the work with every level of a document. The validator has no
//! way to stop. A counting keyword is therefore added to each schema with subschemas, and unwinds when the steps are
//! used up.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

use jsonschema::{Keyword, ValidationError, ValidationOptions};
use serde_json::Value;

/// Name of the counting keyword. No document and no schema of a user contains it.
pub(crate) const COUNTER: &str = "\u{0}planwright:steps";
/// Number of steps for a document with one value.
const BASE_STEPS: u64 = 200_000;
/// Number of steps for each further value.
const STEPS_PER_VALUE: u64 = 200;
/// Maximum number of nested schemas that fits the stack of any thread.
const MAX_INLINE_DEPTH: usize = 400;
/// Stack size of a thread for deeper nesting. Memory is used only as far as the stack grows.
const STACK_SIZE: usize = 512 << 20;

/// Error if the steps are used up, or if no thread could be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfSteps;

thread_local! {
    /// Remaining steps, or `None` if they are not limited.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Runs a validation of `value` with a limit. The schema nests at most `depth` schemas for one value.
pub(crate) fn bounded<T: Send>(value: &Value, depth: usize, work: impl FnOnce() -> T + Send) -> Result<T, OutOfSteps> {
    if LEFT.get().is_some() {
        // This is part of a validation with a limit.
        return Ok(work());
    }
    let (values, levels) = size(value);
    let steps = BASE_STEPS.saturating_add(values.saturating_mul(STEPS_PER_VALUE));
    if depth.saturating_mul(levels) <= MAX_INLINE_DEPTH {
        return counted(steps, work);
    }
    thread::scope(|scope| {
        let run = || counted(steps, work);
        let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, run).map_err(|_| OutOfSteps)?;
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

fn counted<T>(steps: u64, work: impl FnOnce() -> T) -> Result<T, OutOfSteps> {
    LEFT.set(Some(steps));
    let done = catch_unwind(AssertUnwindSafe(work));
    LEFT.set(None);
    done.or_else(|cause| if cause.is::<OutOfSteps>() { Err(OutOfSteps) } else { resume_unwind(cause) })
}

/// Returns the number of values in a value, and the number of levels.
fn size(value: &Value) -> (u64, usize) {
    let add = |(values, levels): (u64, usize), inner: &Value| {
        let (more, deeper) = size(inner);
        (values + more, levels.max(deeper + 1))
    };
    match value {
        Value::Array(items) => items.iter().fold((1, 1), add),
        Value::Object(members) => members.values().fold((1, 1), add),
        _ => (1, 1),
    }
}

/// Adds the counting keyword to the options of a validator.
pub(crate) fn counting(options: ValidationOptions<'static>) -> ValidationOptions<'static> {
    options.with_keyword(COUNTER, |_, _, _| Ok(Box::new(StepCounter)))
}

struct StepCounter;

impl StepCounter {
    fn count() {
        if let Some(left) = LEFT.get() {
            if left == 0 {
                // This is not a panic: no hook runs, and `counted` returns an error.
                resume_unwind(Box::new(OutOfSteps));
            }
            LEFT.set(Some(left - 1));
        }
    }
}

impl<'i> Keyword<'i> for StepCounter {
    fn validate(&self, _: &'i Value) -> Result<(), ValidationError<'i>> {
        Self::count();
        Ok(())
    }

    fn is_valid(&self, _: &'i Value) -> bool {
        Self::count();
        true
    }
}
