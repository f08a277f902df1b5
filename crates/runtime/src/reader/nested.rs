//! Verdicts on the parts of a value that unions inside each other ask again and again.

use super::{CheckVerdict, Refusal, ValueCheck};

::std::thread_local! {
    static NESTED: Nested = Nested::default();
}

/// What is known while schemas are applied to a value and to its parts.
#[derive(Default)]
struct Nested {
    /// How many applications are inside each other.
    depth: ::std::cell::Cell<usize>,
    /// Whether a part was too deep to be judged, so that no verdict of this value counts.
    is_too_deep: ::std::cell::Cell<bool>,
    /// By the addresses of check and part, which stand still until the outermost application ends.
    verdicts: ::std::cell::RefCell<::std::collections::HashMap<(usize, usize), bool>>,
}

/// One application of schemas to a value. With the outermost one ends what is known of parts.
pub(super) struct NestedVerdicts;

impl NestedVerdicts {
    pub(super) fn enter() -> Self {
        NESTED.with(|nested| nested.depth.set(nested.depth.get() + 1));
        Self
    }

    /// Whether a value is allowed. A part that holds others is judged once by each check: a union asks each of its branches, so
    /// that unions inside each other would ask as often as they have branches together.
    pub(super) fn holds(check: &ValueCheck, value: &::serde_json::Value, depth: usize) -> bool {
        let judge = || check.judge_at(value, false, depth).is_ok();
        let is_nested = NESTED.with(|nested| nested.depth.get() > 1);
        if !is_nested || !(value.is_array() || value.is_object()) {
            return judge();
        }
        let key = (::std::ptr::from_ref(check).addr(), ::std::ptr::from_ref(value).addr());
        if let Some(known) = NESTED.with(|nested| nested.verdicts.borrow().get(&key).copied()) {
            return known;
        }
        let holds = judge();
        NESTED.with(|nested| nested.verdicts.borrow_mut().insert(key, holds));
        holds
    }

    /// The verdict, unless a part could not be judged: a schema that must not hold would take that for a yes.
    pub(super) fn decided(verdict: CheckVerdict) -> CheckVerdict {
        if NESTED.with(|nested| nested.is_too_deep.get()) { Err(too_deep()) } else { verdict }
    }
}

impl Drop for NestedVerdicts {
    fn drop(&mut self) {
        NESTED.with(|nested| {
            nested.depth.set(nested.depth.get() - 1);
            if nested.depth.get() == 0 {
                nested.is_too_deep.set(false);
                nested.verdicts.borrow_mut().clear();
            }
        });
    }
}

/// The refusal of a part that is too deep, which is one of every schema that is being applied.
pub(super) fn too_deep() -> Refusal {
    NESTED.with(|nested| nested.is_too_deep.set(nested.depth.get() > 0));
    Refusal::Because("too deep to be judged")
}
