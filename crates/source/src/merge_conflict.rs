//! The marks that version control leaves in a text that two sides have changed.

/// Where the first mark of a merge conflict stands, as an offset in bytes.
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
