//! Hints of the Model Context Protocol about the effect of a tool. Callers rely on each of them.

use serde_json::{Map, Value};

/// Rule for one hint.
struct HintRule {
    name: &'static str,
    /// Value if the tool does not set the hint.
    default: bool,
    /// Value that promises something.
    promise: bool,
    /// Consequence if the promise is withdrawn.
    withdrawn: &'static str,
}

const READ_ONLY: HintRule = HintRule {
    name: "readOnlyHint",
    default: false,
    promise: true,
    withdrawn: "who calls it without asking, because it only reads, may change something now",
};

const HINTS: [HintRule; 4] = [
    READ_ONLY,
    HintRule {
        name: "destructiveHint",
        default: true,
        promise: false,
        withdrawn: "who calls it without asking, because it only adds, may destroy something now",
    },
    HintRule {
        name: "idempotentHint",
        default: false,
        promise: true,
        withdrawn: "who calls it again after a failure, because twice is as once, may do it twice now",
    },
    HintRule {
        name: "openWorldHint",
        default: true,
        promise: false,
        withdrawn: "who calls it because it stays in a closed domain may reach out of it now",
    },
];

/// Returns the names of the hints. Their values are booleans.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    HINTS.iter().map(|hint| hint.name)
}

/// Hint whose meaning changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintChange {
    /// Name, such as `readOnlyHint`.
    pub name: &'static str,
    /// Old value, explicit or by default.
    pub old: bool,
    /// New value.
    pub new: bool,
    /// Consequence for callers, if a promise was withdrawn.
    pub withdrawn: Option<&'static str>,
}

/// Returns the hints whose meaning changed. A read-only tool is implicitly non-destructive and idempotent.
pub(super) fn changed(old: &Map<String, Value>, new: &Map<String, Value>) -> Vec<HintChange> {
    let changed = HINTS.iter().filter_map(|hint| {
        let (old, new) = (meant(old, hint), meant(new, hint));
        let withdrawn = (new != hint.promise).then_some(hint.withdrawn);
        (old != new).then_some(HintChange { name: hint.name, old, new, withdrawn })
    });
    changed.collect()
}

fn meant(annotations: &Map<String, Value>, hint: &HintRule) -> bool {
    let given = |hint: &HintRule| annotations.get(hint.name).and_then(Value::as_bool).unwrap_or(hint.default);
    match hint.name {
        "destructiveHint" | "idempotentHint" if given(&READ_ONLY) => hint.promise,
        _ => given(hint),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_reads_is_harmless_in_every_way() {
        let of = |text: &str| serde_json::from_str::<Map<String, Value>>(text).expect("an object");
        let found = |old: &str, new: &str| -> Vec<(&str, bool)> {
            changed(&of(old), &of(new)).iter().map(|hint| (hint.name, hint.withdrawn.is_some())).collect()
        };
        let read_only = r#"{"readOnlyHint": true}"#;
        assert_eq!(found("{}", r#"{"readOnlyHint": false, "destructiveHint": true}"#), []);
        assert_eq!(found(read_only, r#"{"readOnlyHint": true, "destructiveHint": true}"#), []);
        assert_eq!(
            found(read_only, "{}"),
            [("readOnlyHint", true), ("destructiveHint", true), ("idempotentHint", true)]
        );
        assert_eq!(
            found(read_only, r#"{"destructiveHint": false}"#),
            [("readOnlyHint", true), ("idempotentHint", true)]
        );
        assert_eq!(found("{}", r#"{"openWorldHint": false}"#), [("openWorldHint", false)]);
        assert_eq!(found(r#"{"openWorldHint": false}"#, "{}"), [("openWorldHint", true)]);
    }
}
