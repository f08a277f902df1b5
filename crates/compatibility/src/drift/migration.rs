//! Derives migrations: for `planwright drift --migrate` as Rust code or as JSON, and for the other runs the hints that
//! cannot be followed, and a part of the summary of CI.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

use planwright_drift::{Options, Pair, Verdict};
use planwright_migrate::{Migration, has_hints, migrate};
use planwright_project::render::markdown::{code, escaped};
use planwright_schema::{DefaultDialect, SchemaFile, SchemaSet, keywords, with_dialect};

use super::{Comparison, DriftArgs, FileComparison, is_file, load, paths};
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
    let dialect = args.documents.load(args.config.as_deref())?.dialect();
    dialect.note().into_iter().for_each(|note| report.note(note));
    let (old, new) = match (read_single_file(old, dialect), read_single_file(new, dialect)) {
        (Ok(old), Ok(new)) => (old, new),
        (old, new) => {
            let failures = old.err().into_iter().chain(new.err());
            return Err(Failure::from_reasons(failures.flat_map(Failure::reasons).collect()));
        }
    };
    let files = [&old, &new].map(|set| set.files().next().ok_or_else(|| Failure::one("no schema found")));
    let [old, new] = files;
    let (old, new) = (schema(old?)?, schema(new?)?);
    let semantics = args.formats.semantics_here(args.config.as_deref())?;
    semantics.formats_note().into_iter().for_each(|note| report.note(note));
    let migration = migrate(&old, &new, Options::from(semantics)).map_err(Failure::one)?;
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

/// Maximum number of characters of a migration in the summary.
const MAX_SUMMARY_CODE: usize = 4_000;
/// Maximum number of migrations in the summary.
pub(super) const MAX_SUMMARIES: usize = 10;
/// Maximum size in bytes of a schema without hints whose migration is derived for a summary.
const MAX_SUMMARY_SCHEMA: usize = 8 * 1024;

/// Derives the migration of a changed schema if the new schema has hints, or if old documents break. The latter is only
/// for the summary, so it is done `left` times.
///
/// Returns `None` if none can be derived, for example because the schema refers to other files.
pub(super) fn of_change(
    (old, new): (&SchemaFile, &SchemaFile),
    pair: &Pair,
    options: Options,
    left: &mut usize,
) -> Option<Migration> {
    if old.value == new.value {
        return None;
    }
    if !has_hints(&new.value) {
        if !matches!(pair.backward(), Verdict::Broken(_)) {
            return None;
        }
        if old.value.to_string().len().max(new.value.to_string().len()) > MAX_SUMMARY_SCHEMA {
            return None;
        }
        *left = left.checked_sub(1)?;
    }
    let is_whole =
        |file: &SchemaFile| keywords::references_below(&file.value).iter().all(|reference| reference.starts_with('#'));
    let (before, after) = (schema(old).ok()?, schema(new).ok()?);
    if is_whole(old) && is_whole(new) { migrate(&before, &after, options).ok() } else { None }
}

/// Returns a warning for each hint that is misspelled, or that cannot be followed.
pub(super) fn hint_warnings(file: &FileComparison) -> Vec<String> {
    let unread = file.migration.iter().flat_map(|migration| &migration.unread);
    unread.map(|hint| format!("{}: the hint {}", file.new_name, hint.description())).collect()
}

/// Returns the migrations of the schemas whose old documents break, as Markdown.
pub(super) fn summary(comparison: &Comparison) -> String {
    let content = comparison.semantics.content;
    let broken = comparison.files.iter().filter(|file| file.breaks(content));
    let derived = broken.filter_map(|file| Some((file, file.migration.as_ref()?)));
    let useful = derived.filter(|(_, migration)| !migration.edits.is_empty());
    let mut text = String::new();
    for (file, migration) in useful.take(MAX_SUMMARIES) {
        let rust = migration.to_rust_functions();
        let _ = writeln!(text, "\n#### Migration of {} ({})\n", code(&file.new_name), migration.word());
        // Git reads a path after `./` relative to the current folder.
        let old = file.old_name.replacen(':', ":./", 1);
        let command = format!("planwright drift --migrate <(git show {old}) {}", file.new_name);
        let whole =
            if comparison.base.is_some() { format!(" {} prints all of it.", code(&command)) } else { String::new() };
        if rust.chars().count() > MAX_SUMMARY_CODE {
            let _ = writeln!(text, "{} The code is too long for a summary.{whole}", escaped(&migration.sentence()));
            continue;
        }
        // A fence that is longer than every row of backticks in the code cannot be closed by it.
        let row = rust.split(|letter| letter != '`').map(str::len).max().unwrap_or_default();
        let fence = "`".repeat(3.max(row + 1));
        let _ = writeln!(text, "{}{whole}\n\n{fence}rust\n{rust}{fence}", escaped(&migration.sentence()));
    }
    text
}

/// Returns the schema of the documents. A file that only contains other schemas has none.
fn schema(file: &SchemaFile) -> Result<Cow<'_, serde_json::Value>, Failure> {
    let defines = keywords::DEFINITIONS.iter().any(|name| file.value.get(name).is_some());
    if file.is_collection() || defines && !keywords::constrains(&file.value) {
        return Err(Failure::one(format!(
            "{} contains schemas and is not one itself; --migrate requires one schema, in a file of its own",
            file.path
        )));
    }
    Ok(with_dialect(&file.value, file.draft()))
}

/// Reads a schema file that refers to no other file.
fn read_single_file(path: &Path, dialect: DefaultDialect) -> Result<SchemaSet, Failure> {
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
    SchemaSet::parse_unchecked_in(dialect, texts, &|_| None).map_err(named)
}
