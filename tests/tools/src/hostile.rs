//! `cargo tool hostile`: spoiled schemas, each through the whole compiler, in processes that may die.
//!
//! A mutant follows from the seed and its number alone. Each goes through every back end and every dialect of `export`; it
//! fails if something panics, overflows the stack, takes more than its time or memory, calls itself a defect, or refuses the
//! schema without saying where. What fails is kept below `target/hostile`.

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

/// The argument that makes the program a worker of itself.
pub const WORKER: &str = "hostile-worker";

/// What the run is asked for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of schemas to spoil; none means those of the project.
    folder: Option<PathBuf>,
    /// How many mutants.
    count: u64,
    /// The first one.
    first: u64,
    seed: u64,
    /// How long one mutant may take, in seconds.
    seconds: u64,
    /// How many processes at once.
    jobs: usize,
    /// Where mutants are put that compile.
    accepted: Option<PathBuf>,
    /// Whether the files are taken as they are, one after another.
    plain: bool,
    /// What one mutant does instead of being compiled, so that somebody sees it noticed.
    control: Option<String>,
}

impl Settings {
    /// Reads the arguments; `None` if they are none of ours.
    pub fn read(arguments: &[&str]) -> Option<Self> {
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

    /// The arguments that make a worker of the same run.
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

/// Runs the mutants. Exit code 0: all pass; 1: some fail; 2: it could not be run.
pub fn run(root: &Path, settings: &Settings) -> ExitCode {
    let run = |corpus: Corpus| {
        let count = if settings.plain { corpus.len() as u64 } else { settings.count };
        watch::run(root, &corpus, &Settings { count, ..settings.clone() })
    };
    match Corpus::read(root, settings.folder.as_deref()).and_then(run) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

/// One worker process: compiles its part of the mutants and says how each went.
pub fn work(root: &Path, settings: &Settings) -> ExitCode {
    match Corpus::read(root, settings.folder.as_deref()).and_then(|corpus| worker::run(&corpus, settings)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}
