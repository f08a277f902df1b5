//! `cargo tool bench`: measures reading and validation next to other validators, and writes a page with plots. Also
//! counts instructions, which CI compares with recorded counts.

mod builds;
mod counts;
mod plot;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Program that measures. It is not part of the workspace.
const MANIFEST: &str = "tests/peers/readers/Cargo.toml";
/// Build folder of the program, with and without the other validators.
const TARGET: &str = "target/peers";
const PROGRAM: &str = "planwright-peers-readers";
/// Folder of the page and its plots.
const RESULTS: &str = "tests/peers/results";
/// Page that is written.
const PAGE: &str = "reading.md";

const HEAD: &str = "\
# Reading and validating

Time to read a document and validate it, next to validators that only validate. `cargo tool bench` measures again and writes this
page. The program is `tests/peers/readers`; it makes the same documents in every run. All candidates of a table run in turn in one
process. The first column is the median of the ratios to the compiled validator, which parses a `serde_json::Value` and only answers
valid or not. Compare ratios, because the cores may have had other work. In the tables with the fastest peers, `serde_json` preserves
the order of properties and reads floats exactly, because one of the peers needs that.

";

/// Task of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task<'a> {
    /// Measures, and writes the page and its plots.
    Page,
    /// Writes the page and its plots from tables that were printed before.
    PageOf(&'a str),
    /// Prints the tables.
    Print,
    /// Builds crates with generated code from scratch, and records their costs.
    Builds,
    /// Counts instructions and records them.
    Count,
    /// Counts instructions and compares them with the recorded counts.
    HoldCounts,
}

/// Runs a task.
pub fn run(root: &Path, task: Task<'_>, profile: &str) -> ExitCode {
    let done = match task {
        Task::Print => measured(root, profile).map(|tables| tables.trim_end().to_owned()),
        Task::Page => measured(root, profile).and_then(|tables| written(root, &tables)),
        Task::PageOf(file) => fs::read_to_string(file)
            .map_err(|error| format!("{file}: {error}"))
            .and_then(|tables| written(root, &tables)),
        Task::Builds => builds::written(root),
        Task::Count => counted(root, |counts| {
            let file = root.join(counts::FILE);
            fs::write(file, counts::text(counts)).map_err(|error| format!("{}: {error}", counts::FILE))?;
            Ok(format!("{} is written", counts::FILE))
        }),
        Task::HoldCounts => counted(root, |counts| {
            let differences = counts::differences(&counts::kept(root)?, counts);
            if differences.is_empty() {
                return Ok(format!("{} counts of instructions hold", counts.len()));
            }
            let lines = differences.join("\n");
            Err(format!(
                "instructions a document are not those of {}:\n{lines}\nif that is meant, run `cargo tool bench --counts`",
                counts::FILE
            ))
        }),
    };
    match done {
        Ok(told) => {
            println!("{told}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

/// Writes the page and its plots.
fn written(root: &Path, tables: &str) -> Result<String, String> {
    let folder = root.join(RESULTS);
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).map_err(|error| format!("{name}: {error}"));
    let mut page = format!("{HEAD}{}\n", tables.trim_end());
    for table in plot::tables(tables) {
        let (heading, name) = (format!("## {}\n", table.title), plot::file_name(&table.title));
        page = page.replace(&heading, &format!("{heading}\n![Bars of the table below]({name})\n"));
        write(&name, &plot::svg(&table))?;
    }
    if let Ok(counts) = counts::kept(root) {
        page.push_str("\n## Instructions a document\n\n");
        page.push_str(
            "Counted by callgrind over 200 documents each, allocator included; CI holds them within 5 percent.\n\n",
        );
        page.push_str("| what is done | instructions a document |\n|---|---:|\n");
        for (what, count) in counts {
            let _ = writeln!(page, "| {what} | {count} |");
        }
    }
    write(PAGE, &page)?;
    Ok(format!("{RESULTS}/{PAGE} is written"))
}

/// Builds the program without the other validators, counts instructions, and passes the counts on. Does nothing without
/// valgrind.
fn counted(
    root: &Path,
    with: impl FnOnce(&std::collections::BTreeMap<String, u64>) -> Result<String, String>,
) -> Result<String, String> {
    let status = cargo(root, "build", "release").arg("--no-default-features").stderr(Stdio::inherit()).status();
    if !status.is_ok_and(|status| status.success()) {
        return Err(format!("{MANIFEST} was not built"));
    }
    let program: PathBuf = [TARGET, "release", PROGRAM].iter().collect();
    match counts::measured(&root.join(program))? {
        Some(counts) => with(&counts),
        None => Ok("no instructions were counted: there is no valgrind (Debian: apt-get install valgrind)".to_owned()),
    }
}

fn cargo(root: &Path, command: &str, profile: &str) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut process = Command::new(cargo);
    process.current_dir(root).args([command, "--quiet", "--locked", "--profile", profile]);
    process.args(["--target-dir", TARGET, "--manifest-path", MANIFEST]);
    process
}

/// Returns the tables: next to all validators, and then next to the fastest ones. One of those changes how `serde_json`
/// is built.
fn measured(root: &Path, profile: &str) -> Result<String, String> {
    Ok(format!("{}{}", printed(root, profile, &[])?, printed(root, profile, &["--features", "limits"])?))
}

fn printed(root: &Path, profile: &str, features: &[&str]) -> Result<String, String> {
    let output = cargo(root, "run", profile)
        .args(features)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{MANIFEST}: {error}"))?;
    if output.status.success() {
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    } else {
        Err(format!("{MANIFEST} ended early"))
    }
}
