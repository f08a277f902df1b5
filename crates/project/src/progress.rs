//! Shows the progress of a run on a terminal, if the run takes longer than a second.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::{cores, terminal};

/// Time after which a run shows its progress.
const SHOW_AFTER: Duration = Duration::from_secs(1);

/// Minimum time between two updates.
const PAUSE: Duration = Duration::from_millis(200);

/// Returns `true` if standard error is a terminal that can erase a line and the user wants to see it.
fn is_watched() -> bool {
    io::stderr().is_terminal() && !terminal::is_dumb() && !terminal::is_quiet()
}

/// A counter on the terminal. The line is erased when this is dropped.
struct ProgressLine {
    total: usize,
    what: &'static str,
    done: AtomicUsize,
    is_shown: AtomicBool,
    /// Time of the next update, or `None` if nobody watches.
    due: Option<Mutex<Instant>>,
}

impl ProgressLine {
    /// Creates a counter for `total` items, none of them done.
    fn new(total: usize, what: &'static str) -> Self {
        let due = is_watched().then(|| Mutex::new(Instant::now() + SHOW_AFTER));
        Self { total, what, done: AtomicUsize::new(0), is_shown: AtomicBool::new(false), due }
    }

    /// Counts one more item as done.
    fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let Some(due) = &self.due else { return };
        let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now >= *due {
            *due = now + PAUSE;
            self.is_shown.store(true, Ordering::Relaxed);
            err!("\r\x1b[K{done} of {} {}", self.total, self.what);
        }
    }
}

/// Returns the result of `work` for each item, on all cores, and shows the progress.
pub fn map<T: Send, R: Send>(things: Vec<T>, what: &'static str, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let progress = ProgressLine::new(things.len(), what);
    cores::map(things, |thing| {
        let made = work(thing);
        progress.step();
        made
    })
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.is_shown.load(Ordering::Relaxed) {
            err!("\r\x1b[K");
        }
    }
}

/// Description of work that has no count. The line is erased when this is dropped.
pub struct BusyLine {
    /// Channel and thread that print the line, or `None` if nobody watches.
    writer: Option<(Sender<()>, JoinHandle<()>)>,
}

impl BusyLine {
    /// Shows `text` if the work takes longer than a second.
    pub fn new(text: String) -> Self {
        let writer = is_watched().then(|| {
            let (end, ended) = mpsc::channel();
            let write = move || {
                if ended.recv_timeout(SHOW_AFTER) == Err(RecvTimeoutError::Timeout) {
                    err!("\r\x1b[K{text}");
                    let _ = ended.recv();
                    err!("\r\x1b[K");
                }
            };
            (end, thread::spawn(write))
        });
        Self { writer }
    }
}

impl Drop for BusyLine {
    fn drop(&mut self) {
        if let Some((end, writer)) = self.writer.take() {
            drop(end);
            let _ = writer.join();
        }
    }
}
