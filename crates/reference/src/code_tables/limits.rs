//! Implements `planwright rules limits`: the sizes and features that vendors and clients refuse, with their sources.

use std::fmt::Write as _;

use planwright_dialects::{LIMITS, Limit};
use serde_json::{Value, json};

/// Returns a table with a row for each dialect and source.
pub fn markdown() -> String {
    let mut table = "| Dialect | Limits | Kind | Read |\n|---|---|---|---|\n".to_owned();
    for same in LIMITS.chunk_by(|one, next| names(one) == names(next) && one.source == next.source) {
        let limit = &same[0];
        let kind = if limit.is_published { "published" } else { "reported" };
        let names = names(limit).join("`, `");
        let names = if names.is_empty() { "all".to_owned() } else { format!("`{names}`") };
        let limits: Vec<String> = same.iter().map(|one| format!("{} {}", one.max, one.subject.about())).collect();
        let limits = limits.join("; ");
        let _ = writeln!(table, "| {names} | {limits} | {kind} | [{}]({}) |", limit.date, limit.source);
    }
    table
}

/// Returns an array with an object for each limit.
pub fn json() -> Value {
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
