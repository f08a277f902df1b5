//! Digest that detects whether a file was edited.

/// Returns the SHA-256 digest of a string, such as `sha256:2c26…`.
pub fn digest(text: &str) -> String {
    format!("sha256:{}", planwright_sync::sha256_hex(text))
}
