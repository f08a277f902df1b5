//! Detects markers of merge conflicts.

/// Returns the byte offset of the first merge conflict marker.
pub fn merge_conflict(text: &str) -> Option<usize> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("<<<<<<<") || line.starts_with(">>>>>>>") || line.starts_with("|||||||") {
            return Some(offset);
        }
        offset += line.len();
    }
    None
}
