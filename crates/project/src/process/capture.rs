//! Captures the output of a process: its beginning and its end in memory, and all of it in a file if it is long.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::Echo;
use crate::output;
use crate::terminal::printable_path;

/// Largest file for output. A process that writes more is killed.
pub(super) const MAX_FILE: u64 = 1 << 30;
/// Number of bytes that are kept from the end.
const TAIL: usize = 8 * 1024;

/// Report of the thread that reads a stream.
pub(super) enum Signal {
    /// The stream has ended.
    Closed,
    /// More than [`MAX_FILE`] was written.
    Flood,
}

/// Output of a process on one stream.
#[derive(Debug, Default)]
pub struct Captured {
    /// Beginning of the output, up to the limit.
    pub head: Vec<u8>,
    /// End of the output.
    pub tail: Vec<u8>,
    /// Number of bytes that were written.
    pub bytes: u64,
    /// File with all of the output, if it exceeds the limit.
    pub file: Option<PathBuf>,
}

/// A stream that is being read.
pub(super) struct Capture {
    state: Arc<Mutex<CaptureState>>,
}

struct CaptureState {
    captured: Captured,
    limit: usize,
    echo: Echo,
    file: Option<File>,
    error: Option<io::Error>,
}

impl Capture {
    pub(super) fn new(limit: usize, echo: Echo) -> Self {
        let state = CaptureState { captured: Captured::default(), limit, echo, file: None, error: None };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    /// Reads the stream to its end on a new thread.
    pub(super) fn follow(&self, mut stream: impl Read + Send + 'static, signals: Sender<Signal>) {
        let state = Arc::clone(&self.state);
        thread::spawn(move || {
            let mut buffer = vec![0; 64 * 1024];
            loop {
                match stream.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(count) => {
                        if !lock(&state).push(&buffer[..count]) {
                            let _ = signals.send(Signal::Flood);
                            break;
                        }
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
            let _ = signals.send(Signal::Closed);
        });
    }

    /// Returns the output that was read so far.
    pub(super) fn captured(&self) -> io::Result<Captured> {
        let mut state = lock(&self.state);
        match state.error.take() {
            Some(error) => Err(error),
            None => Ok(std::mem::take(&mut state.captured)),
        }
    }
}

fn lock(state: &Mutex<CaptureState>) -> MutexGuard<'_, CaptureState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl CaptureState {
    /// Stores bytes of the stream. Returns `false` if the total exceeds [`MAX_FILE`].
    fn push(&mut self, bytes: &[u8]) -> bool {
        let Captured { head, tail, bytes: count, .. } = &mut self.captured;
        let (fits, rest) = bytes.split_at(bytes.len().min(self.limit - head.len()));
        if self.echo == Echo::Stderr {
            output::write_error_bytes(fits);
        }
        head.extend(fits);
        *count += bytes.len() as u64;
        tail.extend(&bytes[bytes.len().saturating_sub(TAIL)..]);
        tail.drain(..tail.len().saturating_sub(TAIL));
        if !rest.is_empty() && self.error.is_none() {
            self.error = self.spill(rest).err();
        }
        self.captured.bytes <= MAX_FILE
    }

    fn spill(&mut self, rest: &[u8]) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            return file.write_all(rest);
        }
        // Only the user can read a file that `tempfile` creates.
        let (mut file, path) = tempfile::Builder::new().prefix("planwright-output-").tempfile()?.keep()?;
        if self.echo == Echo::Stderr {
            errln!("\n… all of the output: {}", printable_path(&path));
        }
        file.write_all(&self.captured.head)?;
        file.write_all(rest)?;
        self.captured.file = Some(path);
        self.file = Some(file);
        Ok(())
    }
}
