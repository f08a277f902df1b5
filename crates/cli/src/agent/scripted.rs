//! A model that reads its answers from a file, one per line.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read as _, stdin};

use planwright_agent::controller::{Model, ModelError, Request};
use planwright_source::printable_json;
use serde_json::json;

use planwright_project::exit::Failure;

/// Maximum length of an answer.
const LONGEST: u64 = 16 << 20;

/// Answers every question with the next line. Blank lines are skipped.
pub(super) struct Scripted {
    lines: Box<dyn BufRead>,
    /// Whether requests are printed, for users who write each line when it is needed.
    prints: bool,
}

impl Scripted {
    pub(super) fn open(path: &str, prints: bool) -> Result<Self, Failure> {
        let lines: Box<dyn BufRead> = if path == "-" {
            Box::new(stdin().lock())
        } else {
            Box::new(BufReader::new(File::open(path).map_err(|error| Failure::one(format!("{path}: {error}")))?))
        };
        Ok(Self { lines, prints })
    }
}

impl Model for Scripted {
    fn propose(&mut self, request: &Request<'_>) -> Result<String, ModelError> {
        if self.prints {
            outln!("{}", printable_json(&json!({ "request": request }).to_string()));
        }
        loop {
            let mut line = Vec::new();
            match (&mut self.lines).take(LONGEST + 1).read_until(b'\n', &mut line) {
                Ok(0) => return Err(ModelError::Finished),
                Ok(_) if line.len() as u64 > LONGEST => {
                    return Err(ModelError::Failed(format!("an answer is longer than {} MiB", LONGEST >> 20)));
                }
                Ok(_) if line.iter().all(u8::is_ascii_whitespace) => {}
                // An answer that is not UTF-8 is checked like any other, so that it counts as an invalid attempt.
                Ok(_) => return Ok(String::from_utf8_lossy(&line).into_owned()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(ModelError::Failed(error.to_string())),
            }
        }
    }
}
