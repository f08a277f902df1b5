//! Creates unified diffs for findings.

use std::fmt::Write as _;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, Hunk, InternedInput, Token};

/// Number of unchanged lines before and after a change.
const CONTEXT: u32 = 3;

/// Returns a unified diff with three lines of context and the headers `a/path` and `b/path`, as `git apply` and `patch`
/// read it. It is empty if the contents are equal.
pub fn unified(path: &str, old: &str, new: &str) -> String {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let mut out = String::new();
    let mut changes: Vec<Hunk> = Vec::new();
    for change in diff.hunks() {
        // Contexts that meet or overlap are one hunk.
        if changes.last().is_some_and(|last| change.before.start - last.before.end > 2 * CONTEXT) {
            print_hunk(&mut out, &input, &changes);
            changes.clear();
        }
        changes.push(change);
    }
    print_hunk(&mut out, &input, &changes);
    if out.is_empty() { out } else { format!("--- a/{path}\n+++ b/{path}\n{out}") }
}

/// Prints neighbouring changes with their context.
fn print_hunk(out: &mut String, input: &InternedInput<&str>, changes: &[Hunk]) {
    let ([first, ..], [.., last]) = (changes, changes) else { return };
    let before = CONTEXT.min(first.before.start);
    let after = CONTEXT.min(to_u32(input.before.len()) - last.before.end);
    let range = |start: u32, end: u32| header(&(start - before..end + after));
    let _ = writeln!(
        out,
        "@@ -{} +{} @@",
        range(first.before.start, last.before.end),
        range(first.after.start, last.after.end)
    );
    let mut lines = |sign: char, tokens: &[Token], range: Range<u32>| {
        for &token in &tokens[range.start as usize..range.end as usize] {
            let line = input.interner[token];
            let end = if line.ends_with('\n') { "" } else { "\n\\ No newline at end of file\n" };
            let _ = write!(out, "{sign}{line}{end}");
        }
    };
    let mut printed = first.before.start - before;
    for change in changes {
        lines(' ', &input.before, printed..change.before.start);
        lines('-', &input.before, change.before.clone());
        lines('+', &input.after, change.after.clone());
        printed = change.before.end;
    }
    lines(' ', &input.before, printed..printed + after);
}

/// Returns a range of lines, which are counted from 0, as in the header of a hunk.
fn header(lines: &Range<u32>) -> String {
    match lines.len() {
        // The line before the hunk.
        0 => format!("{},0", lines.start),
        1 => (lines.start + 1).to_string(),
        length => format!("{},{length}", lines.start + 1),
    }
}

/// Returns a number of lines. The difference counts with 32 bits.
fn to_u32(lines: usize) -> u32 {
    u32::try_from(lines).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn hunks_are_what_patch_reads() {
        for (old, new, expected) in [
            ("", "a\nb\n", "--- a/f\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n"),
            ("a\n", "", "--- a/f\n+++ b/f\n@@ -1 +0,0 @@\n-a\n"),
            ("a\nb", "a\nb\n", "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"),
            ("a\nb\nc", "a\nx\nc", "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n\\ No newline at end of file\n"),
            ("a\n", "a\n", ""),
        ] {
            assert_eq!(unified("f", old, new), expected, "{old:?} -> {new:?}");
        }
    }

    #[test]
    fn changes_with_more_than_six_lines_between_them_are_separate_hunks() {
        let lines = |changed: &[u32]| {
            let kind = |n: &u32| if changed.contains(n) { "changed" } else { "line" };
            (0..40).map(|n| format!("{} {n}", kind(&n))).collect::<Vec<_>>().join("\n")
        };
        for (changed, expected) in [
            (&[4, 30][..], &["@@ -2,7 +2,7 @@", "@@ -28,7 +28,7 @@"][..]),
            (&[10, 17], &["@@ -8,14 +8,14 @@"]),
            (&[10, 18], &["@@ -8,7 +8,7 @@", "@@ -16,7 +16,7 @@"]),
            (&[0, 39], &["@@ -1,4 +1,4 @@", "@@ -37,4 +37,4 @@"]),
        ] {
            let diff = unified("f", &lines(&[]), &lines(changed));
            let headers: Vec<&str> = diff.lines().filter(|line| line.starts_with("@@")).collect();
            assert_eq!(headers, expected, "{diff}");
        }
    }
}
