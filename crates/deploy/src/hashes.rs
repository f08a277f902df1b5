//! Hashes of texts, by which a file that was edited is told from one that was not.

use std::collections::BTreeMap;

use super::meaning::{meaning, unix};
use planwright_project::digest::digest;

/// Hash by path.
pub(super) type Hashes = BTreeMap<String, String>;

/// The hash of what a file means: neither a checkout that changed the line endings nor a formatter changes it.
pub(super) fn hash(path: &str, text: &str) -> String {
    digest(&meaning(path, text))
}

/// Whether a file is as it was when the hash was recorded; earlier versions recorded that of the text.
pub(super) fn is_recorded(known: &str, path: &str, text: &str) -> bool {
    known == hash(path, text) || known == digest(&unix(text))
}
