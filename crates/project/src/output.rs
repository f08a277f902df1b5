//! Writes everything that reaches standard output or standard error.
//!
//! Both streams are buffered. If output cannot be written, for example because the disk is full, the run ends with exit
//! code 2. If the reader stops early, as `head` does, only the output ends. The run continues and keeps its exit code.

mod guard;

use std::fmt::{self, Arguments};
use std::io::{self, BufWriter, ErrorKind, IsTerminal as _, Stderr, Stdout, Write};
use std::process::ExitCode;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use guard::CommandGuard;

static OUTPUT: LazyLock<Mutex<Output>> = LazyLock::new(|| {
    Mutex::new(Output {
        standard: BufferedStream::new(io::stdout()),
        error: BufferedStream::new(io::stderr()),
        is_immediate: io::stdout().is_terminal(),
    })
});

/// Both streams of the process.
struct Output {
    standard: BufferedStream<Stdout>,
    error: BufferedStream<Stderr>,
    /// `true` if standard output is flushed after each write.
    is_immediate: bool,
}

/// A stream that remembers its first error, and writes nothing after it.
struct BufferedStream<W: Write> {
    inner: BufWriter<W>,
    guard: CommandGuard,
    fault: Option<io::Error>,
}

impl<W: Write> BufferedStream<W> {
    fn new(inner: W) -> Self {
        Self { inner: BufWriter::with_capacity(64 * 1024, inner), guard: CommandGuard::default(), fault: None }
    }

    fn attempt(&mut self, action: impl FnOnce(&mut BufWriter<W>) -> io::Result<()>) {
        if self.fault.is_none() {
            self.fault = action(&mut self.inner).err();
        }
    }

    /// Writes a string in which a CI runner must not find a command.
    fn print(&mut self, text: Arguments<'_>) {
        // `self` remembers errors, so the result carries none.
        let _ = fmt::Write::write_fmt(self, text);
    }

    /// Returns the error that lost output. A closed pipe is not an error: the reader chose to stop.
    fn loss(&self) -> Option<&io::Error> {
        self.fault.as_ref().filter(|error| error.kind() != ErrorKind::BrokenPipe)
    }
}

impl<W: Write> fmt::Write for BufferedStream<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let text = self.guard.guarded(text);
        self.attempt(|stream| stream.write_all(text.as_bytes()));
        Ok(())
    }
}

fn lock() -> MutexGuard<'static, Output> {
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes to standard output.
pub fn write(text: Arguments<'_>) {
    let mut output = lock();
    let is_immediate = output.is_immediate;
    output.standard.print(text);
    if is_immediate {
        output.standard.attempt(Write::flush);
    }
}

/// Writes lines to standard output that are meant as commands to a CI runner.
pub fn write_commands(text: &str) {
    let mut output = lock();
    output.standard.guard.pass(text);
    output.standard.attempt(|stream| stream.write_all(text.as_bytes()));
}

/// Writes to standard error, after everything that was written to standard output before.
pub fn write_error(text: Arguments<'_>) {
    let mut output = lock();
    output.standard.attempt(Write::flush);
    output.error.print(text);
    output.error.attempt(Write::flush);
}

/// Writes bytes, such as the output of another program, to standard error.
pub fn write_error_bytes(bytes: &[u8]) {
    let mut output = lock();
    output.standard.attempt(Write::flush);
    output.error.attempt(|stream| stream.write_all(bytes).and_then(|()| stream.flush()));
}

/// Writes a protocol message to standard output and flushes it. Returns `false` if standard output is closed.
pub fn send(message: &[u8]) -> bool {
    let mut output = lock();
    output.standard.attempt(|stream| stream.write_all(message).and_then(|()| stream.flush()));
    output.standard.fault.is_none()
}

/// Returns `true` if standard output still accepts data.
pub fn is_read() -> bool {
    lock().standard.fault.is_none()
}

/// Flushes standard output after each write from now on, for commands that report while they work.
pub fn immediate() {
    lock().is_immediate = true;
}

/// Flushes both streams and returns the exit code: `code`, or 2 if output was lost.
pub fn finish(code: u8) -> ExitCode {
    let mut output = lock();
    output.standard.attempt(Write::flush);
    if let Some(error) = output.standard.loss() {
        let message = format!("error: standard output: {error}\n");
        output.error.attempt(|stream| stream.write_all(message.as_bytes()));
    }
    output.error.attempt(Write::flush);
    let is_lost = output.standard.loss().is_some() || output.error.loss().is_some();
    ExitCode::from(if is_lost { 2 } else { code })
}

/// `print!` through this module.
#[macro_export]
macro_rules! out {
    ($($argument:tt)*) => { $crate::output::write(format_args!($($argument)*)) };
}

/// `println!` through this module.
#[macro_export]
macro_rules! outln {
    ($($argument:tt)*) => { $crate::output::write(format_args!("{}\n", format_args!($($argument)*))) };
}

/// Prints JSON on separate lines. Every character that is not printable is escaped.
#[macro_export]
macro_rules! out_json {
    ($value:expr) => {{
        let json = format!("{:#}", $value);
        $crate::output::write(format_args!("{}\n", $crate::printable_json(&json)))
    }};
}

/// `eprint!` through this module.
#[macro_export]
macro_rules! err {
    ($($argument:tt)*) => { $crate::output::write_error(format_args!($($argument)*)) };
}

/// `eprintln!` through this module.
#[macro_export]
macro_rules! errln {
    ($($argument:tt)*) => { $crate::output::write_error(format_args!("{}\n", format_args!($($argument)*))) };
}
