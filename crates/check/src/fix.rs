//! Fixes errors that have exactly one fix: mistakes of notation, and findings with patches.
//!
//! A change is kept only if it improves the document. So a fix never makes a document worse, and fixing a fixed
//! document changes nothing.

use std::collections::BTreeMap;

use planwright_runtime::{Diagnostic, FindingCounts, Patch, Report, codes};
use planwright_source::{Extent, TextEdit, edited, parse};

use crate::extract::Answer;
use crate::patch::text_edits;

/// Maximum number of checks of a document. A fixed name can reveal errors that it had hidden.
const MAX_ROUNDS: usize = 10;

/// Maximum number of edits that are tried individually if all edits of a round together do not help.
const MAX_SINGLE_EDITS: usize = 50;

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
    pub fn count<'f>(
        bytes: &[u8],
        findings: impl Iterator<Item = &'f Diagnostic> + Clone,
        check: impl Fn(&str) -> Result<Report, Report>,
    ) -> Self {
        let removed = |extent| match Answer::extract(bytes, extent, &check) {
            Ok(answer) if answer.document.as_bytes() != bytes => {
                let (Ok(left) | Err(left)) = check(&answer.document);
                removed_count(findings.clone(), &left)
            }
            _ => 0,
        };
        if findings.clone().next().is_none() {
            return Self::default();
        }
        let safe = removed(Extent::Safe);
        Self { safe, only_unsafe: removed(Extent::Unsafe).saturating_sub(safe) }
    }
}

/// Counts the findings that a report does not contain. Fixes move values, so a finding is the same at any location.
fn removed_count<'f>(findings: impl Iterator<Item = &'f Diagnostic> + Clone, left: &Report) -> usize {
    if findings.clone().any(|one| one.code == codes::MORE_FINDINGS) {
        // Not all findings are listed, so only their numbers can be compared.
        let found: FindingCounts = findings.map(FindingCounts::of).sum();
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

/// Applies the patches of findings. Returns `None` if none improves the document.
pub(crate) fn patched(text: &str, extent: Extent, check: &impl Fn(&str) -> Result<Report, Report>) -> Option<String> {
    // Edits refer to positions of values, so the text must be parseable.
    parse(text).ok()?;
    let mut fixed = text.to_owned();
    for _ in 0..MAX_ROUNDS {
        let (Ok(report) | Err(report)) = check(&fixed);
        let edits = edits(&fixed, &report, extent);
        let found = report.counts();
        let is_better = |text: &String| *text != fixed && is_better(check, text, found);
        // Try all edits at once. If they do not help together, a single one may.
        let together = Some(edited(&fixed, edits.concat())).filter(is_better);
        let each = || edits.into_iter().take(MAX_SINGLE_EDITS).map(|one| edited(&fixed, one)).find(is_better);
        let Some(better) = together.or_else(each) else { break };
        fixed = better;
    }
    (fixed != text).then_some(fixed)
}

/// Returns the counts of a result of a check.
pub(crate) fn counts_of(result: &Result<Report, Report>) -> FindingCounts {
    let (Ok(report) | Err(report)) = result;
    report.counts()
}

/// Returns whether a document has fewer findings than these.
pub(crate) fn is_better(check: &impl Fn(&str) -> Result<Report, Report>, text: &str, found: FindingCounts) -> bool {
    counts_of(&check(text)) < found
}

/// Returns for each finding the edits of its first permitted patch.
fn edits(text: &str, report: &Report, extent: Extent) -> Vec<Vec<TextEdit>> {
    let is_allowed = |patch: &&Patch| patch.is_safe || extent == Extent::Unsafe;
    let allowed: Vec<Vec<&Patch>> = report.iter().map(|one| one.patches.iter().filter(is_allowed).collect()).collect();
    let mut all = text_edits(text, allowed.iter().flatten().copied()).into_iter();
    allowed
        .iter()
        .filter_map(|patches| all.by_ref().take(patches.len()).collect::<Vec<_>>().into_iter().flatten().next())
        .collect()
}
