//! Bounds the work of a validator whose schema was not chosen by the program.
//!
//! Two keywords that validate the same property double the work with every level of a document. The validator cannot be told to
//! stop, so a keyword that counts is part of each schema that contains others, and unwinds when the steps are spent.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

use jsonschema::{Keyword, ValidationError, ValidationOptions};
use serde_json::Value;

/// The keyword that counts. No document and no schema of a user has it.
pub(crate) const COUNTER: &str = "\u{0}planwright:steps";
/// The steps for a document of one value.
const BASE_STEPS: u64 = 200_000;
/// The steps for each further value.
const STEPS_PER_VALUE: u64 = 200;
/// The most schemas inside each other that fit the stack of any thread.
const MAX_INLINE_DEPTH: usize = 400;
/// The stack of a thread for more. Memory is only used as far as the stack grows.
const STACK: usize = 512 << 20;

/// The steps were spent, or there was no thread for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfSteps;

thread_local! {
    /// The steps that are left; `None` where nothing is bounded.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Runs a validation of `value` by a schema that compares a value with up to `depth` schemas inside each other.
pub(crate) fn bounded<T: Send>(value: &Value, depth: usize, work: impl FnOnce() -> T + Send) -> Result<T, OutOfSteps> {
    if LEFT.get().is_some() {
        // Part of a validation that is bounded already.
        return Ok(work());
    }
    let (values, levels) = size(value);
    let steps = BASE_STEPS.saturating_add(values.saturating_mul(STEPS_PER_VALUE));
    if depth.saturating_mul(levels) <= MAX_INLINE_DEPTH {
        return counted(steps, work);
    }
    thread::scope(|scope| {
        let run = || counted(steps, work);
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).map_err(|_| OutOfSteps)?;
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

fn counted<T>(steps: u64, work: impl FnOnce() -> T) -> Result<T, OutOfSteps> {
    LEFT.set(Some(steps));
    let done = catch_unwind(AssertUnwindSafe(work));
    LEFT.set(None);
    done.or_else(|cause| if cause.is::<OutOfSteps>() { Err(OutOfSteps) } else { resume_unwind(cause) })
}

/// Returns how many values there are in a value, and how many levels.
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

/// Adds the keyword that counts to the options of a validator.
pub(crate) fn counting(options: ValidationOptions<'static>) -> ValidationOptions<'static> {
    options.with_keyword(COUNTER, |_, _, _| Ok(Box::new(StepCounter)))
}

struct StepCounter;

impl StepCounter {
    fn count() {
        if let Some(left) = LEFT.get() {
            if left == 0 {
                // Not a panic: no hook runs, and `counted` returns an error.
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
