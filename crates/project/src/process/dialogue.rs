//! Exchanges lines with a running process. There is one deadline for the whole dialogue, and a limit on the length of
//! all lines.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::Instant;

use super::capture::{Capture, Signal};
use super::orphans::Orphans;
use super::watch::{Group, wait_if_killed};
use super::{Captured, GRACE, Job, RunError};

/// Number of lines that are read ahead.
const AHEAD: usize = 16;

/// A running process. The process and its group are killed when this is dropped.
pub struct Dialogue {
    child: Child,
    group: Group,
    orphans: Orphans,
    line_sender: Sender<Vec<u8>>,
    lines: Receiver<DialogueEvent>,
    stderr: Capture,
    stderr_ends: Receiver<Signal>,
    deadline: Instant,
}

/// Event in the output of a process.
#[derive(Debug, PartialEq, Eq)]
pub enum DialogueEvent {
    /// A line without its line break.
    Line(Vec<u8>),
    /// The process closed its output.
    Closed,
    /// The output exceeds the limit.
    Flood,
    /// No line arrived before the deadline.
    Late,
}

impl Job<'_> {
    /// Starts the process. `limits` apply to the whole dialogue: the total output in bytes, and the time until the
    /// deadline.
    pub fn converse(self) -> Result<Dialogue, RunError> {
        let deadline = Instant::now() + self.limits.time;
        let orphans = Orphans::adopt();
        let group = Group::new().map_err(RunError::Start)?;
        let mut child = self.start(&group, Stdio::piped()).map_err(RunError::Start)?;
        let (line_sender, lines_to_send) = mpsc::channel::<Vec<u8>>();
        if let Some(mut pipe) = child.stdin.take() {
            // Write on a separate thread, so that a process that does not read cannot keep us from noticing the
            // deadline.
            thread::spawn(move || {
                for line in lines_to_send {
                    if pipe.write_all(&line).and_then(|()| pipe.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        let (sender, lines) = mpsc::sync_channel(AHEAD);
        if let Some(stdout) = child.stdout.take() {
            let max_bytes = self.limits.output;
            thread::spawn(move || follow(stdout, max_bytes, &sender));
        }
        let stderr = Capture::new(64 * 1024, self.echo);
        let (sender, stderr_ends) = mpsc::channel();
        if let Some(stream) = child.stderr.take() {
            stderr.follow(stream, sender);
        }
        Ok(Dialogue { child, group, orphans, line_sender, lines, stderr, stderr_ends, deadline })
    }
}

impl Dialogue {
    /// Sends a line. There is no guarantee that the process reads it.
    pub fn send_line(&mut self, line: &str) {
        let _ = self.line_sender.send(format!("{line}\n").into_bytes());
    }

    /// Waits for the next event.
    pub fn next_event(&mut self) -> DialogueEvent {
        let event = match self.lines.recv_timeout(self.deadline.saturating_duration_since(Instant::now())) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => DialogueEvent::Late,
            Err(RecvTimeoutError::Disconnected) => DialogueEvent::Closed,
        };
        if event == DialogueEvent::Closed {
            wait_if_killed();
        }
        event
    }

    /// Ends the process and returns its output on standard error.
    pub fn end(mut self) -> io::Result<Captured> {
        // Give a process that ends by itself time to finish writing.
        let grace = Instant::now() + GRACE / 4;
        while Instant::now() < grace && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(super::PAUSE / 2);
        }
        self.kill();
        let _ = self.stderr_ends.recv_timeout(GRACE / 4);
        self.stderr.captured()
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

/// Sends each line to `lines`, until the stream ends or the total exceeds `max_bytes`.
fn follow(stdout: ChildStdout, max_bytes: usize, lines: &SyncSender<DialogueEvent>) {
    let mut input = BufReader::new(stdout).take(max_bytes as u64 + 1);
    let mut left = max_bytes;
    loop {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(count) if count > left => {
                let _ = lines.send(DialogueEvent::Flood);
                return;
            }
            Ok(count) => left -= count,
        }
        if line.ends_with(b"\n") {
            line.pop();
        }
        if lines.send(DialogueEvent::Line(line)).is_err() {
            return;
        }
    }
}
