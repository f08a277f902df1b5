//! Hashes of files, to detect whether a file was edited.

use std::collections::BTreeMap;

use super::layout::{unix, without_layout};
use planwright_project::digest::digest;

/// Hashes by path.
pub(super) type Hashes = BTreeMap<String, String>;

/// Returns the hash of a file. It is independent of line endings and of the layout, which a checkout or a formatter may
/// change.
pub(super) fn hash(path: &str, text: &str) -> String {
    digest(&without_layout(path, text))
}

/// Returns `true` if a file is unchanged since its hash was recorded. Earlier versions recorded the hash of the exact
/// content.
pub(super) fn is_recorded(known: &str, path: &str, text: &str) -> bool {
    known == hash(path, text) || known == digest(&unix(text))
}
