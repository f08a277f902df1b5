//! Formats digests, and classifies read errors.

use std::fmt::Write as _;
use std::io;

use sha2::{Digest as _, Sha256};

/// Returns the SHA-256 digest of bytes as hexadecimal digits.
pub fn sha256_hex(bytes: impl AsRef<[u8]>) -> String {
    finish(Sha256::new_with_prefix(bytes))
}

/// Returns the digest as hexadecimal digits.
pub(crate) fn finish(hash: Sha256) -> String {
    hash.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns whether an error means that a file does not exist.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
