//! Verdicts on the parts of a value that unions inside each other ask again and again.

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

    /// What `judge` says of a value by a check. A part that holds others is judged once by each check: a union asks each of its
    /// branches, so that unions inside each other would ask as often as they have branches together.
    pub(super) fn holds<C>(check: &C, value: &::serde_json::Value, judge: impl ::std::ops::FnOnce() -> bool) -> bool {
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

    /// Whether a part could not be judged: a schema that must not hold would take that for a yes.
    pub(super) fn is_too_deep() -> bool {
        NESTED.with(|nested| nested.is_too_deep.get())
    }

    /// Notes that a part is too deep, for every schema that is being applied.
    pub(super) fn note_too_deep() {
        NESTED.with(|nested| nested.is_too_deep.set(nested.depth.get() > 0));
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
