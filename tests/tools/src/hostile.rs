//! `cargo tool hostile`: mutates schemas and runs each mutant through the whole compiler, in processes that may die.
//!
//! A mutant is determined by the seed and its number. Each goes through every back end and every dialect of `export`.
//! It fails in these cases:
//!
//! - Something panics or overflows the stack.
//! - It exceeds its time or memory limit.
//! - It reports an internal error, or an error without a location.
//!
//! Failing mutants are kept below `target/hostile`.

mod corpus;
mod mutant;
mod odd;
mod random;
mod structure;
mod text;
mod watch;
mod worker;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use corpus::Corpus;

/// Argument that turns the program into a worker.
pub const WORKER: &str = "hostile-worker";

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Folder of schemas to mutate. By default these are the schemas of the project.
    folder: Option<PathBuf>,
    /// Number of mutants.
    count: u64,
    /// Number of the first mutant.
    first: u64,
    seed: u64,
    /// Time limit for one mutant, in seconds.
    seconds: u64,
    /// Number of parallel processes.
    jobs: usize,
    /// Folder for mutants that compile.
    accepted: Option<PathBuf>,
    /// Set to compile the files unchanged, one after another.
    plain: bool,
    /// Misbehavior of one mutant instead of compiling it, which the run must report.
    control: Option<String>,
}

impl Settings {
    /// Parses the arguments. Returns `None` if they are invalid.
    pub fn parse(arguments: &[&str]) -> Option<Self> {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let mut settings = Self {
            folder: None,
            count: 1000,
            first: 0,
            seed: 1,
            seconds: 5,
            jobs,
            accepted: None,
            plain: false,
            control: None,
        };
        let mut rest = arguments;
        loop {
            rest = match rest {
                [] => return Some(settings),
                ["--count", number, rest @ ..] => {
                    settings.count = number.parse().ok()?;
                    rest
                }
                ["--first", number, rest @ ..] => {
                    settings.first = number.parse().ok()?;
                    rest
                }
                ["--seed", number, rest @ ..] => {
                    settings.seed = number.parse().ok()?;
                    rest
                }
                ["--seconds", number, rest @ ..] => {
                    settings.seconds = number.parse().ok()?;
                    rest
                }
                ["--jobs", number, rest @ ..] => {
                    settings.jobs = number.parse().ok().filter(|jobs| *jobs > 0)?;
                    rest
                }
                ["--accepted", folder, rest @ ..] => {
                    settings.accepted = Some(PathBuf::from(*folder));
                    rest
                }
                ["--plain", rest @ ..] => {
                    settings.plain = true;
                    rest
                }
                ["--control", kind, rest @ ..] if worker::CONTROLS.contains(kind) => {
                    settings.control = Some((*kind).to_owned());
                    rest
                }
                [folder, rest @ ..] if !folder.starts_with("--") && settings.folder.is_none() => {
                    settings.folder = Some(PathBuf::from(*folder));
                    rest
                }
                _ => return None,
            };
        }
    }

    /// Returns the arguments of a worker of the same run.
    fn arguments(&self) -> Vec<String> {
        let mut arguments: Vec<String> = self.folder.iter().map(|folder| folder.display().to_string()).collect();
        for (flag, value) in [("--seed", self.seed), ("--seconds", self.seconds)] {
            arguments.extend([flag.to_owned(), value.to_string()]);
        }
        if let Some(kind) = &self.control {
            arguments.extend(["--control".to_owned(), kind.clone()]);
        }
        if self.plain {
            arguments.push("--plain".to_owned());
        }
        if let Some(folder) = &self.accepted {
            arguments.extend(["--accepted".to_owned(), folder.display().to_string()]);
        }
        arguments
    }
}

/// Runs the mutants. Exit code 0: all pass; 1: some fail; 2: the run itself failed.
pub fn run(root: &Path, settings: &Settings) -> ExitCode {
    let run = |corpus: Corpus| {
        let count = if settings.plain { corpus.len() as u64 } else { settings.count };
        watch::run(root, &corpus, &Settings { count, ..settings.clone() })
    };
    match Corpus::load(root, settings.folder.as_deref()).and_then(run) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

/// Runs a worker process, which compiles its share of the mutants and prints each result.
pub fn work(root: &Path, settings: &Settings) -> ExitCode {
    match Corpus::load(root, settings.folder.as_deref()).and_then(|corpus| worker::run(&corpus, settings)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}
