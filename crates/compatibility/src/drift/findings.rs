//! Creates the findings: one for each change, and one for each file with a broken or undecided verdict.

use planwright_drift::{Change, Pair, Role, RuleId, Spot, Verdict};

use super::{Comparison, FileComparison};
use planwright_runtime::{Diagnostic, FindingScope, Position, RelatedPlace, Severity};
use serde_json::Value;

/// Maximum number of characters of a witness in a message.
const MAX_WITNESS_CHARS: usize = 400;

/// Returns the finding for a file whose verdict is broken or undecided.
pub(super) fn of_verdict(one: &FileComparison, pair: &Pair, comparison: &Comparison) -> Option<Diagnostic> {
    let finding = |severity, code| {
        let finding = Diagnostic::of_run(code, verdicts(one, pair)).with_file(&one.new_name);
        Some(Diagnostic { severity, ..finding })
    };
    if one.fails(comparison.semantics.content) {
        let help = one.version_refusal(comparison.semantics.content);
        finding(Severity::Error, "VERDICT_BROKEN").map(|finding| Diagnostic { help, ..finding })
    } else if one.is_undecided() {
        finding(if comparison.allow_undecided { Severity::Warning } else { Severity::Error }, "VERDICT_UNDECIDED")
    } else {
        None
    }
}

pub(super) fn of_change(one: &FileComparison, change: &Change, severity: Severity) -> Diagnostic {
    let spot = change.new.as_ref().or(change.old.as_ref());
    let old = change.old.as_ref().filter(|_| change.new.is_some());
    Diagnostic {
        severity,
        scope: if spot.is_some() { FindingScope::Document } else { FindingScope::Run },
        at: change.pointer(),
        file: spot.map(|spot| if change.new.is_some() { one.new_file_of(spot) } else { one.old_file_of(spot) }),
        position: spot.map(|spot| Position::from((spot.line, spot.column))),
        related: old.map(|spot| old_location(one, spot, change)).into_iter().collect(),
        ..Diagnostic::of_run(change.rule.id.as_str(), change.message.clone())
    }
}

/// Returns the location in the old schema, with a value that shows the change.
fn old_location(one: &FileComparison, spot: &Spot, change: &Change) -> RelatedPlace {
    let position = Some(Position::from((spot.line, spot.column)));
    let witness = change.witness.as_ref();
    let shown = witness.map(|witness| format!("; only one of the schemas accepts {} here", clipped(witness)));
    RelatedPlace {
        file: one.old_file_of(spot),
        position,
        message: format!("the old schema{}", shown.unwrap_or_default()),
    }
}

pub(super) fn removed(one: &FileComparison) -> Diagnostic {
    Diagnostic::of_run(RuleId::DefinitionRemoved.as_str(), format!("{} was removed", one.old_name))
}

/// Describes the verdicts of the directions that matter for the role.
fn verdicts(one: &FileComparison, pair: &Pair) -> String {
    let directions = [(Role::Produced, "backward", pair.backward()), (Role::Consumed, "forward", pair.forward())];
    let counting =
        directions.into_iter().filter(|(other, _, verdict)| one.role != *other && *verdict != Verdict::Proved);
    let words: Vec<String> = counting.map(|(_, name, verdict)| format!("{name} {}", word(&verdict))).collect();
    format!("{}: {}", one.label, words.join("; "))
}

fn word(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Proved => "proved".to_owned(),
        Verdict::Broken(witness) => format!("broken by {}", clipped(witness)),
        Verdict::Undecided(because) => format!("undecided, because {because}"),
    }
}

fn clipped(witness: &Value) -> String {
    let text = witness.to_string();
    let clipped: String = text.chars().take(MAX_WITNESS_CHARS).collect();
    let more = if clipped.len() < text.len() { "…" } else { "" };
    format!("{clipped}{more}")
}
