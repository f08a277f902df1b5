//! Fixes errors that have exactly one fix: mistakes of notation, and findings with patches.
//!
//! A change is kept only if it improves the document. So a fix never makes a document worse, and fixing a fixed
//! document changes nothing.

use planwright_runtime::{Patch, Report};
use planwright_source::{Extent, TextEdit, edited, mend_text, parse};

use crate::patch::text_edits;

/// Maximum number of checks of a document. A fixed name can reveal errors that it had hidden.
const ROUNDS: usize = 10;

/// Maximum number of edits that are tried individually if all edits of a round together do not help.
const MOST_TRIES: usize = 50;

/// Fixes a document. Returns `None` if nothing can be fixed. `check` returns the report of a document.
pub fn mend(text: &str, extent: Extent, check: impl Fn(&str) -> Result<Report, Report>) -> Option<String> {
    let mut mended = mend_text(text, extent).unwrap_or_else(|| text.to_owned());
    if parse(&mended).is_err() {
        return None;
    }
    let judge = |text: &str| {
        let (Ok(report) | Err(report)) = check(text);
        report
    };
    for _ in 0..ROUNDS {
        let report = judge(&mended);
        let edits = edits(&mended, &report, extent);
        let found = report.counts();
        let is_better = |text: &String| *text != mended && judge(text).counts() < found;
        let together = Some(edited(&mended, edits.concat())).filter(is_better);
        let each = || edits.into_iter().take(MOST_TRIES).map(|one| edited(&mended, one)).find(is_better);
        let Some(better) = together.or_else(each) else { break };
        mended = better;
    }
    (mended != text).then_some(mended)
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
