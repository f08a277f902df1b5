//! Documents with mistakes that have one mending: slips of notation, and what the patches of findings change.
//!
//! A change is kept only if the document is better for it, so mending never makes a document worse, and mending what was
//! mended changes nothing.

use planwright_runtime::{Patch, Report};
use planwright_source::{Extent, TextEdit, edited, fix_text, parse};

use crate::patch::text_edits;

/// How often a document is checked again: a mended name brings the mistakes behind it to light.
const ROUNDS: usize = 10;

/// How many edits of a round are tried one by one where all together do not help.
const MOST_TRIES: usize = 50;

/// The text with what can be mended mended; `None` where nothing can. `check` judges a text.
pub fn mend(text: &str, extent: Extent, check: impl Fn(&str) -> Result<Report, Report>) -> Option<String> {
    let mut mended = fix_text(text, extent).unwrap_or_else(|| text.to_owned());
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

/// Of each finding that has one the edits of its first patch that may be made.
fn edits(text: &str, report: &Report, extent: Extent) -> Vec<Vec<TextEdit>> {
    let is_allowed = |patch: &&Patch| patch.is_safe || extent == Extent::Unsafe;
    let allowed: Vec<Vec<&Patch>> = report.iter().map(|one| one.patches.iter().filter(is_allowed).collect()).collect();
    let mut all = text_edits(text, allowed.iter().flatten().copied()).into_iter();
    allowed
        .iter()
        .filter_map(|patches| all.by_ref().take(patches.len()).collect::<Vec<_>>().into_iter().flatten().next())
        .collect()
}
