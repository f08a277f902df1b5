//! The token that clients of the server over HTTP show.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::Path;

use planwright_store::private_options;
use sha2::{Digest as _, Sha256};

/// No token is shorter: it could be guessed.
const SHORTEST: usize = 32;
const LONGEST: u64 = 4096;

/// A token that was read, as its hash: to compare hashes takes the same time wherever tokens differ.
#[derive(Debug)]
pub(super) struct BearerToken([u8; 32]);

impl BearerToken {
    /// The token of a file, which is made with a new one if it is not there.
    pub(super) fn of(file: &Path) -> io::Result<Self> {
        match private_options().read(true).open(file) {
            Ok(opened) => Self::read(opened),
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

    /// Whether this is the token.
    pub(super) fn is(&self, shown: &[u8]) -> bool {
        hash(shown) == self.0
    }

    fn read(file: File) -> io::Result<Self> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            if file.metadata()?.permissions().mode() & 0o077 != 0 {
                let why = "other users can read the token; restrict access with chmod 600";
                return Err(io::Error::new(ErrorKind::PermissionDenied, why));
            }
        }
        let mut text = String::new();
        file.take(LONGEST).read_to_string(&mut text)?;
        let token = text.trim();
        let is_plain = token.bytes().all(|byte| byte.is_ascii_graphic());
        if token.len() < SHORTEST || !is_plain {
            let why = format!("expected a token of one line with at least {SHORTEST} characters, without spaces");
            return Err(io::Error::new(ErrorKind::InvalidData, why));
        }
        Ok(Self(hash(token.as_bytes())))
    }
}

fn hash(token: &[u8]) -> [u8; 32] {
    Sha256::digest(token).into()
}

/// A new token: 256 random bits.
fn new() -> io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}")))
}
