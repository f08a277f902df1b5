//! Renders findings as a GitLab Code Quality report: an array of objects, each with a fingerprint.

use std::collections::BTreeMap;

use planwright_runtime::Severity;
use planwright_source::printable;
use serde_json::{Value, json};

use planwright_runtime::Diagnostic;

use super::github::plain_path;

/// File in the report for a finding that has none, because GitLab requires one.
const NO_FILE: &str = "planwright.toml";

/// Returns the report of the findings, in their order.
pub fn code_quality(findings: &[Diagnostic]) -> Value {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let entries = findings.iter().map(|finding| {
        let path = plain_path(finding.file.as_deref().unwrap_or(NO_FILE));
        let facts = format!("{}\0{path}\0{:?}\0{}", finding.code, finding.pointer(), finding.message);
        let ordinal = seen.entry(facts.clone()).and_modify(|count| *count += 1).or_default();
        let help = finding.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
        json!({
            "description": printable(&format!("{}{help}", finding.message)),
            "check_name": finding.code,
            // Not the location, so that a finding keeps its fingerprint if it moves within its file.
            "fingerprint": planwright_sync::sha256_hex(format!("{facts}\0{ordinal}")),
            "severity": match finding.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Note => "info",
            },
            "location": { "path": path, "lines": { "begin": finding.position.map_or(1, |place| place.line) } },
        })
    });
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_unique_and_do_not_depend_on_the_line() {
        let at = |line| Diagnostic {
            position: Some(planwright_runtime::Position::from((line, 1))),
            ..Diagnostic::of_run("CODE", "message").with_file("./a.json")
        };
        let report = code_quality(&[at(1), at(2), Diagnostic::of_run("CODE", "other")]);
        let prints: Vec<&str> =
            report.as_array().unwrap().iter().map(|one| one["fingerprint"].as_str().unwrap()).collect();
        assert_ne!(prints[0], prints[1]);
        assert_ne!(prints[0], prints[2]);
        assert_eq!(code_quality(&[at(7)])[0]["fingerprint"], prints[0]);
        assert_eq!(report[0]["location"], json!({ "path": "a.json", "lines": { "begin": 1 } }));
        assert_eq!(report[2]["location"]["path"], NO_FILE);
    }
}
