//! Outcomes, failures and exit codes of a run.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io;

use planwright_runtime::Diagnostic;
use planwright_source::{printable, printable_lines};

use crate::config_locations;
use crate::terminal::{self, Stream};

/// Outcome of a run that completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing to report.
    Fine,
    /// The input or the files on disk have findings.
    Findings,
    /// The question could not be decided, and the caller requested a separate exit code for that case.
    Undecided,
}

/// Error that stopped a run: incorrect usage, or a file that cannot be read or written.
#[derive(Debug)]
pub struct Failure(Vec<Reason>);

/// One reason of a failure.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// A message.
    Text(String),
    /// A finding in a file that the command needs, such as an error in a schema.
    Finding {
        /// The finding, for programs.
        finding: Box<Diagnostic>,
        /// The finding as people see it.
        text: String,
    },
}

impl Failure {
    /// Creates a failure with several reasons. A reason about a file that the configuration names gets that location.
    pub fn all(reasons: impl IntoIterator<Item = impl ToString>) -> Self {
        Self(reasons.into_iter().map(|reason| Reason::Text(config_locations::located(reason.to_string()))).collect())
    }

    /// Creates a failure with the reasons of other failures.
    pub fn from_reasons(reasons: Vec<Reason>) -> Self {
        Self(reasons)
    }

    /// Returns the reasons.
    pub fn reasons(self) -> Vec<Reason> {
        self.0
    }

    /// Returns the messages of the reasons, for a report that lists them.
    pub fn messages(self) -> Vec<String> {
        self.0
            .into_iter()
            .map(|reason| match reason {
                Reason::Text(text) => text,
                Reason::Finding { text, .. } => text.trim_end().to_owned(),
            })
            .collect()
    }

    /// Creates a failure whose reasons are already in the report.
    pub fn reported() -> Self {
        Self(Vec::new())
    }

    /// Creates a failure with one reason.
    pub fn one(reason: impl ToString) -> Self {
        Self::all([reason])
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|reason| match reason {
            Reason::Text(text) => writeln!(out, "error: {}", continued(text)),
            Reason::Finding { text, .. } => out.write_str(text),
        })
    }
}

/// Returns the string as it can be printed after a label.
///
/// Continuation lines that are not indented get a mark. Otherwise a file, a schema or another program could choose how
/// a line of the output begins.
pub fn continued(text: &str) -> String {
    let text = printable_lines(text);
    let mut lines = text.trim_end().split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    let is_indented = |line: &str| line.is_empty() || line.starts_with(' ');
    lines.fold(first, |all, line| all + if is_indented(line) { "\n" } else { "\n  | " } + line)
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::one(error)
    }
}

/// Prints the message of the argument parser and returns the exit code: for a request for help, or for a command line
/// that cannot be parsed.
pub fn usage(error: &clap::Error) -> u8 {
    let text = error.render();
    let stream = if error.use_stderr() { Stream::Error } else { Stream::Output };
    // The parser quotes what the user typed. Escape sequences in that would be printed as colour.
    let is_plain = |word: &OsString| printable(&word.to_string_lossy()) == word.to_string_lossy();
    let text = if terminal::has_color(stream) && env::args_os().all(|word| is_plain(&word)) {
        text.ansi().to_string()
    } else {
        printable_lines(&text.to_string()).into_owned()
    };
    if error.use_stderr() {
        err!("{text}");
    } else {
        out!("{text}");
    }
    u8::try_from(error.exit_code()).unwrap_or(2)
}

/// Returns the exit code of a run, and prints the reasons of a failure to standard error.
pub fn code(outcome: Result<Outcome, Failure>) -> u8 {
    match outcome {
        Ok(Outcome::Fine) => 0,
        Ok(Outcome::Findings) => 1,
        Ok(Outcome::Undecided) => 3,
        Err(failure) => {
            err!("{failure}");
            2
        }
    }
}
