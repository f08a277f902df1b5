//! Controls: tiny SFDX projects `controls/<analyzer>/<case>/`, each with one defect that the analyzer must report.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::analyzer::AnalyzerReport;

/// A case with the phrases of its `expect.txt`, one per line.
pub(super) struct Control {
    pub(super) name: String,
    pub(super) dir: PathBuf,
    phrases: Vec<String>,
}

/// Reason why a control does not count as detected.
#[derive(Debug, PartialEq)]
pub(super) enum Fault {
    /// There is no `expect.txt`.
    Unstated,
    /// The analyzer found nothing, or something else.
    Unnamed(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unstated => write!(f, "has no expect.txt"),
            Self::Unnamed(phrase) => write!(f, "does not fail with `{phrase}`"),
        }
    }
}

impl Control {
    /// Returns why `report` does not count. A control that fails for another reason proves nothing.
    pub(super) fn fault(&self, report: &AnalyzerReport) -> Option<Fault> {
        if self.phrases.is_empty() {
            return Some(Fault::Unstated);
        }
        let found = |phrase: &&String| report.findings.iter().any(|finding| finding.contains(phrase.as_str()));
        self.phrases.iter().find(|phrase| !found(phrase)).cloned().map(Fault::Unnamed)
    }
}

/// Returns the controls of one analyzer, by name.
pub(super) fn list(analyzers: &Path, analyzer: &str) -> Vec<Control> {
    let folder = analyzers.join("controls").join(analyzer);
    let open = |case: String| {
        let dir = folder.join(&case);
        let expect = fs::read_to_string(dir.join("expect.txt")).unwrap_or_default();
        let phrases = expect.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
        Control { name: format!("{analyzer}/{case}"), dir, phrases }
    };
    names(&folder).into_iter().map(open).collect()
}

/// Returns the folders of controls that no analyzer runs.
pub(super) fn unknown_controls(analyzers: &Path, known: &[&str]) -> Vec<String> {
    names(&analyzers.join("controls")).into_iter().filter(|name| !known.contains(&name.as_str())).collect()
}

/// Returns the folders in `dir`, sorted, or none if it cannot be read.
fn names(dir: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(phrases: &[&str], findings: &[&str]) -> Option<Fault> {
        let own = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
        let control = Control { name: String::new(), dir: PathBuf::new(), phrases: own(phrases) };
        control.fault(&AnalyzerReport { findings: own(findings), summary: String::new() })
    }

    #[test]
    fn every_phrase_must_be_found() {
        assert_eq!(fault(&["NoMeta"], &["A.cls:1: NoMeta: text"]), None);
        assert_eq!(fault(&["NoMeta", "Bare"], &["A.cls:1: NoMeta: text"]), Some(Fault::Unnamed("Bare".to_owned())));
        assert_eq!(fault(&["NoMeta"], &[]), Some(Fault::Unnamed("NoMeta".to_owned())));
    }

    #[test]
    fn a_control_without_a_phrase_proves_nothing() {
        assert_eq!(fault(&[], &["A.cls:1: NoMeta: text"]), Some(Fault::Unstated));
    }
}
