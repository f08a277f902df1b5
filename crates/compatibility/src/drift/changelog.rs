//! Writes the changes of all schemas as a changelog for users of the schemas, with the step of the version that they
//! require.

use std::fmt::Write as _;

use planwright_drift::{Axis, Pair, Verdict, is_undecided, severities};
use planwright_project::render::markdown::{code, escaped, message};
use planwright_runtime::Severity;
use serde_json::{Map, Value, json};

use super::{Comparison, FileChange, FileComparison};

/// Step of a version, by semantic versioning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// Nothing changed.
    None,
    /// Only descriptions for readers changed.
    Patch,
    /// Documents changed, and none of those that count for the role breaks.
    Minor,
    /// It is undecided whether a document breaks.
    Unknown,
    /// A document breaks.
    Major,
}

impl Step {
    fn new(file: &FileComparison, comparison: &Comparison) -> Self {
        match &file.change {
            FileChange::Removed => Self::Major,
            FileChange::Added => Self::Minor,
            FileChange::Pair { .. } if file.breaks(comparison.semantics.content) => Self::Major,
            FileChange::Pair { pair, .. } if is_undecided(pair, file.role) => Self::Unknown,
            FileChange::Pair { pair, .. } if changes_documents(pair) => Self::Minor,
            FileChange::Pair { pair, .. } if pair.changes.is_empty() => Self::None,
            FileChange::Pair { .. } => Self::Patch,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Unknown => "undecided",
            Self::Major => "major",
        }
    }
}

/// Returns whether the two schemas accept different documents.
fn changes_documents(pair: &Pair) -> bool {
    [pair.backward(), pair.forward()].iter().any(|verdict| *verdict != Verdict::Proved)
}

/// Returns the changelog as Markdown.
pub(super) fn markdown(comparison: &Comparison) -> String {
    let steps: Vec<Step> = comparison.files.iter().map(|file| Step::new(file, comparison)).collect();
    let step = steps.iter().max().copied().unwrap_or(Step::None);
    let mut text = format!("## Changes of schemas\n\nVersion step: **{}**\n", step.word());
    for (file, step) in comparison.files.iter().zip(steps) {
        if step == Step::None && !file.is_renamed {
            continue;
        }
        let _ = writeln!(text, "\n### {} ({})\n", code(&file.label), step.word());
        match &file.change {
            FileChange::Added => text.push_str("- The schema is new.\n"),
            FileChange::Removed => text.push_str("- The schema was removed.\n"),
            FileChange::Pair { pair, .. } => {
                if file.is_renamed {
                    let _ = writeln!(text, "- The file was renamed from {}.", code(&file.old_name));
                }
                // A break is one for the users of a schema, also if the project accepts it.
                add_changes(&mut text, pair, &severities(pair, file.role, comparison.semantics.content));
            }
        }
        if let Some(acceptance) = &file.acceptance {
            let _ = writeln!(text, "\nAccepted: {}", escaped(&acceptance.description()));
        }
    }
    if step == Step::None && !comparison.files.iter().any(|file| file.is_renamed) {
        text.push_str("\nNothing changed.\n");
    }
    text
}

/// Adds the changes, those first that matter most.
fn add_changes(text: &mut String, pair: &Pair, severities: &[Severity]) {
    let groups = [("Breaking", Severity::Error), ("To check", Severity::Warning), ("Other changes", Severity::Note)];
    for (title, severity) in groups {
        let changes: Vec<_> = pair.changes.iter().zip(severities).filter(|(_, one)| **one == severity).collect();
        if changes.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{title}:\n");
        for (change, _) in changes {
            let at = change.pointer();
            let place = if at.is_root() { String::new() } else { format!("{}: ", code(at.as_str())) };
            let text_only = if change.rule.axis == Axis::Annotations { " (text)" } else { "" };
            let _ = writeln!(text, "- {place}{}{text_only}", message(&change.message));
        }
        text.push('\n');
    }
    text.truncate(text.trim_end_matches('\n').len());
    text.push('\n');
}

/// Returns the steps as JSON: that of all schemas, and that of each file.
pub(super) fn json(comparison: &Comparison) -> Value {
    let steps = comparison.files.iter().map(|file| (file.label.clone(), Step::new(file, comparison)));
    let steps: Vec<(String, Step)> = steps.collect();
    let step = steps.iter().map(|(_, step)| *step).max().unwrap_or(Step::None);
    let files: Map<String, Value> = steps.into_iter().map(|(label, step)| (label, step.word().into())).collect();
    json!({ "step": step.word(), "files": files })
}
