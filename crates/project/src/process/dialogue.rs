//! A process that is spoken to line by line. It has one deadline for all that it says, and bounds on a line and on all lines.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::Instant;

use super::capture::{Capture, Signal};
use super::orphans::Orphans;
use super::watch::{Group, wait_if_killed};
use super::{Captured, GRACE, Job, RunError};

/// How many lines are read ahead.
const AHEAD: usize = 16;

/// A process that runs. It is killed, with its group, when this is dropped.
pub struct Dialogue {
    child: Child,
    group: Group,
    orphans: Orphans,
    said: Sender<Vec<u8>>,
    lines: Receiver<Heard>,
    stderr: Capture,
    stderr_ends: Receiver<Signal>,
    deadline: Instant,
}

/// Message from a process.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// Nothing more will come: it closed its output.
    Closed,
    /// More than it may say, in a line or in all.
    Flood,
    /// Nothing came before the deadline.
    Late,
}

impl Job<'_> {
    /// Starts the process. It may say so many bytes in all as its limits name, and has until their time is over.
    pub fn converse(self) -> Result<Dialogue, RunError> {
        let deadline = Instant::now() + self.limits.time;
        let orphans = Orphans::adopt();
        let group = Group::new().map_err(RunError::Start)?;
        let mut child = self.start(&group, Stdio::piped()).map_err(RunError::Start)?;
        let (said, to_say) = mpsc::channel::<Vec<u8>>();
        if let Some(mut pipe) = child.stdin.take() {
            // On a thread of its own: one that does not read must not keep us from seeing that its time is over.
            thread::spawn(move || {
                for line in to_say {
                    if pipe.write_all(&line).and_then(|()| pipe.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        let (sender, lines) = mpsc::sync_channel(AHEAD);
        if let Some(stdout) = child.stdout.take() {
            let most = self.limits.output;
            thread::spawn(move || follow(stdout, most, &sender));
        }
        let stderr = Capture::new(64 * 1024, self.echo);
        let (sender, stderr_ends) = mpsc::channel();
        if let Some(stream) = child.stderr.take() {
            stderr.follow(stream, sender);
        }
        Ok(Dialogue { child, group, orphans, said, lines, stderr, stderr_ends, deadline })
    }
}

impl Dialogue {
    /// Says a line. Whether it is read is not known.
    pub fn say(&mut self, line: &str) {
        let _ = self.said.send(format!("{line}\n").into_bytes());
    }

    /// Waits for what it says next.
    pub fn hear(&mut self) -> Heard {
        let heard = match self.lines.recv_timeout(self.deadline.saturating_duration_since(Instant::now())) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => Heard::Late,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        };
        if heard == Heard::Closed {
            wait_if_killed();
        }
        heard
    }

    /// Ends it, and gives what it wrote to standard error.
    pub fn end(mut self) -> io::Result<Captured> {
        // One that has ended by itself has written all that it will.
        let grace = Instant::now() + GRACE / 4;
        while Instant::now() < grace && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(super::PAUSE / 2);
        }
        self.kill();
        let _ = self.stderr_ends.recv_timeout(GRACE / 4);
        self.stderr.taken()
    }

    fn kill(&mut self) {
        self.group.kill();
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.orphans.kill([self.group.id(), self.child.id().cast_signed()]);
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads lines until there are no more, or too much.
fn follow(stdout: ChildStdout, most: usize, lines: &SyncSender<Heard>) {
    let mut input = BufReader::new(stdout).take(most as u64 + 1);
    let mut left = most;
    loop {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(count) if count > left => {
                let _ = lines.send(Heard::Flood);
                return;
            }
            Ok(count) => left -= count,
        }
        if line.ends_with(b"\n") {
            line.pop();
        }
        if lines.send(Heard::Line(line)).is_err() {
            return;
        }
    }
}
