//! The digest by which a text that was edited is told from one that was not.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// SHA-256 of a text, such as `sha256:2c26…`.
pub(crate) fn digest(text: &str) -> String {
    let mut hex = "sha256:".to_owned();
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
