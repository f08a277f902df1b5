//! Runs external processes: tools and checks of an agent, the editor and the test commands of a fix plan, and Git.
//!
//! A process has a deadline and a bound on its output. It runs in a process group of its own, which is killed when the
//! process ends, when its time is over, and when Planwright itself ends, however it ends. On Linux a process that leaves its
//! group (`setsid`) is killed too, unless Planwright is killed itself; elsewhere it is not, and nobody waits for it either.
//!
//! [`Job::run`] gives a process its input as a whole; [`Job::converse`] speaks with one line by line, under the same bounds.

mod args;
mod capture;
mod confine;
mod dialogue;
mod orphans;
mod watch;

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, Read, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

pub use args::ProcessLimits;
pub use capture::Captured;
use capture::{Capture, Signal};
pub use confine::{Confinement, NOT_CONFINED};
pub use dialogue::{Dialogue, Heard};
use orphans::Orphans;
use watch::Group;
#[cfg(unix)]
pub use watch::kill_all;
pub use watch::watch_if_asked;

/// How long the end of its output is waited for after a process and its group were killed.
const GRACE: Duration = Duration::from_secs(2);
/// How often a running process is looked at, at most.
const PAUSE: Duration = Duration::from_millis(20);

/// Limits of a process.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Timeout.
    pub time: Duration,
    /// So many bytes of each of its two streams are kept in memory; what is beyond goes to a file.
    pub output: usize,
}

/// Additional handling of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// It is copied to standard error as it comes, as far as it is kept in memory.
    Stderr,
    /// Nothing.
    Quiet,
}

/// A process to be run.
pub struct Job<'a> {
    /// Path or name of the program.
    pub program: &'a OsStr,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The working directory, if not ours.
    pub folder: Option<&'a Path>,
    /// What it reads from standard input.
    pub input: Vec<u8>,
    /// Whether its output is shown while it runs.
    pub echo: Echo,
    /// What it may write to; `None` for no limit.
    pub confinement: Option<&'a Confinement>,
    /// Variables of the environment that it must not inherit.
    pub without: Vec<OsString>,
    /// Variables that it has besides.
    pub with: &'a [(&'a str, &'a str)],
    /// Bounds of time and output.
    pub limits: Limits,
}

/// Result of a process.
#[derive(Debug)]
pub struct Ended {
    /// Exit status.
    pub status: ExitStatus,
    /// Standard output.
    pub stdout: Captured,
    /// Standard error.
    pub stderr: Captured,
}

/// Reason why a process did not end by itself.
#[derive(Debug)]
pub enum RunError {
    /// It could not be started.
    Start(io::Error),
    /// It was killed after this time; what it had written.
    Late(Duration, Box<(Captured, Captured)>),
    /// It was killed because it wrote more than so many bytes.
    Flood(u64),
    /// The system could not say how it ended, or keep its output.
    Io(io::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) | Self::Io(error) => error.fmt(out),
            Self::Late(time, _) => write!(out, "killed after {} seconds (--timeout)", time.as_secs()),
            Self::Flood(bytes) => write!(out, "killed after {} MiB of output", bytes / 1024 / 1024),
        }
    }
}

impl<'a> Job<'a> {
    /// A quiet process without input in the current directory.
    pub fn new(program: &'a OsStr, arguments: impl IntoIterator<Item: Into<OsString>>, limits: Limits) -> Self {
        Self {
            program,
            arguments: arguments.into_iter().map(Into::into).collect(),
            folder: None,
            input: Vec::new(),
            echo: Echo::Quiet,
            confinement: None,
            without: Vec::new(),
            with: &[],
            limits,
        }
    }

    /// Runs the process to its end, or to the end of its time.
    pub fn run(self) -> Result<Ended, RunError> {
        let Limits { time, output } = self.limits;
        let orphans = Orphans::adopt();
        let mut group = Group::new().map_err(RunError::Start)?;
        let stdin = if self.input.is_empty() { Stdio::null() } else { Stdio::piped() };
        let mut child = self.start(&group, stdin).map_err(RunError::Start)?;
        let (signals, received) = mpsc::channel();
        let stdout = Capture::new(output, self.echo);
        let stderr = Capture::new(output, self.echo);
        let mut open = 0;
        let out = child.stdout.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>);
        let err = child.stderr.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>);
        for (stream, capture) in [(out, &stdout), (err, &stderr)] {
            if let Some(stream) = stream {
                capture.follow(stream, signals.clone());
                open += 1;
            }
        }
        drop(signals);
        if let Some(mut pipe) = child.stdin.take() {
            let input = self.input;
            // On a thread of its own: a program that writes before it has read all must not wait for us, nor we for it.
            // One that does not read at all is free not to.
            thread::spawn(move || _ = pipe.write_all(&input));
        }
        let ended = wait(&mut child, &received, &mut open, Instant::now() + time);
        group.kill();
        if ended.is_err() {
            let _ = child.kill();
        }
        let reaped = child.wait();
        orphans.kill([group.id(), child.id().cast_signed()]);
        let grace = Instant::now() + GRACE;
        while open > 0 {
            match received.recv_timeout(grace.saturating_duration_since(Instant::now())) {
                Ok(Signal::Closed) => open -= 1,
                Ok(Signal::Flood) => {}
                Err(_) => break,
            }
        }
        let (stdout, stderr) = (stdout.taken().map_err(RunError::Io)?, stderr.taken().map_err(RunError::Io)?);
        match ended {
            Ok(status) => Ok(Ended { status, stdout, stderr }),
            Err(Stop::Late) => Err(RunError::Late(time, Box::new((stdout, stderr)))),
            Err(Stop::Flood) => Err(RunError::Flood(capture::MAX_FILE)),
            Err(Stop::Io(error)) => Err(RunError::Io(reaped.err().unwrap_or(error))),
        }
    }

    fn start(&self, group: &Group, stdin: Stdio) -> io::Result<Child> {
        let mut command = Command::new(self.program);
        command.args(&self.arguments).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        for name in &self.without {
            command.env_remove(name);
        }
        command.envs(self.with.iter().copied());
        if let Some(folder) = self.folder {
            command.current_dir(folder);
        }
        group.join(&mut command);
        match self.confinement {
            Some(confinement) => confinement.start(&mut command),
            None => command.spawn(),
        }
    }
}

enum Stop {
    Late,
    Flood,
    Io(io::Error),
}

fn wait(
    child: &mut Child,
    received: &mpsc::Receiver<Signal>,
    open: &mut usize,
    deadline: Instant,
) -> Result<ExitStatus, Stop> {
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().map_err(Stop::Io)? {
            return Ok(status);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Stop::Late);
        }
        match received.recv_timeout(pause.min(left)) {
            Ok(Signal::Flood) => return Err(Stop::Flood),
            Ok(Signal::Closed) => *open -= 1,
            Err(RecvTimeoutError::Timeout) => pause = (pause * 2).min(PAUSE),
            // Both streams are closed: only the end of the process is still to come.
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(pause.min(left));
                pause = (pause * 2).min(PAUSE);
            }
        }
    }
}
