//! Finds the blueprint files of a run: files, folders, and standard input.

use std::collections::BTreeSet;
use std::path::Path;

use planwright_project::exit::Failure;
use planwright_project::input::{self, Input};

use super::record::Record;
use super::settings::Settings;

/// A file of blueprints, or one line of it.
pub(super) struct Source {
    /// Path as the user wrote it, or `<stdin>` for `-`.
    pub name: String,
    /// Name in the record, or `None` for standard input.
    pub key: Option<String>,
    /// Content, if it was already read. Other files are read when they are checked, so that not all are in memory.
    read: Option<Input>,
}

impl Source {
    /// Moves the content out of the source, or reads the file.
    pub(super) fn take_input(&mut self) -> Result<Input, String> {
        self.read.take().map_or_else(|| input::read_input(&self.name), Ok)
    }
}

/// Returns the recorded blueprint files that are not part of this run, by their names in the record.
pub(super) fn recorded_elsewhere<'r>(sources: &[Source], old: &'r Record) -> impl Iterator<Item = &'r str> {
    let given: BTreeSet<&str> = sources.iter().filter_map(|source| source.key.as_deref()).collect();
    let recorded: BTreeSet<&str> = old.blueprints.values().filter_map(|entry| entry.source.as_deref()).collect();
    recorded.into_iter().filter(|key| !given.contains(key)).collect::<Vec<_>>().into_iter()
}

/// Finds all files, without duplicates. The files of a folder are sorted.
///
/// A folder without blueprints is an error, unless `had_some` is set: earlier runs then had some, and all were removed.
pub(super) fn find(settings: &Settings, had_some: bool) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    let mut failures = Vec::new();
    let mut seen = BTreeSet::new();
    for path in &settings.sources {
        match inputs(path, settings.ndjson, had_some) {
            Ok(inputs) => {
                // All lines of a file have the same name.
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

/// Returns the files of a path by name. Lines and standard input are read immediately.
fn inputs(path: &String, ndjson: bool, had_some: bool) -> Result<Vec<(String, Option<Input>)>, Vec<String>> {
    let named = std::slice::from_ref(path);
    if ndjson || input::has_lines(path) {
        let lines = input::read_lines(named).map_err(Failure::messages)?;
        return Ok(lines.into_iter().map(|line| (line.name.clone(), Some(line))).collect());
    }
    if path == "-" {
        let input = input::read_input(path).map_err(|reason| vec![reason])?;
        return Ok(vec![(input.name.clone(), Some(input))]);
    }
    let files = if Path::new(path).is_dir() {
        input::below(path, had_some)?
    } else {
        input::files_of(named).map_err(Failure::messages)?
    };
    Ok(files.into_iter().map(|file| (file, None)).collect())
}
