//! Digest that detects whether a file was edited.

use planwright_api::BytesDigest;

/// Returns the SHA-256 digest of a string, such as `sha256:2c26…`.
pub fn digest(text: &str) -> String {
    BytesDigest::of(text.as_bytes()).to_string()
}
