//! Replaces help that would not make a document better.
//!
//! Help about a value of the wrong type is found without the schema of what is inside the value: an object in the place
//! of a list may be its only item, or may have to become something else. Only a check of the changed document shows it.

use planwright_source::Pointer;
use serde_json::Value;

use crate::codes::TYPE_MISMATCH;
use crate::diagnostic::{Diagnostic, PatchOp};

/// Maximum number of findings whose help is tried. A check takes time, and models fix the first findings first.
const MAX_TRIED: usize = 8;

/// Replaces the help of findings about types if the document has as many errors with the change that it recommends.
///
/// The new help is what the check reports about the changed value, which is the next thing that would have to be fixed.
/// `check` returns the findings of a document.
pub(super) fn replace_misleading_help(
    found: &mut [Diagnostic],
    document: &Value,
    check: impl Fn(&Value) -> Vec<Diagnostic>,
) {
    let errors = found.iter().filter(|finding| finding.is_error()).count();
    let reshaping = found.iter_mut().filter(|finding| finding.code == TYPE_MISMATCH).filter_map(|finding| {
        let (path, changed) = changed(document, &finding.patches.first()?.op)?;
        Some((finding, path, changed))
    });
    for (finding, path, changed) in reshaping.take(MAX_TRIED) {
        let left = check(&changed);
        if left.len() <= errors.saturating_sub(1) {
            continue;
        }
        finding.help = None;
        finding.patches.clear();
        // More errors than before show that the author meant something else.
        if left.len() == errors
            && let Some(next) = left.into_iter().find(|one| one.at.is_within(&path))
        {
            let is_here = next.at == finding.at;
            finding.patches = if is_here { next.patches } else { Vec::new() };
            finding.help = Some(next.help.filter(|_| is_here).unwrap_or(next.message));
        }
    }
}

/// Returns the document with the change of a patch that replaces a value, and the location of the value.
fn changed(document: &Value, op: &PatchOp) -> Option<(Pointer, Value)> {
    let (path, value) = match op {
        PatchOp::Replace { path, value } => (path, value),
        PatchOp::Move { from, path } if from.parent().as_ref() == Some(path) => {
            (path, document.pointer(from.as_str())?)
        }
        PatchOp::Add { .. } | PatchOp::Remove { .. } | PatchOp::Move { .. } | PatchOp::Text { .. } => return None,
    };
    let (value, mut changed) = (value.clone(), document.clone());
    *changed.pointer_mut(path.as_str())? = value;
    Some((path.clone(), changed))
}
