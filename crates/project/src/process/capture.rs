//! The output of a process: its beginning and its end in memory, all of it in a file where it is long.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::Echo;
use crate::output;
use crate::terminal::printable_path;

/// The largest file that output is kept in; a process that writes more is killed.
pub(super) const MAX_FILE: u64 = 1 << 30;
/// Number of bytes kept from the end.
const TAIL: usize = 8 * 1024;

/// What the thread that follows a stream reports.
pub(super) enum Signal {
    /// The stream has ended.
    Closed,
    /// More than [`MAX_FILE`] was written.
    Flood,
}

/// Output of a process on one stream.
#[derive(Debug, Default)]
pub struct Captured {
    /// The beginning, up to the limit.
    pub head: Vec<u8>,
    /// The end.
    pub tail: Vec<u8>,
    /// Number of bytes.
    pub bytes: u64,
    /// All of them, if there were more than the limit.
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

    /// Reads the stream to its end on a thread.
    pub(super) fn follow(&self, mut stream: impl Read + Send + 'static, signals: Sender<Signal>) {
        let state = Arc::clone(&self.state);
        thread::spawn(move || {
            let mut buffer = vec![0; 64 * 1024];
            loop {
                match stream.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(count) => {
                        if !lock(&state).take(&buffer[..count]) {
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

    /// Returns the output so far.
    pub(super) fn taken(&self) -> io::Result<Captured> {
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
    /// Keeps what was read; `false` if that is too much.
    fn take(&mut self, bytes: &[u8]) -> bool {
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
        // Readable for the user alone.
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
