//! Verdicts on the parts of a value that unions inside each other ask again and again.

use crate::basis::Nesting;

::std::thread_local! {
    static NESTED: Nesting<PartVerdicts> = Nesting::default();
}

/// What is known while schemas are applied to a value and to its parts.
#[derive(Default)]
struct PartVerdicts {
    /// Whether a part was too deep to be judged, so that no verdict of this value counts.
    is_too_deep: bool,
    /// By the addresses of check and part, which stand still until the outermost application ends.
    verdicts: ::std::collections::HashMap<(usize, usize), bool>,
}

/// Applies schemas to a value. With the outermost application ends what is known of parts.
pub(super) fn within<T>(apply: impl ::std::ops::FnOnce() -> T) -> T {
    Nesting::within(&NESTED, apply)
}

/// What `judge` says of a value by a check. A part that holds others is judged once by each check: a union asks each of its
/// branches, so that unions inside each other would ask as often as they have branches together.
pub(super) fn holds<C>(check: &C, value: &::serde_json::Value, judge: impl ::std::ops::FnOnce() -> bool) -> bool {
    if Nesting::depth(&NESTED) < 2 || !(value.is_array() || value.is_object()) {
        return judge();
    }
    let key = (::std::ptr::from_ref(check).addr(), ::std::ptr::from_ref(value).addr());
    if let Some(known) = Nesting::known(&NESTED, |nested| nested.verdicts.get(&key).copied()) {
        return known;
    }
    let holds = judge();
    Nesting::known(&NESTED, |nested| nested.verdicts.insert(key, holds));
    holds
}

/// Whether a part could not be judged: a schema that must not hold would take that for a yes.
pub(super) fn is_too_deep() -> bool {
    Nesting::known(&NESTED, |nested| nested.is_too_deep)
}

/// Notes that a part is too deep, for every schema that is being applied.
pub(super) fn note_too_deep() {
    let is_within = Nesting::depth(&NESTED) > 0;
    Nesting::known(&NESTED, |nested| nested.is_too_deep = is_within);
}
