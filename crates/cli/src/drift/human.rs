//! What was found as lines to read.

use planwright_drift::{Pair, Severity, Verdict};

use super::{Found, Judgement, Report};

/// Prints the verdicts of each file, with their witnesses, and its changes.
pub(super) fn print(report: &Report) {
    let mut failed = 0;
    for one in &report.judgements {
        failed += usize::from(one.fails(report.content));
        match &one.found {
            Found::Added => outln!("{}: a new schema", one.new_name),
            Found::Removed => outln!("{}: the schema is gone, and with it whatever refers to it", one.old_name),
            Found::Pair { pair, severities } => {
                let same =
                    pair.changes.is_empty() && pair.backward() == Verdict::Proved && pair.forward() == Verdict::Proved;
                if same && report.is_many {
                    continue;
                }
                outln!("{} -> {}", one.old_name, one.new_name);
                print_pair(pair, severities, one);
            }
        }
    }
    outln!("{} compared, {failed} broken", crate::human::some(report.judgements.len(), "schema"));
}

fn print_pair(pair: &Pair, severities: &[Severity], judgement: &Judgement) {
    for one in &pair.judged {
        let at = if one.at.is_root() { String::new() } else { format!("{}: ", one.at) };
        outln!("  {at}backward {}", verdict(&one.backward, "the old takes it, the new does not"));
        outln!("  {at}forward  {}", verdict(&one.forward, "the new takes it, the old does not"));
    }
    for (change, severity) in pair.changes.iter().zip(severities) {
        outln!("  {}[{}]: {}", severity.word(), change.rule.id, change.message);
        if let Some(spot) = change.new.as_ref().or(change.old.as_ref()) {
            let (file, at) = (judgement.shown(spot), root(spot.pointer.as_str()));
            outln!("    {file}:{}:{} at {at}", spot.line, spot.column);
        }
    }
}

fn root(pointer: &str) -> &str {
    if pointer.is_empty() { "the root" } else { pointer }
}

fn verdict(verdict: &Verdict, broken: &str) -> String {
    match verdict {
        Verdict::Proved => "proved: nothing breaks".to_owned(),
        Verdict::Broken(witness) => format!("broken by {witness}: {broken}"),
        Verdict::Undecided(because) => format!("undecided, because {because}"),
    }
}
