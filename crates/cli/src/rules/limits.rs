//! Implements `planwright rules limits`: the sizes and features that vendors and clients refuse, with their sources.

use std::fmt::Write as _;

use planwright_dialects::{LIMITS, Limit};
use serde_json::{Value, json};

/// Returns a table with a row for each limit.
pub(super) fn markdown() -> String {
    let mut table = "| Dialect | Limit | Kind | Read |\n|---|---|---|---|\n".to_owned();
    for limit in LIMITS {
        let kind = if limit.is_published { "published" } else { "reported" };
        let (names, what) = (names(limit).join("`, `"), limit.subject.about());
        let names = if names.is_empty() { "all".to_owned() } else { format!("`{names}`") };
        let _ = writeln!(table, "| {names} | {} {what} | {kind} | [{}]({}) |", limit.max, limit.date, limit.source);
    }
    table
}

/// Returns an array with an object for each limit.
pub(super) fn json() -> Value {
    let row = |limit: &Limit| {
        json!({
            "group": "limits",
            "dialects": names(limit),
            "max": limit.max,
            "what": limit.subject.about(),
            "isPublished": limit.is_published,
            "date": limit.date,
            "source": limit.source,
        })
    };
    LIMITS.iter().map(row).collect()
}

fn names(limit: &Limit) -> Vec<&'static str> {
    limit.dialects.iter().map(|dialect| dialect.as_str()).collect()
}
