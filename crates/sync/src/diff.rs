//! Creates unified diffs for findings.

use similar::TextDiff;

/// Returns a unified diff with three lines of context and the headers `a/path` and `b/path`.
pub fn unified(path: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    diff.unified_diff().context_radius(3).header(&format!("a/{path}"), &format!("b/{path}")).to_string()
}
