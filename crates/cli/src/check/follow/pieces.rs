//! Reads the bytes of a file or pipe as they arrive, until a deadline.

use std::fs::File;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use planwright_project::exit::Failure;

/// Number of bytes that are read at once.
const PIECE_BYTES: usize = 64 * 1024;
/// Number of pieces that wait for validation.
const MAX_PENDING: usize = 4;

/// The input, piece by piece. A separate thread reads, so that the deadline also applies if the writer is silent.
pub(super) struct StreamPieces {
    pieces: Receiver<io::Result<Vec<u8>>>,
    until: Instant,
    within: Duration,
}

impl StreamPieces {
    /// Opens a file, or standard input for `-`.
    pub(super) fn open(file: &str, within: Duration) -> Result<Self, Failure> {
        let mut reader: Box<dyn Read + Send> = if file == "-" {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(file).map_err(|error| Failure::one(format!("{file}: {error}")))?)
        };
        let (sender, pieces) = sync_channel(MAX_PENDING);
        thread::spawn(move || {
            let mut buffer = vec![0; PIECE_BYTES];
            loop {
                let piece = match reader.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(length) => Ok(buffer.get(..length).unwrap_or_default().to_vec()),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let is_last = piece.is_err();
                // The receiver is closed after the validation has ended.
                if sender.send(piece).is_err() || is_last {
                    break;
                }
            }
        });
        let until = Instant::now().checked_add(within).unwrap_or_else(|| Instant::now() + Duration::from_secs(86_400));
        Ok(Self { pieces, until, within })
    }

    /// Returns the next piece, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>, String> {
        match self.pieces.recv_timeout(self.until.saturating_duration_since(Instant::now())) {
            Ok(Ok(piece)) => Ok(Some(piece)),
            Ok(Err(error)) => Err(error.to_string()),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(format!(
                "the answer was not complete after {} s; raise the limit with --timeout",
                self.within.as_secs()
            )),
        }
    }
}
