//! Fixes errors that have exactly one fix: mistakes of notation, and findings with patches.
//!
//! A change is kept only if it improves the document. So a fix never makes a document worse, and fixing a fixed
//! document changes nothing.

use planwright_runtime::{Patch, Report};
use planwright_source::{Extent, TextEdit, edited, fix_text, parse};

use crate::patch::text_edits;

/// Maximum number of checks of a document. A fixed name can reveal errors that it had hidden.
const MAX_ROUNDS: usize = 10;

/// Maximum number of edits that are tried individually if all edits of a round together do not help.
const MAX_SINGLE_EDITS: usize = 50;

/// Fixes a document. Returns `None` if nothing can be fixed. `check` returns the report of a document.
pub fn fix_document(text: &str, extent: Extent, check: impl Fn(&str) -> Result<Report, Report>) -> Option<String> {
    let mut fixed = fix_text(text, extent).unwrap_or_else(|| text.to_owned());
    // Edits refer to positions of values, so the text must be parseable.
    if parse(&fixed).is_err() {
        return None;
    }
    let report_of = |text: &str| {
        let (Ok(report) | Err(report)) = check(text);
        report
    };
    for _ in 0..MAX_ROUNDS {
        let report = report_of(&fixed);
        let edits = edits(&fixed, &report, extent);
        let found = report.counts();
        let is_better = |text: &String| *text != fixed && report_of(text).counts() < found;
        // Try all edits at once. If they do not help together, a single one may.
        let together = Some(edited(&fixed, edits.concat())).filter(is_better);
        let each = || edits.into_iter().take(MAX_SINGLE_EDITS).map(|one| edited(&fixed, one)).find(is_better);
        let Some(better) = together.or_else(each) else { break };
        fixed = better;
    }
    (fixed != text).then_some(fixed)
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
