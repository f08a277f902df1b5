//! One input file: its name, its bytes as text, and what is said when they are no text.

use planwright_contracts::Report;
use planwright_source::decode;
use planwright_sync::read_bytes;

use crate::exit::Failure;

/// A file, or standard input.
#[derive(Debug)]
pub(crate) struct Input {
    /// The path as it was given; `<stdin>` for `-`.
    pub name: String,
    /// The text, or why there is none.
    pub text: Result<String, Report>,
    /// Of bytes that are no text, what stands before the first wrong one.
    prefix: String,
}

/// Reads every file; if any cannot be read, says so of all that cannot.
pub(crate) fn read_all(paths: &[String]) -> Result<Vec<Input>, Failure> {
    let mut inputs = Vec::new();
    let mut failures = Vec::new();
    for path in paths {
        match read_bytes(path) {
            Ok(bytes) => inputs.push(input(path, &bytes)),
            Err(error) => failures.push(error),
        }
    }
    if failures.is_empty() { Ok(inputs) } else { Err(Failure::all(failures)) }
}

/// What was read at `path`.
pub(crate) fn input(path: &str, bytes: &[u8]) -> Input {
    let name = if path == "-" { "<stdin>" } else { path };
    let name = name.to_owned();
    match decode(bytes) {
        Ok(text) => Input { name, text: Ok(text.to_owned()), prefix: String::new() },
        Err(problem) => {
            let valid = bytes.get(..problem.span.start).unwrap_or_default();
            let prefix = String::from_utf8_lossy(valid).into_owned();
            Input { name, text: Err(Report::from(problem)), prefix }
        }
    }
}

impl Input {
    /// The text to show findings in.
    pub(crate) fn shown(&self) -> &str {
        self.text.as_deref().unwrap_or(&self.prefix)
    }
}
