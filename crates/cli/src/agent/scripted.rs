//! A model whose answers stand in a file, one a line.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read as _, stdin};

use planwright_agent::controller::{Model, ModelError, Request};
use planwright_source::printable_json;
use serde_json::json;

use planwright_project::exit::Failure;

/// The longest answer that is read.
const LONGEST: u64 = 16 << 20;

/// Answers with the next line, whatever it is asked; blank lines are none.
pub(super) struct Scripted {
    lines: Box<dyn BufRead>,
    /// Whether requests are printed, for whoever writes the lines as they are needed.
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
                // An answer that is no UTF-8 is one that is not valid: it is judged, not dropped.
                Ok(_) => return Ok(String::from_utf8_lossy(&line).into_owned()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(ModelError::Failed(error.to_string())),
            }
        }
    }
}
