//! Renders reports as `JUnit` XML: a suite for each command, and a test case for each checked file and each error.

use std::fmt::Write as _;

use planwright_source::{markup_text, printable_lines};

use crate::report::CommandReport;
use planwright_runtime::Diagnostic;

/// Report of one command.
pub struct TestSuite<'a> {
    name: &'a str,
    subjects: &'a [String],
    findings: Vec<Diagnostic>,
}

impl<'a> TestSuite<'a> {
    /// Creates the suite of one command.
    pub fn new(name: &'a str, report: &'a CommandReport) -> Self {
        Self { name, subjects: &report.subjects, findings: report.findings() }
    }

    /// Returns the files without errors.
    fn passed(&self) -> Vec<&str> {
        let is_clean = |file: &&str| {
            let about = |finding: &Diagnostic| finding.is_error() && finding.file.as_deref() == Some(file);
            !self.findings.iter().any(about)
        };
        let clean: Vec<&str> = self.subjects.iter().map(String::as_str).filter(is_clean).collect();
        // An empty suite would look as if nothing was run.
        let is_empty = clean.is_empty() && !self.findings.iter().any(Diagnostic::is_error);
        if is_empty { vec![self.name] } else { clean }
    }

    fn of_kind(&self, code_is_failure: bool) -> usize {
        self.findings.iter().filter(|one| one.is_error() && (one.code == "NOT_RUN") != code_is_failure).count()
    }
}

/// Renders all suites as one document.
pub fn test_suites(suites: &[TestSuite<'_>]) -> String {
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"planwright\">\n".to_owned();
    for suite in suites {
        let passed = suite.passed();
        let (failures, errors) = (suite.of_kind(true), suite.of_kind(false));
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\">",
            escaped(suite.name),
            passed.len() + failures + errors
        );
        for name in passed {
            let _ = writeln!(xml, "    <testcase classname=\"{0}\" name=\"{1}\"/>", escaped(suite.name), escaped(name));
        }
        for finding in suite.findings.iter().filter(|finding| finding.is_error()) {
            let element = if finding.code == "NOT_RUN" { "error" } else { "failure" };
            let file = finding.file.as_deref().unwrap_or(suite.name);
            let _ = writeln!(
                xml,
                "    <testcase classname=\"{}\" name=\"{}\">\n      <{element} type=\"{1}\" message=\"{}\">{}</{element}>\n    </testcase>",
                escaped(file),
                escaped(finding.code),
                escaped(&finding.message),
                escaped(&details(finding)),
            );
        }
        let warnings: String = suite
            .findings
            .iter()
            .filter(|finding| !finding.is_error())
            .map(|finding| details(finding) + "\n")
            .collect();
        if !warnings.is_empty() {
            let _ = writeln!(xml, "    <system-out>{}</system-out>", escaped(&warnings));
        }
        xml.push_str("  </testsuite>\n");
    }
    xml + "</testsuites>\n"
}

/// Returns `file:line:column: error[…]: message`, and lines for the pointer, the help and related places.
fn details(finding: &Diagnostic) -> String {
    let place = finding.position.map_or_else(String::new, |place| format!(":{}:{}", place.line, place.column));
    let file = finding.file.as_ref().map_or_else(String::new, |file| format!("{file}{place}: "));
    let mut text = format!("{file}{}[{}]: {}", finding.severity.word(), finding.code, finding.message);
    if let Some(pointer) = finding.pointer().filter(|pointer| !pointer.is_empty()) {
        let _ = write!(text, "\nat: {pointer}");
    }
    if let Some(help) = &finding.help {
        let _ = write!(text, "\nhelp: {help}");
    }
    for related in &finding.related {
        let _ = write!(text, "\nsee {}: {}", related.file, related.message);
    }
    text
}

/// Escapes a string for an element or an attribute. Characters that XML does not allow are written as `\u{…}`.
fn escaped(text: &str) -> String {
    markup_text(&printable_lines(text)).replace('\n', "&#10;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hostile_text_stays_text() {
        let finding = Diagnostic::of_run("CODE", "a\"/><error>\u{0}\u{ffff}\n]]>").with_file("<&>");
        let mut report = CommandReport::new();
        report.subjects.push("fine.json".to_owned());
        report.add([finding]);
        let xml = test_suites(&[TestSuite::new("check", &report)]);
        assert_eq!(xml.matches("<error").count(), 0, "{xml}");
        assert!(xml.contains("<testsuite name=\"check\" tests=\"2\" failures=\"1\" errors=\"0\""), "{xml}");
        assert!(xml.contains("message=\"a&quot;/&gt;&lt;error&gt;\\u{0}\\u{ffff}&#10;]]&gt;\""), "{xml}");
        assert!(xml.contains("<testcase classname=\"check\" name=\"fine.json\"/>"), "{xml}");
    }
}
