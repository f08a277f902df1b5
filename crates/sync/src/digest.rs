//! Digests as text, and what is no failure of a read.

use std::fmt::Write as _;
use std::io;

use sha2::{Digest as _, Sha256};

/// The digest as hexadecimal digits.
pub(crate) fn finish(hash: Sha256) -> String {
    hash.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Whether an error says that a file is not there.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
