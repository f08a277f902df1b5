//! Documents with mistakes that have one mending: slips of notation, and names and values with one near candidate.
//!
//! A change is kept only if the document is better for it, so mending never makes a document worse, and mending what was
//! mended changes nothing.

use planwright_source::{Extent, mend_text, parse};

use crate::{Diagnostic, Report};

/// How often a document is checked again: a mended name brings the mistakes behind it to light.
const ROUNDS: usize = 10;

/// The text with what can be mended mended; `None` where nothing can. `check` judges a text.
pub fn mend(text: &str, extent: Extent, check: impl Fn(&str) -> Result<Report, Report>) -> Option<String> {
    let mut mended = mend_text(text, extent).unwrap_or_else(|| text.to_owned());
    if parse(&mended).is_err() {
        return None;
    }
    for _ in 0..ROUNDS {
        let Err(report) = check(&mended) else { break };
        let edits: Vec<(usize, usize, String)> = report.iter().filter_map(|one| edit(&mended, one)).collect();
        let errors = report.errors().count();
        let is_better = |text: &String| check(text).map_or_else(|left| left.errors().count() < errors, |_| true);
        let together = applied(&mended, edits.clone());
        let each = || edits.into_iter().map(|one| applied(&mended, vec![one])).find(is_better);
        let Some(better) = Some(together).filter(|text| *text != mended && is_better(text)).or_else(each) else {
            break;
        };
        mended = better;
    }
    (mended != text).then_some(mended)
}

/// Another text for the bytes that a diagnostic shows, where these are a name or a string and one candidate is near.
fn edit(text: &str, diagnostic: &Diagnostic) -> Option<(usize, usize, String)> {
    let span = diagnostic.span.clone()?;
    let given: String = serde_json::from_str(text.get(span.clone())?).ok()?;
    let near = diagnostic.help.as_deref()?.strip_prefix("did you mean ")?.strip_suffix('?')?;
    let name: String = serde_json::from_str(near).ok()?;
    (given != name).then(|| (span.start, span.end, near.to_owned()))
}

/// The text with all edits made, of two that overlap the first.
fn applied(text: &str, mut edits: Vec<(usize, usize, String)>) -> String {
    edits.sort();
    let mut made = String::new();
    let mut from = 0;
    for (start, end, with) in edits {
        if start >= from {
            made.push_str(&text[from..start]);
            made.push_str(&with);
            from = end;
        }
    }
    made + &text[from..]
}
