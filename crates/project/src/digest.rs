//! Digests that detect edited files.

use planwright_api::BytesDigest;

/// SHA-256 of a text, such as `sha256:2c26…`.
pub fn digest(text: &str) -> String {
    BytesDigest::of(text.as_bytes()).to_string()
}
