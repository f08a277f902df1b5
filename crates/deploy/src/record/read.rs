//! Reads and validates the record. It decides which files are deleted, so an invalid one stops the run.

use std::io::ErrorKind;
use std::path::Path;

use planwright_source::{Lines, Pointer, decode, locate, merge_conflict, parse};
use planwright_sync::read_own_file;
use planwright_templates::deploy::component_of;
use serde_json::Value;

use planwright_project::exit::Failure;

use super::{FORMAT, Record};
use crate::meaning::meaning;
use crate::project_paths::{MANIFESTS, ProjectPaths};

/// Help for an unusable record.
const START_ANEW: &str =
    "restore the file from version control, or delete it; generated files are then recognized by their marker";

/// The record as its file has it.
#[derive(Debug, Default)]
pub(crate) struct ReadRecord {
    pub(crate) record: Record,
    file: RecordFile,
}

/// What stands in the file of a record.
#[derive(Debug, Default)]
enum RecordFile {
    #[default]
    Absent,
    /// What the record is written as.
    AsWritten,
    /// The same in another layout.
    Other(String),
}

impl ReadRecord {
    /// A record that has been written.
    pub(crate) fn written(record: Record) -> Self {
        Self { record, file: RecordFile::AsWritten }
    }

    /// Whether the file means this record.
    pub(crate) fn is_of(&self, path: &str, record: &Record) -> bool {
        match &self.file {
            RecordFile::Absent => false,
            RecordFile::AsWritten => self.record == *record,
            RecordFile::Other(text) => meaning(path, text) == meaning(path, &record.text()),
        }
    }
}

impl Record {
    /// Reads the record of the package directory; there may be none yet. Errors name the place in the file.
    pub(crate) fn read(places: &ProjectPaths) -> Result<ReadRecord, Failure> {
        Self::read_at(Path::new(&places.record()))
    }

    /// The record that a run was about to write when it was interrupted.
    pub(crate) fn read_interrupted(path: &Path) -> Result<Self, Failure> {
        Self::read_at(path).map(|read| read.record)
    }

    fn read_at(place: &Path) -> Result<ReadRecord, Failure> {
        let path = place.display().to_string();
        let bytes = match read_own_file(place) {
            Ok(bytes) => bytes,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(ReadRecord::default());
            }
            Err(error) => return Err(Failure::one(format!("{path}: {error}"))),
        };
        let fail = |what: String| Failure::one(format!("{path}{what}"));
        let text = decode(&bytes).map_err(|problem| fail(format!(": {}; {START_ANEW}", problem.message())))?;
        if let Some(record) = as_written(text) {
            return Ok(ReadRecord::written(record));
        }
        match read(text) {
            Ok(record) => Ok(ReadRecord { record, file: RecordFile::Other(text.to_owned()) }),
            Err((offset, message)) => {
                let place = Lines::new(text).line_column(offset);
                Err(fail(format!(":{}:{}: {message}", place.line, place.column)))
            }
        }
    }
}

/// The record of a text that is exactly what this version writes, so that nothing can be wrong with it but its paths.
fn as_written(text: &str) -> Option<Record> {
    let record: Record = serde_json::from_str(text).ok()?;
    let manifests = record.manifest.keys().all(|name| MANIFESTS.contains(&name.as_str()));
    let is_ours = record.format == FORMAT && manifests && record.files().all(|(path, _)| is_safe(path));
    (is_ours && record.text() == text).then_some(record)
}

/// The record, or what is wrong and where.
fn read(text: &str) -> Result<Record, (usize, String)> {
    if let Some(at) = merge_conflict(text) {
        let help = "keep one side completely, then run this command again with all blueprints";
        return Err((at, format!("a merge conflict; {help}")));
    }
    let value = parse(text).map_err(|problems| {
        let first = problems.first();
        let what = first.map_or_else(|| "not JSON".to_owned(), planwright_source::Problem::message);
        (first.map_or(0, |problem| problem.span.start), format!("{what}; {START_ANEW}"))
    })?;
    let at = |pointer: &Pointer| locate(text, pointer).map_or(0, |place| place.value.start);
    let member = |name: &str| Pointer::root().member(name);
    match value.get("format").and_then(Value::as_u64) {
        Some(format) if format == u64::from(FORMAT) => {}
        Some(format) if format > u64::from(FORMAT) => {
            let message = format!("format {format} is newer than this planwright, which reads {FORMAT}; update it");
            return Err((at(&member("format")), message));
        }
        _ => {
            let message = format!("\"format\" is not {FORMAT}, so planwright did not write this file; {START_ANEW}");
            return Err((at(&member("format")), message));
        }
    }
    let record: Record = serde_json::from_str(text).map_err(|error| {
        let offset = Lines::new(text).start(error.line()).unwrap_or(0) + error.column().saturating_sub(1);
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        (offset.min(text.len()), format!("{what}; {START_ANEW}"))
    })?;
    let owned = record.blueprints.iter().flat_map(|(class, entry)| {
        let place = move |path| member("blueprints").member(class).member("files").member(path);
        entry.files.keys().map(move |path| (path, place(path)))
    });
    let shared = record.shared.keys().map(|path| (path, member("shared").member(path)));
    if let Some((path, pointer)) = owned.chain(shared).find(|(path, _)| !is_safe(path)) {
        return Err((at(&pointer), format!("planwright does not write a file {path:?}; {START_ANEW}")));
    }
    for name in record.manifest.keys() {
        if !MANIFESTS.contains(&name.as_str()) {
            let place = at(&member("manifest").member(name));
            return Err((place, format!("planwright does not write a manifest {name:?}; {START_ANEW}")));
        }
    }
    Ok(record)
}

/// Whether a path stays in the package directory and is one of the kinds that we write.
fn is_safe(path: &str) -> bool {
    let is_part = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', ':', '\0']);
    path.starts_with("main/default/") && path.split('/').all(is_part) && component_of(path).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_we_write_is_believed() {
        assert!(is_safe("main/default/classes/A.cls-meta.xml"));
        for path in [
            "/etc/passwd",
            "../classes/A.cls",
            "main/default/../../classes/A.cls",
            "main/default/classes/../A.cls",
            "main/default/classes\\A.cls",
            "main/default/lwc/a/a.js",
            "main/default//classes/A.cls",
        ] {
            assert!(!is_safe(path), "{path}");
        }
    }
}
