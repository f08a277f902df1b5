//! Measures whole processes in turn, in wall-clock time and processor time, and prints both ratios.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::pairs::median;

/// A candidate of a comparison: one process, or several in sequence.
pub(crate) struct Program {
    pub(crate) name: String,
    /// Commands to run, or an empty list if the program is not installed.
    pub(crate) commands: Vec<Vec<String>>,
    /// Folder that is deleted before each turn. This is not measured.
    pub(crate) clear: Option<PathBuf>,
    /// Command that installs the program.
    pub(crate) install: &'static str,
}

/// Times of one turn in seconds.
#[derive(Clone, Copy, Default)]
struct Times {
    wall: f64,
    processor: f64,
    failed: usize,
}

/// Runs the programs in turn. Prints the median times of each, and the median ratios to the first.
pub(crate) fn compare(title: &str, turns: usize, programs: &[Program]) {
    println!("\n{title}");
    if Command::new("bash").arg("-c").arg("true").status().is_err() {
        println!("  left out: bash is needed, to take the time of processes");
        return;
    }
    let (programs, absent): (Vec<&Program>, Vec<&Program>) =
        programs.iter().partition(|program| !program.commands.is_empty());
    let mut times: Vec<Vec<Times>> = vec![Vec::new(); programs.len()];
    for turn in 0..=turns {
        for (program, times) in programs.iter().zip(&mut times) {
            let one = run(program);
            if turn > 0 {
                times.push(one);
            }
        }
    }
    println!("      cpu       wall        cpu time");
    for (program, own) in programs.iter().zip(&times) {
        let ratio = |of: fn(&Times) -> f64| median(times[0].iter().zip(own).map(|(one, other)| of(other) / of(one)));
        let processor = median(own.iter().map(|times| times.processor)) * 1e3;
        let failed = own.first().map_or(0, |times| times.failed);
        let failures = match (failed, program.commands.len()) {
            (0, _) => String::new(),
            (1, 1) => " (FAILED)".to_owned(),
            (failed, all) => format!(" (FAILED on {failed} of {all} files)"),
        };
        println!(
            "  {:>7.2} x {:>7.2} x  {processor:>9.1} ms  {}{failures}",
            ratio(|times| times.processor),
            ratio(|times| times.wall),
            program.name
        );
    }
    for program in absent {
        println!("  left out: {}; `{}` installs it", program.name, program.install);
    }
}

/// Runs all commands of a program once.
fn run(program: &Program) -> Times {
    if let Some(folder) = &program.clear {
        let _ = std::fs::remove_dir_all(folder);
        let _ = std::fs::create_dir_all(folder);
    }
    program.commands.iter().fold(Times::default(), |sum, command| {
        let (wall, processor, fine) = time(command);
        Times { wall: sum.wall + wall, processor: sum.processor + processor, failed: sum.failed + usize::from(!fine) }
    })
}

/// Measures a command with its child processes. The shell measures in milliseconds.
fn time(command: &[String]) -> (f64, f64, bool) {
    let script = r#"TIMEFORMAT="%R %U %S"; { time "$@" >/dev/null 2>&1; } 2>&1; exit $?"#;
    let output = Command::new("bash").args(["-c", script, "bash"]).args(command).stdin(Stdio::null()).output();
    let Ok(output) = output else { return (0.0, 0.0, false) };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [wall, user, system] = numbers[..] else { return (0.0, 0.0, false) };
    (wall, user + system, output.status.success())
}

/// Returns a path as an argument.
pub(crate) fn word(path: &Path) -> String {
    path.display().to_string()
}
