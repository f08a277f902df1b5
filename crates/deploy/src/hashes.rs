//! Hashes that detect edited files.

use std::collections::BTreeMap;

use super::meaning::{meaning, unix};
use planwright_project::digest::digest;

/// Hash by path.
pub(super) type Hashes = BTreeMap<String, String>;

/// Returns the hash of a file's meaning, which line endings and formatters do not change.
pub(super) fn hash(path: &str, text: &str) -> String {
    digest(&meaning(path, text))
}

/// Returns whether a file matches its recorded hash. Earlier versions recorded the hash of the exact bytes.
pub(super) fn is_recorded(known: &str, path: &str, text: &str) -> bool {
    known == hash(path, text) || known == digest(&unix(text))
}
