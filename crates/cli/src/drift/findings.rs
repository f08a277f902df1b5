//! What was found as facts: one for each change, one for each file whose verdict is broken or undecided.

use planwright_drift::{Change, Pair, Role, Severity, Verdict};

use super::{Found, Judgement, Report};
use crate::finding::Finding;

/// How much of a witness a message holds.
const WITNESS: usize = 400;

/// In the order of the files.
pub(super) fn of(report: &Report) -> Vec<Finding> {
    let mut found = Vec::new();
    for one in &report.judgements {
        match &one.found {
            Found::Added => {}
            Found::Removed => found.push(removed(one)),
            Found::Pair { pair, severities } => {
                found.extend(
                    pair.changes.iter().zip(severities).map(|(change, severity)| of_change(one, change, *severity)),
                );
                if one.fails(report.content) {
                    let message = verdicts(one, pair);
                    found.push(of_file(one, Severity::Error, "VERDICT_BROKEN", message));
                } else if one.is_undecided() {
                    let severity = if report.strict { Severity::Error } else { Severity::Warning };
                    found.push(of_file(one, severity, "VERDICT_UNDECIDED", verdicts(one, pair)));
                }
            }
        }
    }
    found
}

fn of_change(one: &Judgement, change: &Change, severity: Severity) -> Finding {
    let spot = change.new.as_ref().or(change.old.as_ref());
    Finding {
        severity,
        code: change.rule.id.as_str(),
        file: spot.map(|spot| one.shown(spot)),
        place: spot.map(|spot| (spot.line, spot.column)),
        pointer: spot.map(|spot| spot.pointer.as_str().to_owned()),
        message: change.message.clone(),
        help: None,
    }
}

fn removed(one: &Judgement) -> Finding {
    let message = format!("{} is gone", one.old_name);
    Finding { file: None, help: None, ..of_file(one, Severity::Error, "definition-removed", message) }
}

fn of_file(one: &Judgement, severity: Severity, code: &'static str, message: String) -> Finding {
    let file = Some(one.new_name.clone());
    Finding { severity, code, file, place: None, pointer: None, message, help: None }
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
            let shown: String = text.chars().take(WITNESS).collect();
            let more = if shown.len() < text.len() { "…" } else { "" };
            format!("broken by {shown}{more}")
        }
        Verdict::Undecided(because) => format!("undecided, because {because}"),
    }
}
