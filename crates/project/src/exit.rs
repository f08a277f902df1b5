//! Outcomes and exit codes of runs.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io;

use planwright_source::{printable, printable_lines};

use crate::named;
use crate::terminal::{self, Stream};

/// Outcome of a run that completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No findings.
    Fine,
    /// There are findings.
    Findings,
    /// A verdict is undecided, and undecided verdicts are not accepted.
    Undecided,
}

/// Reasons why a run failed: a usage or I/O error.
#[derive(Debug)]
pub struct Failure(Vec<String>);

impl Failure {
    /// Several reasons, one a line. Of a file that the configuration names they say where.
    pub fn all(reasons: impl IntoIterator<Item = impl ToString>) -> Self {
        Self(reasons.into_iter().map(|reason| named::located(reason.to_string())).collect())
    }

    /// The reasons, to go with others.
    pub fn reasons(self) -> Vec<String> {
        self.0
    }

    /// Returns a failure whose reasons are already in the report.
    pub fn reported() -> Self {
        Self(Vec::new())
    }

    /// One reason.
    pub fn one(reason: impl ToString) -> Self {
        Self::all([reason])
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|reason| writeln!(out, "error: {}", continued(reason)))
    }
}

/// The text as it can be printed behind a label. Further lines that are not indented get a mark, so that no line of the output
/// begins with what a file, a schema or another program chose.
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

/// The exit code of a command line that asks for help or cannot be understood; the text of the parser is printed.
pub fn usage(error: &clap::Error) -> u8 {
    let text = error.render();
    let stream = if error.use_stderr() { Stream::Error } else { Stream::Output };
    // The parser quotes what was typed: that has no colour of its own.
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
