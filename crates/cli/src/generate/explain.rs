//! Implements `planwright gen --explain`: lists the properties whose type is any JSON value, with the reason.

use std::fmt::Write as _;

use planwright_codegen::{Explanation, UNCONSTRAINED};
use planwright_source::printable;

use super::Set;
use planwright_project::render::human;
use planwright_project::report::CommandReport;

/// Prints the properties of a set whose type is any JSON value.
pub(super) fn print(set: &Set, found: &Explanation, report: &mut CommandReport) {
    let mut text = String::new();
    for value in &found.values {
        let member = if value.member.is_empty() { String::new() } else { format!(" {:?}", value.member) };
        let reason = value.reason.unwrap_or(UNCONSTRAINED);
        let _ = writeln!(
            text,
            "{}{}: {reason} ({}#{})",
            printable(&value.owner),
            printable(&member),
            printable(&set.location(&value.file)),
            printable(value.pointer.as_str())
        );
    }
    let by_reason = found.by_reason();
    for (reason, count) in &by_reason {
        let _ = writeln!(text, "{count:>6}  {reason}");
    }
    if found.nulls_as_absent > 0 {
        let _ = writeln!(text, "{:>6}  null is written as absent, because of `null-as-absent`", found.nulls_as_absent);
    }
    let typed = found.members - found.values.len();
    let _ = writeln!(
        text,
        "{}, {}: {typed} typed, {} any JSON value",
        human::some(found.types, "type"),
        if found.members == 1 { "1 property".to_owned() } else { format!("{} properties", found.members) },
        found.values.len()
    );
    report.print(text);
    report.count("types", found.types);
    report.count("members", found.members);
    report.count("any", found.values.len());
}
