//! How far a run is, on a terminal, once it takes over a second. Nothing else sees it.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::terminal;

/// After this time a run says how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// The least time between two texts.
const PAUSE: Duration = Duration::from_millis(200);

/// A count that people can watch; gone from the terminal when it is dropped.
pub(crate) struct ProgressLine {
    total: usize,
    what: &'static str,
    done: AtomicUsize,
    /// When the next text is due; `None` where nobody watches.
    due: Option<Mutex<Instant>>,
}

impl ProgressLine {
    /// Nothing done yet of `total` things.
    pub(crate) fn of(total: usize, what: &'static str) -> Self {
        let is_watched = io::stderr().is_terminal() && !terminal::is_quiet();
        let due = is_watched.then(|| Mutex::new(Instant::now() + PATIENCE));
        Self { total, what, done: AtomicUsize::new(0), due }
    }

    /// One thing more is done.
    pub(crate) fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let Some(due) = &self.due else { return };
        let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now >= *due {
            *due = now + PAUSE;
            err!("\r\x1b[K{done} of {} {}", self.total, self.what);
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.due.is_some() {
            err!("\r\x1b[K");
        }
    }
}
