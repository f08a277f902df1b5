//! Formats digests, and classifies read errors.

use std::fmt::Write as _;
use std::io;

use sha2::{Digest as _, Sha256};

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
