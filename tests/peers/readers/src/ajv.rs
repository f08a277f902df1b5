//! Runs ajv in a separate process, which reads the documents once and then validates them repeatedly.

use std::cell::RefCell;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ajv/again.mjs");

/// Process with its input and output.
pub(crate) struct Ajv {
    process: Child,
    ends: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
}

impl Ajv {
    /// Starts it with a schema and documents. Returns `None` if it is not installed.
    pub(crate) fn start(schema: &Value, texts: &[String]) -> Option<Self> {
        let started = Self::started(schema, texts);
        if let Err(error) = &started {
            eprintln!("ajv is left out ({error}); it comes with `npm ci --prefix tests/ajv`");
        }
        started.ok()
    }

    fn started(schema: &Value, texts: &[String]) -> io::Result<Self> {
        let mut process = Command::new("node").arg(SCRIPT).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let ajv = Self { process, ends: RefCell::new((input, BufReader::new(output))) };
        ajv.ask(&json!({ "schema": schema, "documents": texts }).to_string())?;
        Ok(ajv)
    }

    /// Returns the number of documents that it accepts.
    pub(crate) fn takes(&self) -> usize {
        self.ask("").ok().and_then(|answer| answer.trim().parse().ok()).unwrap_or_default()
    }

    fn ask(&self, line: &str) -> io::Result<String> {
        let (input, output) = &mut *self.ends.borrow_mut();
        writeln!(input, "{line}")?;
        input.flush()?;
        let mut answer = String::new();
        if output.read_line(&mut answer)? == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(answer) }
    }
}

impl Drop for Ajv {
    fn drop(&mut self) {
        // Its exit status does not matter.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
