//! What was found as annotations of GitHub Actions.

use planwright_drift::Severity;

use super::{Found, Report};

/// Prints a workflow command for each change, and one for each verdict that is broken.
pub(super) fn print(report: &Report) {
    for one in &report.judgements {
        let Found::Pair { pair, severities } = &one.found else {
            if matches!(one.found, Found::Removed) {
                outln!("::error title=definition-removed::{}", data(&format!("{} is gone", one.old_name)));
            }
            continue;
        };
        for (change, severity) in pair.changes.iter().zip(severities) {
            let Some(spot) = change.new.as_ref().or(change.old.as_ref()) else { continue };
            let level = match severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "notice",
            };
            outln!(
                "::{level} file={},line={},col={},title={}::{}",
                property(&one.shown(spot)),
                spot.line,
                spot.column,
                property(change.rule.id),
                data(&change.message)
            );
        }
        if one.fails(report.content) {
            let words = format!("{}: backward {}, forward {}", one.name, pair.backward().word(), pair.forward().word());
            outln!("::error file={},title=drift::{}", property(&one.new_name), data(&words));
        }
    }
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
