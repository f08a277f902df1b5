//! Caches verdicts on parts of a value, which nested unions would otherwise compute again and again.

use crate::basis::Nesting;

std::thread_local! {
    static NESTED: Nesting<PartVerdicts> = Nesting::default();
}

/// Verdicts on a value and its parts while schemas are applied to it.
#[derive(Default)]
struct PartVerdicts {
    /// Whether a part was too deep to be checked, so that no verdict on this value is valid.
    is_too_deep: bool,
    /// Verdicts by the addresses of check and part, which are stable until the outermost application ends.
    verdicts: std::collections::HashMap<(usize, usize), bool>,
}

/// Applies schemas to a value. The cached verdicts are dropped when the outermost application ends.
pub(super) fn within<T>(apply: impl FnOnce() -> T) -> T {
    Nesting::within(&NESTED, apply)
}

/// Returns the verdict of `judge` on a value and a check.
///
/// A container is checked once by each check. Otherwise a union would check every branch, and nested unions would
/// multiply that.
pub(super) fn holds<C>(check: &C, value: &serde_json::Value, judge: impl FnOnce() -> bool) -> bool {
    if Nesting::depth(&NESTED) < 2 || !(value.is_array() || value.is_object()) {
        return judge();
    }
    let key = (std::ptr::from_ref(check).addr(), std::ptr::from_ref(value).addr());
    if let Some(known) = Nesting::known(&NESTED, |nested| nested.verdicts.get(&key).copied()) {
        return known;
    }
    let holds = judge();
    Nesting::known(&NESTED, |nested| nested.verdicts.insert(key, holds));
    holds
}

/// Returns whether a part could not be checked. A schema under `not` must not treat that as a rejection.
pub(super) fn is_too_deep() -> bool {
    Nesting::known(&NESTED, |nested| nested.is_too_deep)
}

/// Records that a part is too deep, for every schema that is being applied.
pub(super) fn note_too_deep() {
    let is_within = Nesting::depth(&NESTED) > 0;
    Nesting::known(&NESTED, |nested| nested.is_too_deep = is_within);
}
