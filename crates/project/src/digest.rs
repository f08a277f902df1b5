//! The digest by which a text that was edited is told from one that was not.

use planwright_api::BytesDigest;

/// SHA-256 of a text, such as `sha256:2c26…`.
pub fn digest(text: &str) -> String {
    BytesDigest::of(text.as_bytes()).to_string()
}
