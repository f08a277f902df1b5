//! Hashes of texts, by which a file that was edited is told from one that was not.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

/// Hash by path.
pub(super) type Hashes = BTreeMap<String, String>;

/// The hash of a text. Line endings do not count: a checkout may change them.
pub(super) fn hash(text: &str) -> String {
    use std::fmt::Write as _;
    let mut hex = "sha256:".to_owned();
    for byte in Sha256::digest(unix(text).as_bytes()) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The text with line feeds alone.
pub(super) fn unix(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains("\r\n") { text.replace("\r\n", "\n").into() } else { text.into() }
}
