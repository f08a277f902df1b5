//! `cargo tool complexity`: runs each command of the program on an input and on one of four times its size. A command
//! that takes much more than four times as long does not scale linearly.

mod inputs;
mod timed;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use inputs::{CONTROLS, GrowingInput, INPUTS};

/// Size ratio of the two inputs.
const SIZE_RATIO: usize = 4;
/// Maximum time ratio. Linear commands need 4. Sorting, and processors with other load, need some tolerance.
const MAX_TIME_RATIO: f64 = 6.0;
/// Minimum time in seconds for an input to be large enough.
const MIN_SECONDS: f64 = 0.2;
/// Maximum size of the smaller input.
const MAX_SIZE: usize = 1 << 18;
/// Number of measurements of a command that is too slow. The best one counts.
const MEASUREMENTS: usize = 7;

/// Name of the worker that the control starts instead of the program.
pub const WORKER: &str = "complexity-worker";

/// Settings of a run.
#[derive(Debug, Default)]
pub struct Settings {
    /// Program to measure. By default it is built from this workspace.
    program: Option<PathBuf>,
    /// Set to measure a quadratic worker instead of the program.
    control: bool,
    /// Substring of the names of the inputs that are measured.
    only: String,
}

impl Settings {
    /// Parses command-line arguments.
    pub fn parse(arguments: &[&str]) -> Option<Self> {
        match arguments {
            [] => Some(Self::default()),
            ["--program", file, rest @ ..] => Some(Self { program: Some(PathBuf::from(file)), ..Self::parse(rest)? }),
            ["--control", rest @ ..] => Some(Self { control: true, ..Self::parse(rest)? }),
            ["--only", part, rest @ ..] => Some(Self { only: (*part).to_owned(), ..Self::parse(rest)? }),
            _ => None,
        }
    }
}

/// Measures all inputs and reports those that grow too fast.
pub fn run(root: &Path, settings: &Settings) -> ExitCode {
    match measure(root, settings) {
        Ok(slow) if slow.is_empty() => ExitCode::SUCCESS,
        Ok(slow) => {
            eprintln!("more than {MAX_TIME_RATIO} times as long for {SIZE_RATIO} times the input: {}", slow.join(", "));
            ExitCode::FAILURE
        }
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn measure(root: &Path, settings: &Settings) -> Result<Vec<&'static str>, String> {
    let program = match &settings.program {
        _ if settings.control => std::env::current_exe().map_err(|error| error.to_string())?,
        Some(program) => program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))?,
        None => crate::faults::built(root)?,
    };
    let folder = root.join(format!("target/complexity-{}", std::process::id()));
    let inputs = if settings.control { CONTROLS } else { INPUTS };
    let inputs: Vec<&GrowingInput> = inputs.iter().filter(|input| input.name.contains(&settings.only)).collect();
    if inputs.is_empty() {
        return Err(format!("no input has a name with {:?}", settings.only));
    }
    let mut slow = Vec::new();
    println!("| input | size | seconds | times as long for {SIZE_RATIO} times the size |\n|---|---:|---:|---:|");
    for input in inputs {
        let growth = growth(&program, input, &folder);
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let (size, seconds, times) = growth.map_err(|reason| format!("{}: {reason}", input.name))?;
        println!("| {} | {size} | {seconds:.2} | {times:.1} |", input.name);
        if times > MAX_TIME_RATIO {
            slow.push(input.name);
        }
    }
    Ok(slow)
}

/// Returns the size that is large enough, its time, and the time ratio of the larger input.
fn growth(program: &Path, input: &GrowingInput, folder: &Path) -> Result<(usize, f64, f64), String> {
    let mut size = input.size;
    let mut one = seconds(program, input, size, folder)?;
    while one < MIN_SECONDS && size * 2 <= MAX_SIZE {
        size *= 2;
        one = seconds(program, input, size, folder)?;
    }
    let mut four = seconds(program, input, size * SIZE_RATIO, folder)?;
    for _ in 1..MEASUREMENTS {
        if four <= one * MAX_TIME_RATIO {
            break;
        }
        one = one.min(seconds(program, input, size, folder)?);
        four = four.min(seconds(program, input, size * SIZE_RATIO, folder)?);
    }
    Ok((size, one, four / one))
}

/// Returns the processor time of the program for an input of this size.
fn seconds(program: &Path, input: &GrowingInput, size: usize, folder: &Path) -> Result<f64, String> {
    let _ = fs::remove_dir_all(folder);
    for (name, text) in (input.files)(size) {
        let file = folder.join(name);
        let parent = file.parent().unwrap_or(folder);
        fs::create_dir_all(parent).and_then(|()| fs::write(&file, text)).map_err(|error| error.to_string())?;
    }
    let mut command = Command::new(program);
    command.args(input.arguments.split(' ')).current_dir(folder);
    timed::seconds(&mut command)
}

/// Runs a program that needs a quadratic number of steps in the length of a file.
pub fn work(file: &str) -> ExitCode {
    let Ok(text) = fs::read(file) else { return ExitCode::from(2) };
    let equal = text.iter().map(|one| text.iter().filter(|other| std::hint::black_box(*other) == one).count());
    println!("{}", equal.sum::<usize>());
    ExitCode::SUCCESS
}
