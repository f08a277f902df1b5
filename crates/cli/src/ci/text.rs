//! Renders the report as text: for terminals, for the log of GitHub Actions, and as Markdown.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use planwright_runtime::Severity;

use super::{PartResult, Verdict};
use planwright_project::exit::Failure;
use planwright_project::render::markdown::escaped;
use planwright_project::render::{github, human};
use planwright_runtime::Diagnostic;

/// Maximum number of findings of a part in the summary. The log contains all of them.
const MAX_FINDINGS: usize = 20;
/// Maximum length of a message in the summary.
const MAX_MESSAGE_CHARS: usize = 300;

/// Returns the report of each part, followed by the summary.
pub(super) fn human(parts: &[PartResult], verdict: Verdict) -> String {
    let mut text = String::new();
    for done in parts {
        let _ = writeln!(text, "== {}\n{}{}", done.part.name(), human::styled_text(&done.report), failures(done));
    }
    text + "== summary\n" + &table(parts, verdict)
}

/// Returns the text report of a part, followed by its failures.
fn body(done: &PartResult) -> String {
    format!("{}{}", human::text(&done.report), failures(done))
}

fn failures(done: &PartResult) -> Failure {
    Failure::from_reasons(done.report.failures.clone())
}

/// Returns the report in groups, each followed by its annotations. Content of files cannot act as a command to the
/// runner.
pub(super) fn github(parts: &[PartResult], verdict: Verdict) -> String {
    let (mut text, mut known) = (String::new(), HashSet::new());
    let missing = all_findings(parts)
        .filter(|finding| finding.code == "MISSING_FILE")
        .filter_map(|finding| finding.file.as_deref());
    let missing: HashSet<&str> = missing.map(github::plain_path).collect();
    let lost = all_findings(parts).filter(|finding| matches!(finding.code, "MISSING_FILE" | "EDITED_BY_HAND"));
    let lost: HashSet<&str> =
        lost.filter_map(|finding| Path::new(finding.file.as_ref()?).file_stem()?.to_str()).collect();
    for done in parts {
        let _ = writeln!(text, "::group::planwright {}: {}", done.part.name(), done.verdict.word());
        let _ = writeln!(text, "{}::endgroup::", github::harmless(&body(done)));
        // Two parts can find the same, such as those about blueprints and about the org.
        let findings: Vec<Diagnostic> = done
            .findings
            .iter()
            .filter(|one| !is_of_missing(one, &missing) && !has_reason(one, done) && !is_call_of(one, &lost))
            .cloned()
            .collect();
        for annotation in github::annotations(&findings).into_iter().filter(|one| known.insert(one.clone())) {
            let _ = writeln!(text, "{annotation}");
        }
    }
    text + &github::harmless(&table(parts, verdict))
}

fn all_findings(parts: &[PartResult]) -> impl Iterator<Item = &Diagnostic> {
    parts.iter().flat_map(|done| &done.findings)
}

/// Returns whether a finding is a verdict on a schema that has an annotation for the change that breaks it.
fn has_reason(finding: &Diagnostic, done: &PartResult) -> bool {
    let is_reason = |other: &Diagnostic| other.is_error() && other.position.is_some() && other.file == finding.file;
    finding.code == "VERDICT_BROKEN" && finding.help.is_none() && done.findings.iter().any(is_reason)
}

/// Returns whether a finding is about a call of an action whose class is reported as deleted or edited.
fn is_call_of(finding: &Diagnostic, classes: &HashSet<&str>) -> bool {
    let action = finding.facts.iter().find(|(name, _)| *name == "action");
    action.and_then(|(_, class)| class.as_str()).is_some_and(|class| classes.contains(class))
}

/// Returns whether a finding is about an older version of a file that is reported as missing.
fn is_of_missing(finding: &Diagnostic, missing: &HashSet<&str>) -> bool {
    let path = finding.file.as_deref().and_then(|file| file.split_once(':')).map(|(_, path)| path);
    path.is_some_and(|path| missing.contains(github::plain_path(path)))
}

/// Returns one line per part, and the combined verdict.
fn table(parts: &[PartResult], verdict: Verdict) -> String {
    let mut text = String::new();
    for done in parts {
        let _ = write!(text, "{:<9} {:<8} {}", done.part.name(), done.verdict.word(), counts(done));
        if done.verdict != Verdict::Passed {
            let _ = write!(text, "; run `{}`", done.command);
        }
        text.push('\n');
    }
    let passed = parts.iter().filter(|done| done.verdict == Verdict::Passed).count();
    let _ = writeln!(text, "{}: {passed} of {} parts passed", verdict.word(), parts.len());
    text
}

/// Returns the counts, such as `2 fresh, 0 stale`, or the number of reasons if a part could not run.
fn counts(done: &PartResult) -> String {
    if done.verdict == Verdict::NotRun {
        return human::some(done.report.failures.len(), "reason") + " above";
    }
    let one = |what: &str| what.strip_suffix('s').unwrap_or(what).to_owned();
    let named = |(what, number): &(&str, usize)| match number {
        _ if *what == "fresh" => format!("{number} up to date"),
        1 => format!("1 {}", one(what)),
        _ => format!("{number} {what}"),
    };
    let counts: Vec<String> = done.report.counts.iter().map(named).collect();
    if counts.is_empty() { "see above".to_owned() } else { counts.join(", ") }
}

/// Returns the summary as a table, followed by the most severe findings of each part.
pub(super) fn markdown(parts: &[PartResult], verdict: Verdict) -> String {
    let mut text =
        format!("## Planwright: {}\n\n| Part | Verdict | Findings | Command |\n|---|---|---|---|\n", verdict.word());
    for done in parts {
        let run = if done.verdict == Verdict::Passed { String::new() } else { escaped(&done.command) };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {run} |",
            done.part.name(),
            done.verdict.word(),
            counts(done).replace(" above", "")
        );
    }
    for done in parts {
        let mut worst: Vec<&Diagnostic> =
            done.findings.iter().filter(|finding| finding.severity != Severity::Note).collect();
        worst.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        let more = &done.report.markdown;
        if worst.is_empty() && more.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n### {}\n", done.part.name());
        for finding in worst.iter().take(MAX_FINDINGS) {
            let _ = writeln!(text, "- {}", item(finding));
        }
        if worst.len() > MAX_FINDINGS {
            let _ = writeln!(text, "- … and {} more", worst.len() - MAX_FINDINGS);
        }
        text.push_str(more);
    }
    text + "\n"
}

fn item(finding: &Diagnostic) -> String {
    let place = finding.position.map_or_else(String::new, |place| format!(":{}:{}", place.line, place.column));
    let file = finding.file.as_ref().map_or_else(String::new, |file| escaped(&format!("{file}{place}: ")));
    let message: String = finding.message.chars().take(MAX_MESSAGE_CHARS).collect();
    let more = if message.len() < finding.message.len() { "…" } else { "" };
    format!("{} {}: {file}{}{more}", finding.severity.word(), escaped(finding.code), escaped(&message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_one_line_without_markup() {
        let finding = Diagnostic::of_run("STALE_FILE", "m".repeat(MAX_MESSAGE_CHARS + 1)).with_file("x](y)");
        let expected = format!("error STALE\\_FILE: x\\](y): {}…", "m".repeat(MAX_MESSAGE_CHARS));
        assert_eq!(item(&finding), expected);
    }
}
