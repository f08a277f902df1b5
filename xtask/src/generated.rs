//! Implements `cargo xtask gen`, which regenerates all files that are generated and checked in.
//!
//! First, `codegen` generates the Rust of `generated/` and the types of the Apex runtime in this process, which works
//! even if other crates do not compile. Then `planwright-render` generates the Apex of `examples/`, of
//! `crates/reference/blueprints/` and of the scenarios.
//!
//! A check that finds everything up to date is remembered with the state of the workspace: see [`Memory`].

mod apex;
mod keywords;
mod own_options;
mod program;
mod rust;
mod summary;

use std::path::Path;
use std::process::ExitCode;

use planwright_sync::{Files, Look, Memory, Mode, Plan, Seen, plan};

pub(crate) use program::planwright;
use summary::PartSummary;

/// Command that fixes everything that this module reports as stale.
const COMMAND: &str = "cargo xtask gen";

/// Generates one part, or compares it with the existing files.
type Generator = fn(&Path, Mode) -> Result<PartSummary, String>;

/// Every part, by its folder.
const PARTS: [(&str, Generator); 7] = [
    (rust::OUTPUT_FOLDER, rust::types),
    (rust::BORROWED, rust::borrowed_types),
    (rust::RUNTIME, rust::apex_types),
    ("docs/keywords.md", keywords::page),
    ("examples/force-app", |root, mode| {
        let parts = ["--parts", "manifest,permission-set,agent", "--field-permissions"];
        let options = [&["--runtime=all"][..], &parts].concat();
        apex::project(root, mode, "examples/blueprints", "examples/force-app", &options)
    }),
    (apex::LIBRARY, |root, mode| apex::digests(root, mode, "crates/reference/blueprints", apex::LIBRARY)),
    ("tests/scenarios", |root, mode| {
        apex::project(root, mode, "tests/scenarios/blueprints", "tests/scenarios/force-app", &[])
    }),
];

/// Permission to answer a check from memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recall {
    Yes,
    No,
}

/// Checks everything, or repeats the output of the last check if nothing has changed since.
pub(crate) fn check_all(root: &Path, recall: Recall) -> ExitCode {
    let memory = if recall == Recall::Yes { Memory::for_question("xtask gen") } else { None };
    if let Some(answer) = memory.as_ref().and_then(Memory::recall) {
        print!("{answer}");
        return ExitCode::SUCCESS;
    }
    let seen = memory.as_ref().map(|_| Seen::begin(inputs(root)));
    let (code, answer) = run(root, Mode::Check);
    if let (Some(memory), Some(seen), true) = (memory, seen, code == ExitCode::SUCCESS) {
        memory.store_answer(&seen, &answer);
    }
    code
}

/// Generates everything.
pub(crate) fn write_all(root: &Path) -> ExitCode {
    run(root, Mode::Write).0
}

/// Returns everything that the parts can depend on.
///
/// This is the whole workspace, because they start its command line, without build output and installed packages. Of
/// the tests, it includes the scenarios, the types of a benchmark and the rows of a page.
fn inputs(root: &Path) -> Vec<Look> {
    let entries = std::fs::read_dir(root).into_iter().flatten().filter_map(Result::ok);
    let mut looks: Vec<Look> = entries
        .filter(|entry| ![".git", "target", "tests"].iter().any(|name| entry.file_name() == *name))
        .map(|entry| if entry.path().is_dir() { Look::all(entry.path()) } else { Look::File(entry.path()) })
        .collect();
    looks.push(Look::all(root.join("tests/scenarios")));
    looks.push(Look::all(root.join(rust::BORROWED)));
    looks.extend(keywords::SOURCES.map(|source| {
        let path = root.join(source);
        if path.is_dir() { Look::all(path) } else { Look::File(path) }
    }));
    looks.sort();
    looks
}

/// Generates or checks everything. Reports all stale files of every part, and returns the output about the parts.
fn run(root: &Path, mode: Mode) -> (ExitCode, String) {
    let mut parts = Vec::new();
    let mut answer = String::new();
    let mut failed = false;
    for (place, generate) in PARTS {
        match generate(root, mode) {
            Ok(part) => {
                let lines = part.lines(place, mode);
                print!("{lines}");
                answer.push_str(&lines);
                parts.push(part);
            }
            Err(reason) => {
                eprintln!("{place}: {}", reason.trim_end());
                failed = true;
            }
        }
    }
    let end = summary::end(&parts, mode, failed);
    print!("{end}");
    answer.push_str(&end);
    failed |= mode == Mode::Check && parts.iter().any(PartSummary::is_stale);
    (if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }, answer)
}

/// Writes the files of a part, or compares them with the existing ones. If `ours`, the folder must contain nothing
/// else.
fn write_files(root: &Path, place: &str, ours: bool, wanted: &Files, mode: Mode) -> Result<Plan, String> {
    let plan = plan(&root.join(place), wanted, |path, _| ours || wanted.contains_key(path))
        .map_err(|error| error.to_string())?;
    if mode == Mode::Write {
        plan.write().map_err(|error| error.to_string())?;
    }
    Ok(plan)
}

fn lines(prefix: &str, errors: &[impl ToString]) -> String {
    let lines: Vec<String> = errors.iter().map(|error| format!("{prefix}{}", error.to_string())).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Look, PARTS, inputs};

    /// The guide lists every part and its inputs.
    #[test]
    fn the_guide_names_every_part() {
        let guide = std::fs::read_to_string(crate::root().join("CONTRIBUTING.md")).expect("there is a guide");
        let (_, rest) = guide.split_once("## Generated files\n").expect("the guide has the table");
        let table: String = rest.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
        for (place, _) in PARTS {
            assert!(table.contains(&format!("`{place}`")), "{place}");
        }
        assert!(!table.contains("`crates/cli/src`"), "the control: nothing else is in it");
    }

    /// A check that is answered from memory must depend on every crate that it would have built.
    #[test]
    fn all_that_is_built_is_looked_at() {
        let root = crate::root();
        let looks = inputs(&root);
        let covered = |path: &Path| {
            looks.iter().any(|look| match look {
                Look::File(file) => file == path,
                Look::Tree(folder, _) | Look::Stamps(folder) => path.starts_with(folder),
            })
        };
        let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("there is a workspace");
        let members = manifest.lines().find_map(|line| line.strip_prefix("members = [")).expect("it has members");
        let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
        assert!(members.len() > 4, "{members:?}");
        for member in members.into_iter().filter(|member| !member.starts_with("tests")) {
            let folder = member.strip_suffix("/*").unwrap_or(member);
            assert!(covered(&root.join(folder).join("src")), "{member}");
        }
        for path in ["Cargo.toml", "Cargo.lock", "schemas", "crates/reference/blueprints", "tests/scenarios", ".cargo"]
        {
            assert!(covered(&root.join(path)), "{path}");
        }
        for path in super::keywords::SOURCES {
            assert!(root.join(path).exists() && covered(&root.join(path)), "{path}");
        }
        assert!(!covered(&root.join("target/debug")), "the control: what is built is no input");
    }
}
