//! The test commands of a plan.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use serde::Serialize;

use super::words;
use crate::output;

/// How much of a failing command's output an editor is shown, in bytes.
const TAIL: usize = 8 * 1024;

/// How a command is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shell {
    /// By `sh -c`.
    Yes,
    /// As words.
    No,
}

/// A command that failed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Failed {
    pub(super) command: String,
    /// How it ended.
    pub(super) end: String,
    /// The end of what it said.
    pub(super) output: String,
}

/// The program and its arguments; `Err` names what only a shell understands.
pub(super) fn argv(command: &str, shell: Shell) -> Result<Vec<String>, String> {
    match shell {
        Shell::Yes => Ok(vec!["sh".to_owned(), "-c".to_owned(), command.to_owned()]),
        Shell::No => words::split(command),
    }
}

/// Runs a command in `folder`. What it says goes to standard error while it runs.
pub(super) fn run(command: &str, argv: &[String], folder: &Path) -> Result<(), Failed> {
    let failed = |end: String, output: String| Failed { command: command.to_owned(), end, output };
    let mut process = Command::new(&argv[0]);
    process.args(&argv[1..]).current_dir(folder);
    process.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn().map_err(|error| failed(format!("{}: {error}", argv[0]), String::new()))?;
    let streams: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>),
        child.stderr.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>),
    ];
    let readers: Vec<_> = streams.into_iter().flatten().map(|stream| thread::spawn(move || pass_on(stream))).collect();
    let status = child.wait();
    let said: Vec<Vec<u8>> = readers.into_iter().filter_map(|reader| reader.join().ok()).collect();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(failed(status.to_string(), String::from_utf8_lossy(&said.concat()).into_owned())),
        Err(error) => Err(failed(error.to_string(), String::new())),
    }
}

/// Copies a stream to standard error; its end.
fn pass_on(mut from: impl Read) -> Vec<u8> {
    let mut tail = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return tail,
            Ok(count) => {
                output::write_error_bytes(&buffer[..count]);
                tail.extend(&buffer[..count]);
                tail.drain(..tail.len().saturating_sub(TAIL));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return tail,
        }
    }
}
