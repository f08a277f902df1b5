//! Counts the findings that fixes would remove, for summaries.

use std::collections::BTreeMap;

use planwright_runtime::{Diagnostic, FindingCounts, Report, codes};
use planwright_source::Extent;

use crate::extract::Answer;

/// Number of findings that fixes remove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixable {
    /// Findings that safe fixes remove.
    pub safe: usize,
    /// Findings that only fixes that may lose data remove.
    pub only_unsafe: usize,
}

impl Fixable {
    /// Counts those of the findings of a document that fixes remove. A fix can reveal other findings, which are not
    /// counted. `check` returns the report of a document.
    pub fn count(bytes: &[u8], findings: &[Diagnostic], check: impl Fn(&str) -> Result<Report, Report>) -> Self {
        if findings.is_empty() {
            return Self::default();
        }
        let removed = |extent| match Answer::extract(bytes, extent, &check) {
            Ok(answer) if answer.document.as_bytes() != bytes => {
                let (Ok(left) | Err(left)) = check(&answer.document);
                removed_count(findings, &left)
            }
            _ => 0,
        };
        let safe = removed(Extent::Safe);
        Self { safe, only_unsafe: removed(Extent::Unsafe).saturating_sub(safe) }
    }
}

/// Counts the findings that a report does not contain. Fixes move values, so a finding is the same at any location.
fn removed_count(findings: &[Diagnostic], left: &Report) -> usize {
    if findings.iter().any(|one| one.code == codes::MORE_FINDINGS) {
        // Not all findings are listed, so only their numbers can be compared.
        let found: FindingCounts = findings.iter().map(FindingCounts::from_finding).sum();
        let left = left.counts();
        return (found.errors + found.warnings).saturating_sub(left.errors + left.warnings);
    }
    let mut remaining: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for one in left.iter() {
        *remaining.entry((one.code, &one.message)).or_default() += 1;
    }
    let mut removed = 0;
    for one in findings {
        match remaining.get_mut(&(one.code, one.message.as_str())) {
            Some(count) if *count > 0 => *count -= 1,
            _ => removed += 1,
        }
    }
    removed
}
