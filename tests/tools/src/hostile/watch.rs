//! Supervisor: starts workers, assigns ranges of mutants to them, and reports the mutants that killed a worker.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::Settings;
use super::corpus::Corpus;
use super::mutant::Mutant;
use super::odd::Odd;

/// Number of mutants per worker process.
const BATCH: u64 = 250;

/// Factor on the time limit of a mutant after which its worker counts as stuck, because the machine may be busy.
const BUSY_FACTOR: u64 = 120;

/// Runs all mutants. Returns the number of failures.
pub(super) fn run(root: &Path, corpus: &Corpus, settings: &Settings) -> Result<u64, String> {
    println!("{} mutants of {} files, seed {}", settings.count, corpus.len(), settings.seed);
    let next = AtomicU64::new(settings.first);
    let end = settings.first + settings.count;
    let tally = Mutex::new(Tally::default());
    let told: Vec<Result<(), String>> = thread::scope(|scope| {
        let jobs: Vec<_> = (0..settings.jobs)
            .map(|_| {
                scope.spawn(|| {
                    loop {
                        let first = next.fetch_add(BATCH, Ordering::Relaxed);
                        if first >= end {
                            return Ok(());
                        }
                        part(settings, first, (first + BATCH).min(end), &tally)?;
                    }
                })
            })
            .collect();
        jobs.into_iter().map(|job| job.join().unwrap_or_else(|_| Err("the watcher failed".to_owned()))).collect()
    });
    told.into_iter().collect::<Result<(), String>>()?;
    let tally = tally.into_inner().map_err(|error| error.to_string())?;
    tally.keep(&root.join("target/hostile"), corpus, settings)?;
    let failed = tally.failed.len() as u64;
    println!("{} compiled, {} refused", tally.compiled, tally.refused);
    println!("{} passed, {failed} failed", settings.count - failed);
    Ok(failed)
}

#[derive(Default)]
struct Tally {
    compiled: u64,
    refused: u64,
    failed: BTreeMap<u64, String>,
}

impl Tally {
    fn note(&mut self, number: u64, outcome: &str) {
        match outcome {
            "compiled" => self.compiled += 1,
            "refused" => self.refused += 1,
            _ => {
                println!("FAILED {number}: {outcome}");
                self.failed.insert(number, outcome.to_owned());
            }
        }
    }

    /// Writes each failing mutant with its outcome.
    fn keep(&self, folder: &Path, corpus: &Corpus, settings: &Settings) -> Result<(), String> {
        let odd = Odd::new();
        for (number, outcome) in &self.failed {
            let folder = folder.join(format!("{}-{number}", settings.seed));
            for (path, bytes) in Mutant::new(settings, corpus, &odd, *number).texts {
                write(&folder.join("schemas").join(path), &bytes)?;
            }
            write(&folder.join("outcome.txt"), format!("{outcome}\n").as_bytes())?;
            println!("kept {}", folder.display());
        }
        Ok(())
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes)).map_err(|e| format!("{}: {e}", path.display()))
}

/// Processes the mutants from `first` to `end` with as many workers as necessary.
fn part(settings: &Settings, first: u64, end: u64, tally: &Mutex<Tally>) -> Result<(), String> {
    let mut number = first;
    while number < end {
        let (reached, died) = batch(settings, number, end, tally)?;
        let Some(outcome) = died else { return Ok(()) };
        note(tally, reached, &outcome)?;
        number = reached + 1;
    }
    Ok(())
}

fn note(tally: &Mutex<Tally>, number: u64, outcome: &str) -> Result<(), String> {
    tally.lock().map_err(|error| error.to_string())?.note(number, outcome);
    Ok(())
}

/// Runs one worker. Returns the mutant that it died at and the reason.
fn batch(settings: &Settings, first: u64, end: u64, tally: &Mutex<Tally>) -> Result<(u64, Option<String>), String> {
    let mut child = start(settings, first, end)?;
    let (lines, said) = (lines(&mut child), errors(&mut child));
    let limit = Duration::from_secs(settings.seconds * BUSY_FACTOR);
    let mut at = first;
    loop {
        match lines.recv_timeout(limit) {
            Ok(line) => match line.split_once(' ') {
                None => at = line.parse().map_err(|_| format!("the worker said {line:?}"))?,
                Some((number, outcome)) => {
                    let number: u64 = number.parse().map_err(|_| format!("the worker said {line:?}"))?;
                    note(tally, number, outcome)?;
                    at = number + 1;
                }
            },
            Err(RecvTimeoutError::Timeout) => {
                child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
                return Ok((at, Some(format!("waited longer than {} s", limit.as_secs()))));
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = child.wait().map_err(|error| error.to_string())?;
                if status.success() && at == end {
                    return Ok((at, None));
                }
                let words: Vec<String> = said.iter().collect();
                if status.code() == Some(2) || at >= end {
                    return Err(format!("a worker could not work: {}", words.join(" ")));
                }
                return Ok((at, Some(format!("died, {status}: {}", words.join(" ")))));
            }
        }
    }
}

fn start(settings: &Settings, first: u64, end: u64) -> Result<Child, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let range = ["--first".to_owned(), first.to_string(), "--count".to_owned(), (end - first).to_string()];
    let mut command = Command::new(program);
    command.arg(super::WORKER).args(settings.arguments()).args(range);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().map_err(|error| format!("a worker cannot be started: {error}"))
}

/// Returns the lines of the worker's standard output as they arrive.
fn lines(child: &mut Child) -> Receiver<String> {
    let (send, receive) = channel();
    if let Some(out) = child.stdout.take() {
        thread::spawn(move || BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
    }
    receive
}

/// Returns the lines of its standard error, truncated.
fn errors(child: &mut Child) -> Receiver<String> {
    let (send, receive) = channel();
    if let Some(out) = child.stderr.take() {
        thread::spawn(move || {
            let lines = BufReader::new(out).split(b'\n').map_while(Result::ok);
            lines
                .map(|line| String::from_utf8_lossy(&line).chars().take(300).collect::<String>())
                .filter(|line| !line.trim().is_empty())
                .try_for_each(|line| send.send(line))
        });
    }
    receive
}
