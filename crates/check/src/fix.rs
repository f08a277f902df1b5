//! Fixes errors that have exactly one fix: mistakes of notation, and findings with patches.
//!
//! A change is kept only if it improves the document. So a fix never makes a document worse, and fixing a fixed
//! document changes nothing.

use planwright_runtime::{FindingCounts, Patch, Report};
use planwright_source::{Extent, TextEdit, edited, parse};

use crate::patch::text_edits;

/// Maximum number of checks of a document. A fixed name can reveal errors that it had hidden.
const MAX_ROUNDS: usize = 10;

/// Maximum number of edits that are tried individually if all edits of a round together do not help.
const MAX_SINGLE_EDITS: usize = 50;

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
