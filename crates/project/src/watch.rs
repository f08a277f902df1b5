//! Implements `--watch`: runs a command again after each change of a project file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use planwright_source::printable;

use crate::exit::{self, Failure, Outcome};
use crate::output;

/// Interval between two scans.
const PERIOD: Duration = Duration::from_millis(300);
/// Maximum number of files to watch.
const MAX_FILES: usize = 20_000;
/// Extensions of the files that commands read.
const ENDINGS: [&str; 5] = ["json", "jsonc", "toml", "yaml", "yml"];
/// Folders of other tools, with many files that do not belong to the project.
const SKIPPED: [&str; 2] = ["node_modules", "target"];

/// Files with their length and modification time.
type WatchedFiles = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

/// Runs a command once, or again after each change if `is_watched` is set.
pub fn watched(
    is_watched: bool,
    files: &[String],
    mut run: impl FnMut() -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    if is_watched { repeat(files, run) } else { run() }
}

/// Runs the command now and after each change. Ends when standard output is closed.
fn repeat(named: &[String], mut run: impl FnMut() -> Result<Outcome, Failure>) -> Result<Outcome, Failure> {
    output::immediate();
    loop {
        let before = look(named);
        exit::code(run());
        errln!("watching {} files; press Ctrl-C to stop", before.len());
        let changed = loop {
            sleep(PERIOD);
            if let Some(path) = difference(&before, &look(named)) {
                break path;
            }
        };
        errln!("\n== {} changed", printable(&changed.display().to_string()));
        if !output::is_read() {
            return Ok(Outcome::Fine);
        }
    }
}

fn look(named: &[String]) -> WatchedFiles {
    let mut files = WatchedFiles::new();
    let mut folders = vec![PathBuf::new()];
    for path in named.iter().map(Path::new) {
        if path.is_dir() {
            folders.push(path.to_owned());
        } else {
            add(&mut files, path);
        }
    }
    while let Some(folder) = folders.pop() {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        for entry in fs::read_dir(here).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_hidden = name.as_encoded_bytes().starts_with(b".");
            // Links to folders are not followed, because they may form a cycle.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !is_hidden && !SKIPPED.iter().any(|skipped| name == *skipped) => {
                    folders.push(folder.join(name));
                }
                Ok(kind) if !kind.is_dir() && files.len() < MAX_FILES && folder.join(&name).is_file() => {
                    let path = folder.join(name);
                    if path.extension().is_some_and(|end| ENDINGS.iter().any(|known| end.eq_ignore_ascii_case(known))) {
                        add(&mut files, &path);
                    }
                }
                _ => {}
            }
        }
    }
    files
}

fn add(files: &mut WatchedFiles, path: &Path) {
    if let Ok(facts) = path.metadata() {
        files.insert(path.to_owned(), (facts.len(), facts.modified().ok()));
    }
}

/// Returns the first file that was added, removed or changed.
fn difference(before: &WatchedFiles, after: &WatchedFiles) -> Option<PathBuf> {
    let came = after.iter().find(|(path, facts)| before.get(*path) != Some(facts));
    let gone = || before.iter().find(|(path, _)| !after.contains_key(*path));
    came.or_else(gone).map(|(path, _)| path.clone())
}
