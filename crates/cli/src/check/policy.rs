//! Applies the policy for warnings: some are errors, and some are accepted, by code and file and with a reason.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use glob::Pattern;
use planwright_runtime::{FindingCounts, Severity};
use serde_json::Value;

use super::baseline::Baseline;
use crate::deny::{DenyArgs, unknown};
use planwright_project::checked_files::CheckedDocument;
use planwright_project::config::{CheckConfig, IgnoreConfig};
use planwright_project::config_locations;
use planwright_project::exit::Failure;

/// Policy for the warnings of a set of documents.
#[derive(Debug, Default)]
pub(super) struct Policy {
    denies_all: bool,
    denied: Vec<String>,
    /// Accepted warnings.
    accepted: Vec<IgnoreEntry>,
    baseline: Option<Arc<Baseline>>,
}

/// An entry of `[[check.ignore]]`.
#[derive(Debug)]
struct IgnoreEntry {
    config: IgnoreConfig,
    /// Patterns of files. If empty, all files match.
    files: Vec<Pattern>,
    is_used: AtomicBool,
}

impl IgnoreEntry {
    /// Returns whether the entry is about a warning, and remembers that it was used.
    fn accepts(&self, file: &str, code: &str) -> bool {
        let is_meant = || self.files.is_empty() || self.files.iter().any(|pattern| pattern.matches(file));
        let accepts = self.config.code == code && is_meant();
        if accepts {
            self.is_used.store(true, Ordering::Relaxed);
        }
        accepts
    }

    /// Returns a warning if the entry matched nothing.
    fn unused(&self) -> Option<String> {
        if self.is_used.load(Ordering::Relaxed) {
            return None;
        }
        let IgnoreConfig { code, files, reason } = &self.config;
        let place = config_locations::first_prefix(&["check.ignore.reason"], reason);
        let files = if files.is_empty() { String::new() } else { format!(", files {}", files.join(", ")) };
        let entry = format!("the entry of [[check.ignore]] with reason {reason:?}, code {code}{files}");
        Some(format!("warning: {place}{entry} matches no warning; remove it"))
    }
}

impl Policy {
    /// Combines the options of the command line and the configuration.
    pub(super) fn from_settings(
        args: &DenyArgs,
        config: &CheckConfig,
        inside: &dyn Fn(&String) -> String,
    ) -> Result<Self, Failure> {
        let mut reasons = Vec::new();
        let mut policy = Self { denies_all: args.deny_warnings, denied: args.deny.clone(), ..Self::default() };
        policy.denies_all |= config.deny_warnings == Some(true);
        policy.denied.extend(config.deny.iter().cloned());
        for ignore in &config.ignore {
            let files = ignore.files.iter().map(|file| Pattern::new(&inside(file)));
            match files.collect::<Result<Vec<_>, _>>() {
                Ok(files) => {
                    let (config, is_used) = (ignore.clone(), AtomicBool::new(false));
                    policy.accepted.push(IgnoreEntry { config, files, is_used });
                }
                Err(error) => reasons.push(format!("check.ignore.files: {error}")),
            }
        }
        let codes = policy.denied.iter().chain(policy.accepted.iter().map(|entry| &entry.config.code));
        let place = |code: &str| config_locations::first_prefix(&["check.deny", "check.ignore.code"], code);
        reasons.extend(codes.filter_map(|code| Some(place(code) + &unknown(code)?)));
        if reasons.is_empty() { Ok(policy) } else { Err(Failure::all(reasons)) }
    }

    /// Returns the options of the command line, as a report lists them.
    pub(super) fn settings(&self) -> Vec<String> {
        let denied: BTreeSet<&String> = self.denied.iter().collect();
        let denied = denied.into_iter().map(|code| format!("deny {code}"));
        self.denies_all.then(|| "deny-warnings".to_owned()).into_iter().chain(denied).collect()
    }

    /// Adds a baseline. Each baseline file is read only once.
    pub(super) fn with_baseline(
        self,
        path: Option<&PathBuf>,
        read: &mut BTreeMap<PathBuf, Arc<Baseline>>,
    ) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(self) };
        let baseline = match read.get(path) {
            Some(known) => Arc::clone(known),
            None => Arc::clone(read.entry(path.clone()).or_insert(Arc::new(Baseline::load(path)?))),
        };
        Ok(Self { baseline: Some(baseline), ..self })
    }

    /// Returns the baseline and its address in memory, which identifies it.
    pub(super) fn baseline(&self) -> Option<(*const Baseline, &Baseline)> {
        self.baseline.as_deref().map(|baseline| (std::ptr::from_ref(baseline), baseline))
    }

    /// Removes accepted findings from the document, and turns denied warnings into errors.
    pub(super) fn applied(&self, mut document: CheckedDocument) -> CheckedDocument {
        if !self.changes_verdicts() {
            return document;
        }
        let entries = document.json.as_mut().and_then(|json| json["diagnostics"].as_array_mut());
        let mut entries = entries.map(std::mem::take).unwrap_or_default().into_iter();
        let found = std::mem::take(&mut document.findings);
        let mut kept = Vec::new();
        let baseline = self.baseline.as_ref().map(|baseline| (baseline, baseline.saw(&document.name)));
        let mut accepted = 0;
        for mut finding in found {
            let mut entry = entries.next();
            if baseline.as_ref().is_some_and(|(baseline, name)| baseline.accepts(name, &finding)) {
                let FindingCounts { errors, warnings } = FindingCounts::from_finding(&finding);
                document.errors = document.errors.saturating_sub(errors);
                document.warnings = document.warnings.saturating_sub(warnings);
                accepted += 1;
                continue;
            }
            if finding.severity != Severity::Error {
                let warnings = FindingCounts::from_finding(&finding).warnings;
                if self.accepts(&document.name, finding.code) {
                    document.warnings = document.warnings.saturating_sub(warnings);
                    continue;
                }
                if self.denies_all || self.denied.iter().any(|code| code == finding.code) {
                    finding.severity = Severity::Error;
                    if let Some(entry) = &mut entry {
                        entry["severity"] = "error".into();
                    }
                    document.warnings = document.warnings.saturating_sub(warnings);
                    document.errors += warnings;
                    document.passed = false;
                }
            }
            document.findings.push(finding);
            kept.extend(entry);
        }
        document.found = document.findings.len();
        if accepted > 0 {
            document.passed |= document.errors == 0;
        }
        if let Some(json) = &mut document.json {
            json["diagnostics"] = Value::Array(kept);
            json["valid"] = document.passed.into();
            if accepted > 0 {
                json["accepted"] = accepted.into();
            }
        }
        document
    }

    /// Returns `true` if the result for a document depends on its single findings.
    pub(super) fn changes_verdicts(&self) -> bool {
        self.denies_all || !self.denied.is_empty() || !self.accepted.is_empty() || self.baseline.is_some()
    }

    /// Returns a warning for each accepted warning that no document has.
    pub(super) fn unused(&self) -> impl Iterator<Item = String> {
        self.accepted.iter().filter_map(IgnoreEntry::unused)
    }

    fn accepts(&self, file: &str, code: &str) -> bool {
        // Every entry that matches is used, so there is no early return.
        self.accepted.iter().filter(|entry| entry.accepts(file, code)).count() > 0
    }
}
