//! Runs `planwright drift` and similar tools on the pairs of `tests/cases/drift`, and counts the correct verdicts.
//!
//! Usage: `cargo run --target-dir target --manifest-path tests/peers/drift/Cargo.toml`, with `-- --list` to see every
//! verdict that is not correct.

mod judges;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::Value;

use judges::{CHECKERS, Checker};

/// Verdict for one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PeerVerdict {
    /// Nothing breaks.
    Proved,
    /// A document shows a break.
    Broken,
    /// The tool does not know, or rejects the schemas.
    Undecided,
}

impl PeerVerdict {
    pub(crate) fn named(word: &str) -> Self {
        match word {
            "proved" => Self::Proved,
            "broken" => Self::Broken,
            _ => Self::Undecided,
        }
    }
}

/// Pair with the expected verdicts.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) old: String,
    pub(crate) new: String,
    pub(crate) assert_formats: bool,
    /// Backward and forward.
    judged: [PeerVerdict; 2],
}

#[derive(Default)]
struct Count {
    right: usize,
    missed: usize,
    false_alarms: usize,
    undecided: usize,
}

fn main() -> ExitCode {
    let list = std::env::args().any(|argument| argument == "--list");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    match cases(&root.join("tests/cases/drift")) {
        Ok(cases) => report(&root, &cases, list),
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn report(root: &Path, cases: &[Case], list: bool) -> ExitCode {
    let decided = cases.iter().flat_map(|case| case.judged).filter(|said| *said != PeerVerdict::Undecided).count();
    println!("{} pairs, {decided} verdicts that a hand can decide\n", cases.len());
    println!("| judge | right | missed | false alarms | undecided |\n|---|---|---|---|---|");
    let mut left_out = Vec::new();
    for Checker { name, verdicts, install } in CHECKERS {
        let Some(said) = verdicts(root, cases) else {
            left_out.push(format!("left out: {name}; `{install}` installs it"));
            continue;
        };
        let Count { right, missed, false_alarms, undecided } = count(name, cases, &said, list);
        println!("| {name} | {right} | {missed} | {false_alarms} | {undecided} |");
    }
    for line in left_out {
        println!("\n{line}");
    }
    ExitCode::SUCCESS
}

/// Counts the correct verdicts, among those that have an expected answer.
fn count(judge: &str, cases: &[Case], said: &[[PeerVerdict; 2]], list: bool) -> Count {
    let mut count = Count::default();
    for (case, said) in cases.iter().zip(said) {
        for (direction, (judged, said)) in ["backward", "forward"].into_iter().zip(case.judged.iter().zip(said)) {
            match (judged, said) {
                (PeerVerdict::Undecided, _) => continue,
                (judged, said) if judged == said => {
                    count.right += 1;
                    continue;
                }
                (_, PeerVerdict::Undecided) => count.undecided += 1,
                (PeerVerdict::Broken, _) => count.missed += 1,
                (PeerVerdict::Proved, _) => count.false_alarms += 1,
            }
            if list {
                eprintln!("{judge}: {}: {direction} is {judged:?}, said to be {said:?}", case.name);
            }
        }
    }
    count
}

/// Returns the pairs, sorted by name.
fn cases(folder: &Path) -> Result<Vec<Case>, String> {
    let at = |path: &Path, error: &dyn ToString| format!("{}: {}", path.display(), error.to_string());
    let entries = fs::read_dir(folder).map_err(|error| at(folder, &error))?;
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.sort();
    let case = |folder: &PathBuf| {
        let read = |file: &str| fs::read_to_string(folder.join(file)).map_err(|error| at(&folder.join(file), &error));
        let expected: Value = serde_json::from_str(&read("expected.json")?).map_err(|error| at(folder, &error))?;
        let judged = |direction: &str| PeerVerdict::named(expected[direction]["verdict"].as_str().unwrap_or_default());
        Ok(Case {
            name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            old: read("old.json")?,
            new: read("new.json")?,
            assert_formats: expected["assert_formats"] != false,
            judged: [judged("backward"), judged("forward")],
        })
    };
    folders.iter().map(case).collect()
}
