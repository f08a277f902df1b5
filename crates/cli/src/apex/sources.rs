//! The blueprint files of a run: files, folders, and standard input.

use std::collections::BTreeSet;
use std::path::Path;

use crate::exit::Failure;
use crate::input::{self, Input};

use super::settings::Settings;

/// A file of blueprints.
pub(super) struct Source {
    pub input: Input,
    /// Its name in the record; `None` for standard input, which is no file that could be gone.
    pub key: Option<String>,
}

/// Reads all files, those of a folder sorted. One that is named twice is read once. A folder without blueprints is a mistake,
/// unless there were some (`had_some`): then all of them are gone.
pub(super) fn read(settings: &Settings, had_some: bool) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    let mut failures = Vec::new();
    let mut seen = BTreeSet::new();
    for path in &settings.sources {
        let read = if Path::new(path).is_dir() {
            input::folder(path, had_some)
        } else {
            input::read_all(std::slice::from_ref(path)).map_err(Failure::reasons)
        };
        match read {
            Ok(inputs) => {
                for input in inputs {
                    let key = (path != "-").then(|| settings.places.key(&input.name));
                    if key.as_ref().is_none_or(|key| seen.insert(key.clone())) {
                        sources.push(Source { input, key });
                    }
                }
            }
            Err(reasons) => failures.extend(reasons),
        }
    }
    if failures.is_empty() { Ok(sources) } else { Err(Failure::all(failures)) }
}
