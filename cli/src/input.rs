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

fn input(path: &str, bytes: &[u8]) -> Input {
    let name = if path == "-" { "<stdin>" } else { path };
    let text = decode(bytes).map(str::to_owned).map_err(Report::from);
    Input { name: name.to_owned(), text }
}

impl Input {
    /// The text to show findings in; empty where the bytes are no text.
    pub(crate) fn shown(&self) -> &str {
        self.text.as_deref().unwrap_or("")
    }
}
