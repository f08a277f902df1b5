//! The blueprint files of a run: files, folders, and standard input.

use std::collections::BTreeSet;
use std::path::Path;

use crate::exit::Failure;
use crate::input::{self, Input};

use super::record::Record;
use super::settings::Settings;

/// A file of blueprints.
pub(super) struct Source {
    pub input: Input,
    /// Its name in the record; `None` for standard input, which is no file that could be gone.
    pub key: Option<String>,
}

/// The recorded blueprint files, by their names in the record, that were not given.
pub(super) fn recorded_beside<'r>(sources: &[Source], old: &'r Record) -> impl Iterator<Item = &'r str> {
    let given: BTreeSet<&str> = sources.iter().filter_map(|source| source.key.as_deref()).collect();
    let recorded: BTreeSet<&str> = old.blueprints.values().filter_map(|entry| entry.source.as_deref()).collect();
    recorded.into_iter().filter(|key| !given.contains(key)).collect::<Vec<_>>().into_iter()
}

/// Reads all files, those of a folder sorted. One that is named twice is read once. A folder without blueprints is a mistake,
/// unless there were some (`had_some`): then all of them are gone.
pub(super) fn read(settings: &Settings, had_some: bool) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    let mut failures = Vec::new();
    let mut seen = BTreeSet::new();
    for path in &settings.sources {
        let named = std::slice::from_ref(path);
        let read = if settings.ndjson || has_lines(path) {
            input::read_lines(named).map_err(Failure::reasons)
        } else if Path::new(path).is_dir() {
            input::folder(path, had_some)
        } else {
            input::read_below(named).map_err(Failure::reasons)
        };
        match read {
            Ok(inputs) => {
                // The lines of a file have its name.
                let mut file = None;
                for input in inputs {
                    let key = (path != "-").then(|| settings.places.key(&input.name));
                    if key.is_none() || file == key || key.as_ref().is_some_and(|key| seen.insert(key.clone())) {
                        file.clone_from(&key);
                        sources.push(Source { input, key });
                    }
                }
            }
            Err(reasons) => failures.extend(reasons),
        }
    }
    if failures.is_empty() { Ok(sources) } else { Err(Failure::all(failures)) }
}

/// Whether each line of a file is a document, by its name.
pub(super) fn has_lines(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("ndjson" | "jsonl"))
}
