//! The token that clients of the HTTP server must send.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::Path;

use planwright_store::private_options;
use sha2::{Digest as _, Sha256};

/// Minimum length of a token. A shorter one could be guessed.
const MIN_LENGTH: usize = 32;
const MAX_LENGTH: u64 = 4096;

/// Hash of the token. Comparing hashes takes the same time wherever two tokens differ.
#[derive(Debug)]
pub(super) struct BearerToken([u8; 32]);

impl BearerToken {
    /// Reads the token from a file. If the file does not exist, creates it with a new token.
    pub(super) fn load_or_create(file: &Path) -> io::Result<Self> {
        match private_options().read(true).open(file) {
            Ok(opened) => Self::from_file(opened),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let token = new()?;
                let mut made = private_options().write(true).create_new(true).open(file)?;
                writeln!(made, "{token}")?;
                made.sync_all()?;
                Ok(Self(hash(token.as_bytes())))
            }
            Err(error) => Err(error),
        }
    }

    /// Returns `true` if `shown` is the token.
    pub(super) fn matches(&self, shown: &[u8]) -> bool {
        hash(shown) == self.0
    }

    fn from_file(file: File) -> io::Result<Self> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            if file.metadata()?.permissions().mode() & 0o077 != 0 {
                let why = "other users can read the token; restrict access with chmod 600";
                return Err(io::Error::new(ErrorKind::PermissionDenied, why));
            }
        }
        let mut text = String::new();
        file.take(MAX_LENGTH).read_to_string(&mut text)?;
        let token = text.trim();
        let is_plain = token.bytes().all(|byte| byte.is_ascii_graphic());
        if token.len() < MIN_LENGTH || !is_plain {
            let why = format!("a token is one line of at least {MIN_LENGTH} characters without spaces");
            return Err(io::Error::new(ErrorKind::InvalidData, why));
        }
        Ok(Self(hash(token.as_bytes())))
    }
}

fn hash(token: &[u8]) -> [u8; 32] {
    Sha256::digest(token).into()
}

/// Creates a token from 256 random bits.
fn new() -> io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}")))
}
