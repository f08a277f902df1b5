//! `cargo xtask bench`: reading and judging documents beside other validators, in one run, as a page.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The program that measures. It is no part of the workspace.
const MANIFEST: &str = "tests/peers/readers/Cargo.toml";
/// The page that is written.
const PAGE: &str = "docs/performance.md";

const HEAD: &str = "\
# Reading and judging

How long it takes to read a document and judge it by its schema, beside validators that only judge. `cargo xtask bench` measures
anew and writes this page; the program is `tests/peers/readers`, the documents are made by it, the same in every run. All
candidates of a table run in turn in one process; the first column is the median of the ratios to the compiled validator, which
parses a `serde_json::Value` and says only yes or no. Read the ratios: the cores may have had other work.

";

/// Measures and writes the page; with `--print` it only prints.
pub(crate) fn run(root: &Path, only_prints: bool, profile: &str) -> ExitCode {
    match measured(root, profile) {
        Ok(tables) if only_prints => {
            print!("{tables}");
            ExitCode::SUCCESS
        }
        Ok(tables) => match fs::write(root.join(PAGE), format!("{HEAD}{}\n", tables.trim_end())) {
            Ok(()) => {
                println!("{PAGE} is written");
                ExitCode::SUCCESS
            }
            Err(error) => failed(&format!("{PAGE}: {error}")),
        },
        Err(reason) => failed(&reason),
    }
}

fn failed(reason: &str) -> ExitCode {
    eprintln!("error: {reason}");
    ExitCode::from(2)
}

fn measured(root: &Path, profile: &str) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(root)
        .args([
            "run",
            "--quiet",
            "--locked",
            "--profile",
            profile,
            "--target-dir",
            "target/peers",
            "--manifest-path",
            MANIFEST,
        ])
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("{MANIFEST}: {error}"))?;
    if output.status.success() {
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    } else {
        Err(format!("{MANIFEST} ended early"))
    }
}
