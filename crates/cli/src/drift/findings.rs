//! Findings: one for each change, one for each file whose verdict is broken or undecided.

use planwright_drift::{Change, Pair, Role, RuleId, Severity, Spot, Verdict};

use super::{Comparison, Judgement};
use crate::finding::{Finding, Place, Related};

/// How much of a witness a message holds.
const WITNESS: usize = 400;

/// That a file's verdict is broken or undecided.
pub(super) fn of_verdict(one: &Judgement, pair: &Pair, comparison: &Comparison) -> Option<Finding> {
    let finding = |severity, code| {
        let finding = Finding::error(code, verdicts(one, pair)).with_file(&one.new_name);
        Some(Finding { severity, ..finding })
    };
    if one.fails(comparison.content) {
        finding(Severity::Error, "VERDICT_BROKEN")
    } else if one.is_undecided() {
        finding(if comparison.strict { Severity::Error } else { Severity::Warning }, "VERDICT_UNDECIDED")
    } else {
        None
    }
}

pub(super) fn of_change(one: &Judgement, change: &Change, severity: Severity) -> Finding {
    let spot = change.new.as_ref().or(change.old.as_ref());
    let old = change.old.as_ref().filter(|_| change.new.is_some());
    Finding {
        severity,
        file: spot.map(|spot| one.file_of(spot)),
        place: spot.map(|spot| Place::new((spot.line, spot.column))),
        pointer: spot.map(|spot| spot.pointer.as_str().to_owned()),
        related: old.map(|spot| was(one, spot)).into_iter().collect(),
        ..Finding::error(change.rule.id.as_str(), change.message.clone())
    }
}

/// The place in the old schema.
fn was(one: &Judgement, spot: &Spot) -> Related {
    let folder = one.old_name.strip_suffix(one.name.as_str()).unwrap_or_default();
    let place = Some(Place::new((spot.line, spot.column)));
    Related { file: format!("{folder}{}", spot.file), place, message: "the schema before".to_owned() }
}

pub(super) fn removed(one: &Judgement) -> Finding {
    Finding::error(RuleId::DefinitionRemoved.as_str(), format!("{} is gone", one.old_name))
}

/// The verdicts of the directions that count.
fn verdicts(one: &Judgement, pair: &Pair) -> String {
    let directions = [(Role::Produced, "backward", pair.backward()), (Role::Consumed, "forward", pair.forward())];
    let counting =
        directions.into_iter().filter(|(other, _, verdict)| one.role != *other && *verdict != Verdict::Proved);
    let words: Vec<String> = counting.map(|(_, name, verdict)| format!("{name} {}", word(&verdict))).collect();
    format!("{}: {}", one.label, words.join("; "))
}

fn word(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Proved => "proved".to_owned(),
        Verdict::Broken(witness) => {
            let text = witness.to_string();
            let clipped: String = text.chars().take(WITNESS).collect();
            let more = if clipped.len() < text.len() { "…" } else { "" };
            format!("broken by {clipped}{more}")
        }
        Verdict::Undecided(because) => format!("undecided, because {because}"),
    }
}
