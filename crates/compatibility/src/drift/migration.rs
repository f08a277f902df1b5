//! Implements `planwright drift --migrate`: converts documents of one schema to another, as Rust code or as JSON.

use std::path::Path;

use planwright_migrate::migrate;
use planwright_schema::{SchemaFile, SchemaSet, keywords};

use super::{DriftArgs, is_file, load, paths};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::finding;
use planwright_project::render::human;
use planwright_project::report::CommandReport;
use planwright_project::schemas::FileFilter;
use planwright_runtime::Severity;

/// Prints the migration. The outcome is [`Outcome::Fine`] if it is proved for every document.
pub(super) fn report(args: &DriftArgs, report: &mut CommandReport) -> Result<Outcome, Failure> {
    let [old, new] = args.paths.as_slice() else {
        return Err(Failure::one("--migrate requires two files, OLD and NEW"));
    };
    let (old, new) = match (read_single_file(old), read_single_file(new)) {
        (Ok(old), Ok(new)) => (old, new),
        (old, new) => {
            let failures = old.err().into_iter().chain(new.err());
            return Err(Failure::from_reasons(failures.flat_map(Failure::reasons).collect()));
        }
    };
    let files = [&old, &new].map(|set| set.files().next().ok_or_else(|| Failure::one("no schema found")));
    let [old, new] = files;
    let (old, new) = (schema(old?)?, schema(new?)?);
    let migration = migrate(old, new).map_err(Failure::one)?;
    report.json = Some(migration.to_json());
    report.print(migration.to_rust());
    if let Some(lost) = migration.loss_sentence() {
        report.note(lost);
    }
    if let Some(unread) = migration.unread_sentence() {
        report.note(unread);
    }
    if !migration.is_total() {
        report.note(migration.sentence());
    }
    let is_followed = migration.is_total() && migration.unread.is_empty();
    Ok(if is_followed { Outcome::Fine } else { Outcome::Findings })
}

/// Returns the schema of the documents. A file that only contains other schemas has none.
fn schema(file: &SchemaFile) -> Result<&serde_json::Value, Failure> {
    let defines = keywords::DEFINITIONS.iter().any(|name| file.value.get(name).is_some());
    if file.is_collection() || defines && !keywords::constrains(&file.value) {
        return Err(Failure::one(format!(
            "{} contains schemas and is not one itself; --migrate requires one schema, in a file of its own",
            file.path
        )));
    }
    Ok(&file.value)
}

/// Reads a schema file that refers to no other file.
fn read_single_file(path: &Path) -> Result<SchemaSet, Failure> {
    let shown = path.display();
    if !is_file(path) {
        return Err(Failure::one(format!("{shown} is a folder; --migrate requires two files")));
    }
    let side = load::path(path, &FileFilter::default())?;
    if let Some(other) = side.files.keys().find(|path| !side.listed.contains_key(*path)) {
        let other = side.display_path(other);
        return Err(Failure::one(format!(
            "{shown} refers to {other:?}; --migrate requires schemas without references to other files"
        )));
    }
    let name = paths::split(&shown.to_string()).1;
    let texts = side.files.into_values().map(|file| (name.clone(), file.bytes));
    let named = |errors: Vec<planwright_schema::Error>| {
        human::failure(errors.iter().map(|error| finding::of_schema(shown.to_string(), error, Severity::Error)))
    };
    SchemaSet::parse_unchecked(texts).map_err(named)
}
