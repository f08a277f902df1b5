//! Reads and validates the record. It determines which files are deleted, so an invalid record ends the run.

use std::io::ErrorKind;
use std::path::Path;

use planwright_source::{Lines, Pointer, decode, locate, merge_conflict, parse};
use planwright_sync::read_own_file;
use planwright_templates::deploy::component_of;
use serde_json::Value;

use planwright_project::exit::Failure;

use super::{FORMAT, Record};
use crate::layout::without_layout;
use crate::project_paths::{MANIFESTS, ProjectPaths};

/// Help for a record that cannot be used.
const RESTORE_HELP: &str =
    "restore the file from version control, or delete it; generated files are then recognized by their marker";

/// A record, and the state of its file.
#[derive(Debug, Default)]
pub(crate) struct ReadRecord {
    pub(crate) record: Record,
    file: RecordFile,
}

/// State of the record file.
#[derive(Debug, Default)]
enum RecordFile {
    #[default]
    Absent,
    /// The file has exactly the content that this version writes.
    AsWritten,
    /// The file has different content, for example another layout.
    Other(String),
}

impl ReadRecord {
    /// Creates the state of a record that was just written.
    pub(crate) fn written(record: Record) -> Self {
        Self { record, file: RecordFile::AsWritten }
    }

    /// Returns `true` if the file contains this record, in any layout.
    pub(crate) fn is_of(&self, path: &str, record: &Record) -> bool {
        match &self.file {
            RecordFile::Absent => false,
            RecordFile::AsWritten => self.record == *record,
            RecordFile::Other(text) => without_layout(path, text) == without_layout(path, &record.text()),
        }
    }
}

impl Record {
    /// Reads the record of the package directory, or an empty one if there is none. Errors contain the location in the
    /// file.
    pub(crate) fn load(places: &ProjectPaths) -> Result<ReadRecord, Failure> {
        Self::load_from(Path::new(&places.record()))
    }

    /// Reads the record that an interrupted run intended to write.
    pub(crate) fn load_interrupted(path: &Path) -> Result<Self, Failure> {
        Self::load_from(path).map(|read| read.record)
    }

    fn load_from(place: &Path) -> Result<ReadRecord, Failure> {
        let path = place.display().to_string();
        let bytes = match read_own_file(place) {
            Ok(bytes) => bytes,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(ReadRecord::default());
            }
            Err(error) => return Err(Failure::one(format!("{path}: {error}"))),
        };
        let fail = |what: String| Failure::one(format!("{path}{what}"));
        let text = decode(&bytes).map_err(|problem| fail(format!(": {}; {RESTORE_HELP}", problem.message())))?;
        if let Some(record) = as_written(text) {
            return Ok(ReadRecord::written(record));
        }
        match parse_record(text) {
            Ok(record) => Ok(ReadRecord { record, file: RecordFile::Other(text.to_owned()) }),
            Err((offset, message)) => {
                let place = Lines::new(text).line_column(offset);
                Err(fail(format!(":{}:{}: {message}", place.line, place.column)))
            }
        }
    }
}

/// Parses content that is exactly what this version writes. Of such a record only the paths need validation.
fn as_written(text: &str) -> Option<Record> {
    let record: Record = serde_json::from_str(text).ok()?;
    let manifests = record.manifest.keys().all(|name| MANIFESTS.contains(&name.as_str()));
    let is_ours = record.format == FORMAT && manifests && record.files().all(|(path, _)| is_safe(path));
    (is_ours && record.text() == text).then_some(record)
}

/// Parses a record. The error contains the offset of the problem.
fn parse_record(text: &str) -> Result<Record, (usize, String)> {
    if let Some(at) = merge_conflict(text) {
        let help = "keep one side completely, then run this command again with all blueprints";
        return Err((at, format!("a merge conflict; {help}")));
    }
    let value = parse(text).map_err(|problems| {
        let first = problems.first();
        let what = first.map_or_else(|| "not JSON".to_owned(), planwright_source::Problem::message);
        (first.map_or(0, |problem| problem.span.start), format!("{what}; {RESTORE_HELP}"))
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
            let message = format!("\"format\" is not {FORMAT}, so planwright did not write this file; {RESTORE_HELP}");
            return Err((at(&member("format")), message));
        }
    }
    let record: Record = serde_json::from_str(text).map_err(|error| {
        let offset = Lines::new(text).start(error.line()).unwrap_or(0) + error.column().saturating_sub(1);
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        (offset.min(text.len()), format!("{what}; {RESTORE_HELP}"))
    })?;
    let owned = record.blueprints.iter().flat_map(|(class, entry)| {
        let place = move |path| member("blueprints").member(class).member("files").member(path);
        entry.files.keys().map(move |path| (path, place(path)))
    });
    let shared = record.shared.keys().map(|path| (path, member("shared").member(path)));
    if let Some((path, pointer)) = owned.chain(shared).find(|(path, _)| !is_safe(path)) {
        return Err((at(&pointer), format!("{path:?} is not a file that planwright writes; {RESTORE_HELP}")));
    }
    for name in record.manifest.keys() {
        if !MANIFESTS.contains(&name.as_str()) {
            let place = at(&member("manifest").member(name));
            return Err((place, format!("{name:?} is not a manifest that planwright writes; {RESTORE_HELP}")));
        }
    }
    Ok(record)
}

/// Returns `true` if a path stays in the package directory and is of a kind that is generated.
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
