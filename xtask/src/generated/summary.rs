//! Output of `gen`: one line per part, and the files that were written or are stale.

use std::fmt::Write as _;

use planwright_sync::{Mode, Plan};

use super::COMMAND;

/// Maximum number of changed files of one part that are named.
const MAX_NAMED: usize = 20;

/// Inputs of one part, and the comparison of its files with the previous ones.
#[derive(Debug, Default)]
pub(crate) struct PartSummary {
    /// Description such as `42 schemas, 6 modules, 212 types`.
    pub facts: String,
    /// Number of files that were already up to date.
    pub fresh: usize,
    /// The other files, each with its previous state: `lib.rs (stale)`.
    pub changed: Vec<String>,
    /// Differences that a check prints.
    pub differences: String,
}

impl PartSummary {
    /// Returns the summary of a part whose files were compared by a plan.
    pub(crate) fn new(facts: String, plan: &Plan) -> Self {
        Self {
            facts,
            fresh: plan.unchanged_count(),
            changed: plan.changes().iter().map(|change| format!("{} ({})", change.path(), change.finding())).collect(),
            differences: plan.changes().iter().map(planwright_sync::Change::diff).collect(),
        }
    }

    /// Returns whether a file was missing, stale or orphaned.
    pub(crate) fn is_stale(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Returns the output about the part, with the differences of a check before it and the written files after it.
    pub(crate) fn lines(&self, place: &str, mode: Mode) -> String {
        let (before, verb) = match mode {
            Mode::Write => ("", "written"),
            Mode::Check => (self.differences.as_str(), "not as they should be"),
        };
        let Self { facts, fresh, changed, .. } = self;
        let mut lines = format!("{before}{place:<22} {facts}: {fresh} fresh, {} {verb}\n", changed.len());
        for file in changed.iter().take(MAX_NAMED) {
            let _ = writeln!(lines, "  {file}");
        }
        if changed.len() > MAX_NAMED {
            let _ = writeln!(lines, "  and {} more", changed.len() - MAX_NAMED);
        }
        lines
    }
}

/// Returns the last line: totals, and what to do next.
pub(crate) fn end(parts: &[PartSummary], mode: Mode, failed: bool) -> String {
    let fresh: usize = parts.iter().map(|part| part.fresh).sum();
    let changed: usize = parts.iter().map(|part| part.changed.len()).sum();
    let total = fresh + changed;
    if failed {
        return format!("not every part is as it should be, see above; to generate all, run `{COMMAND}`\n");
    }
    match (mode, changed) {
        (Mode::Check, 0) => format!("all {total} generated files are fresh\n"),
        (Mode::Check, _) => {
            format!("{changed} of {total} generated files are not as they should be: run `{COMMAND}`\n")
        }
        (Mode::Write, _) => format!(
            "{total} generated files: {fresh} fresh, {changed} written. CONTRIBUTING.md names the sources of each; `git diff` shows the changes\n"
        ),
    }
}

/// Returns a count with its noun: `1 schema`, `2 schemas`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

#[cfg(test)]
mod tests {
    use planwright_sync::Mode;

    use super::{PartSummary, count, end};

    fn part(changed: usize) -> PartSummary {
        let changed = (0..changed).map(|index| format!("{index}.rs (stale)")).collect();
        PartSummary { facts: "2 schemas".to_owned(), fresh: 3, changed, differences: "-a\n+b\n".to_owned() }
    }

    #[test]
    fn a_run_reports_what_it_wrote() {
        assert_eq!(part(0).lines("docs", Mode::Write), "docs                   2 schemas: 3 fresh, 0 written\n");
        let many = part(22).lines("docs", Mode::Write);
        assert!(many.contains("  19.rs (stale)\n  and 2 more\n") && !many.contains("20.rs"), "{many}");
        assert!(end(&[part(1), part(0)], Mode::Write, false).starts_with("7 generated files: 6 fresh, 1 written."));
    }

    #[test]
    fn a_check_shows_what_differs_and_the_command() {
        assert!(part(1).lines("docs", Mode::Check).starts_with("-a\n+b\ndocs  "));
        assert_eq!(end(&[part(0)], Mode::Check, false), "all 3 generated files are fresh\n");
        let stale = end(&[part(1)], Mode::Check, false);
        assert!(stale.contains("1 of 4") && stale.contains("`cargo xtask gen`"), "{stale}");
        let failed = end(&[part(0)], Mode::Check, true);
        assert!(!failed.contains("fresh") && failed.contains("`cargo xtask gen`"), "{failed}");
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!((count(1, "page").as_str(), count(2, "page").as_str()), ("1 page", "2 pages"));
    }
}
