//! The blueprint files of a run: files, folders, and standard input.

use std::collections::BTreeSet;
use std::path::Path;

use planwright_project::exit::Failure;
use planwright_project::input::{self, Input};

use super::record::Record;
use super::settings::Settings;

/// Blueprint file, or a line of one.
pub(super) struct Source {
    /// The path as it was given; `<stdin>` for `-`.
    pub name: String,
    /// Its name in the record; `None` for standard input, which is no file that could be gone.
    pub key: Option<String>,
    /// What was read; `None` of a file that is read when it is checked, so that not all are held.
    read: Option<Input>,
}

impl Source {
    /// The text, which is held no longer.
    pub(super) fn take(&mut self) -> Result<Input, String> {
        self.read.take().map_or_else(|| input::read(&self.name), Ok)
    }
}

/// The recorded blueprint files, by their names in the record, that were not given.
pub(super) fn recorded_beside<'r>(sources: &[Source], old: &'r Record) -> impl Iterator<Item = &'r str> {
    let given: BTreeSet<&str> = sources.iter().filter_map(|source| source.key.as_deref()).collect();
    let recorded: BTreeSet<&str> = old.blueprints.values().filter_map(|entry| entry.source.as_deref()).collect();
    recorded.into_iter().filter(|key| !given.contains(key)).collect::<Vec<_>>().into_iter()
}

/// All files, those of a folder sorted. One that is named twice is one. A folder without blueprints is a mistake, unless there were
/// some (`had_some`): then all of them are gone.
pub(super) fn find(settings: &Settings, had_some: bool) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    let mut failures = Vec::new();
    let mut seen = BTreeSet::new();
    for path in &settings.sources {
        match inputs(path, settings.ndjson, had_some) {
            Ok(inputs) => {
                // The lines of a file have its name.
                let mut file = None;
                for (name, read) in inputs {
                    let key = (path != "-").then(|| settings.places.key(&name));
                    if key.is_none() || file == key || key.as_ref().is_some_and(|key| seen.insert(key.clone())) {
                        file.clone_from(&key);
                        sources.push(Source { name, key, read });
                    }
                }
            }
            Err(reasons) => failures.extend(reasons),
        }
    }
    if failures.is_empty() { Ok(sources) } else { Err(Failure::all(failures)) }
}

/// What a path names, by name. Lines and standard input are read at once.
fn inputs(path: &String, ndjson: bool, had_some: bool) -> Result<Vec<(String, Option<Input>)>, Vec<String>> {
    let named = std::slice::from_ref(path);
    if ndjson || has_lines(path) {
        let lines = input::read_lines(named).map_err(Failure::reasons)?;
        return Ok(lines.into_iter().map(|line| (line.name.clone(), Some(line))).collect());
    }
    if path == "-" {
        let input = input::read(path).map_err(|reason| vec![reason])?;
        return Ok(vec![(input.name.clone(), Some(input))]);
    }
    let files = if Path::new(path).is_dir() {
        input::below(path, had_some)?
    } else {
        input::files_of(named).map_err(Failure::reasons)?
    };
    Ok(files.into_iter().map(|file| (file, None)).collect())
}

/// Whether each line of a file is a document, by its name.
pub(super) fn has_lines(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("ndjson" | "jsonl"))
}
