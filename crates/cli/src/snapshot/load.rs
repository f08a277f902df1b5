//! Where a snapshot comes from: files and folders, all read before anything is said.

use std::path::Path;

use planwright_engines::org::{FileReport, import};
use planwright_generated::action_blueprint::SchemaSnapshot;
use planwright_sync::{read_bytes, read_tree};

use crate::exit::{Failure, Outcome};
use crate::human;

/// The files in a repository that say something about objects.
const METADATA: [&str; 4] = [".object-meta.xml", ".field-meta.xml", ".recordType-meta.xml", ".globalValueSet-meta.xml"];

/// Reads all sources into one snapshot and prints what was found on standard error. `Err(Ok(_))` is a source with errors,
/// which have been printed.
pub(super) fn snapshot(sources: &[String]) -> Result<SchemaSnapshot, Result<Outcome, Failure>> {
    let mut files = Vec::new();
    let mut failures = Vec::new();
    for source in sources {
        match read(source) {
            Ok(read) => files.extend(read),
            Err(errors) => failures.extend(errors),
        }
    }
    if !failures.is_empty() {
        return Err(Err(Failure::all(failures)));
    }
    match import(&files) {
        Ok(imported) => {
            print(&imported.warnings);
            Ok(imported.snapshot)
        }
        Err(reports) => {
            print(&reports);
            let errors = reports.iter().map(|file| file.report.errors().count()).sum();
            let warnings = reports.iter().map(|file| file.report.warnings().count()).sum();
            errln!("{}; there is no snapshot", human::count(errors, warnings));
            Err(Ok(Outcome::Findings))
        }
    }
}

fn print(reports: &[FileReport]) {
    for file in reports {
        human::tell(&file.path, &file.text, &file.report);
    }
}

/// One file, or of a folder the metadata, or else the JSON.
fn read(source: &str) -> Result<Vec<(String, Vec<u8>)>, Vec<String>> {
    if !Path::new(source).is_dir() {
        let name = if source == "-" { "<stdin>" } else { source };
        return read_bytes(source).map(|bytes| vec![(name.to_owned(), bytes)]).map_err(|error| vec![error.to_string()]);
    }
    let mut files = Vec::new();
    for suffix in METADATA {
        files.extend(below(source, suffix)?);
    }
    if files.is_empty() {
        files = below(source, ".json")?;
    }
    if files.is_empty() {
        return Err(vec![format!(
            "{source}: neither metadata (*.object-meta.xml, *.field-meta.xml) nor *.json below this folder"
        )]);
    }
    files.sort();
    Ok(files)
}

fn below(folder: &str, suffix: &str) -> Result<Vec<(String, Vec<u8>)>, Vec<String>> {
    let files = read_tree(Path::new(folder), suffix)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let folder = folder.trim_end_matches('/');
    Ok(files.into_iter().map(|(path, bytes)| (format!("{folder}/{path}"), bytes)).collect())
}
