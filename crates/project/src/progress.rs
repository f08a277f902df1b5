//! Progress on a terminal, for runs that take more than a second.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::{cores, terminal};

/// Time after which progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The least time between two texts.
const PAUSE: Duration = Duration::from_millis(200);

/// Whether anybody sees it, on a terminal that can take a text away again.
fn is_watched() -> bool {
    io::stderr().is_terminal() && !terminal::is_dumb() && !terminal::is_quiet()
}

/// A count that people can watch; gone from the terminal when it is dropped.
struct ProgressLine {
    total: usize,
    what: &'static str,
    done: AtomicUsize,
    is_shown: AtomicBool,
    /// When the next text is due; `None` where nobody watches.
    due: Option<Mutex<Instant>>,
}

impl ProgressLine {
    /// Nothing done yet of `total` things.
    fn of(total: usize, what: &'static str) -> Self {
        let due = is_watched().then(|| Mutex::new(Instant::now() + PATIENCE));
        Self { total, what, done: AtomicUsize::new(0), is_shown: AtomicBool::new(false), due }
    }

    /// One thing more is done.
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

/// Applies `work` to each item on all cores, and shows the progress.
pub fn map<T: Send, R: Send>(things: Vec<T>, what: &'static str, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let progress = ProgressLine::of(things.len(), what);
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

/// What is being done, of work that counts nothing; gone from the terminal when it is dropped.
pub struct BusyLine {
    /// Whoever waits to print it; `None` where nobody watches.
    writer: Option<(Sender<()>, JoinHandle<()>)>,
}

impl BusyLine {
    /// Shows `text` once the work takes longer than a second.
    pub fn of(text: String) -> Self {
        let writer = is_watched().then(|| {
            let (end, ended) = mpsc::channel();
            let write = move || {
                if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
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
