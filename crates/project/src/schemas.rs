//! Finds the schema files of a user, and the files that they refer to.

use std::path::Path;

use glob::{MatchOptions, Pattern};
pub use planwright_schema::keywords::references_below as references;
use planwright_schema::{FileAccess, SchemaText, documents, evidence};
use planwright_source::{Syntax, decode};
use planwright_sync::{has_suffix, list_folder, read_file};
use serde_json::Value;

use crate::config_locations;
use crate::exit::Failure;
use crate::input;

/// Description of the files that are schemas.
pub const FILES: &str = "*.json, *.jsonc, *.yaml or *.yml file";

/// Reads every schema below a folder. The paths are relative to it.
pub fn below(folder: &Path) -> Result<Vec<SchemaText>, Failure> {
    input::read_tree(folder, &Syntax::ENDINGS)
}

/// Lists every file below a folder whose name is that of a schema. The paths are relative to it.
pub fn list_below(folder: &Path) -> Result<Vec<String>, Failure> {
    input::list(folder, &Syntax::ENDINGS)
}

/// Returns `true` if the file name is that of a schema.
pub fn is_one(path: &str) -> bool {
    has_suffix(path, &Syntax::ENDINGS)
}

/// Returns `true` if a file is a schema, a description of an API or a list of tools, as opposed to another file with the
/// same ending, such as package.json.
///
/// A file that cannot be parsed counts as a schema, so that it is reported. The exception is a JSON file with comments
/// and no schema in it, such as tsconfig.json.
pub fn is_schema(path: &str, bytes: &[u8], value: Option<&Value>) -> bool {
    let has_schemas = |value: &Value| evidence::is_schema(value) || documents::is_readable_collection(value);
    let with_comments = || Syntax::JsonWithComments.parse(decode(bytes).ok()?).ok().map(|document| document.value);
    match value {
        Some(value) => has_schemas(value),
        None if Syntax::from_path(path) == Syntax::Json => with_comments().is_none_or(|value| has_schemas(&value)),
        None => true,
    }
}

/// Selects files by their paths.
#[derive(Clone, Debug, Default)]
pub struct FileFilter {
    include: Vec<Pattern>,
    exclude: Vec<Pattern>,
}

impl FileFilter {
    /// Creates a filter from glob patterns. Without patterns to include, it selects every file outside hidden
    /// folders and `node_modules`.
    pub fn new(include: &[String], exclude: &[String]) -> Result<Self, Failure> {
        let mut reasons = Vec::new();
        let mut parse = |patterns: &[String]| {
            let mut parsed = Vec::new();
            for pattern in patterns {
                match Pattern::new(pattern) {
                    Ok(pattern) => parsed.push(pattern),
                    Err(error) => {
                        let place = config_locations::first_prefix(&CONFIGURED_PATTERNS, pattern);
                        reasons.push(format!("{place}invalid pattern {pattern:?}: {error}"));
                    }
                }
            }
            parsed
        };
        let filter = Self { include: parse(include), exclude: parse(exclude) };
        if reasons.is_empty() { Ok(filter) } else { Err(Failure::all(reasons)) }
    }

    /// Returns `true` if the filter selects a file. A pattern may match the path below the listed folder, or the path
    /// that is shown.
    pub fn selects(&self, below: &str, shown: &str) -> bool {
        let is_any = |patterns: &[Pattern]| patterns.iter().any(|pattern| matches(pattern, below, shown));
        let is_hidden = below.rsplit_once('/').is_some_and(|(folders, _)| {
            folders.split('/').any(|folder| folder.starts_with('.') || folder == "node_modules")
        });
        (if self.include.is_empty() { !is_hidden } else { is_any(&self.include) }) && !is_any(&self.exclude)
    }

    /// Returns the patterns to include that match none of the files, each given as for [`FileFilter::selects`].
    pub fn unused_include(&self, files: &[&(String, String)]) -> Vec<&str> {
        unused(&self.include, files)
    }

    /// Returns the patterns to exclude that match none of the files, each given as for [`FileFilter::selects`].
    pub fn unused_exclude(&self, files: &[&(String, String)]) -> Vec<&str> {
        unused(&self.exclude, files)
    }
}

fn unused<'p>(patterns: &'p [Pattern], files: &[&(String, String)]) -> Vec<&'p str> {
    let is_used = |pattern: &&Pattern| files.iter().any(|(below, shown)| matches(pattern, below, shown));
    patterns.iter().filter(|pattern| !is_used(pattern)).map(Pattern::as_str).collect()
}

fn matches(pattern: &Pattern, below: &str, shown: &str) -> bool {
    [below, shown].iter().any(|path| pattern.matches_with(path, MATCHING))
}

/// Keys of the configuration that have patterns.
const CONFIGURED_PATTERNS: [&str; 3] = ["drift.include", "drift.exclude", "drift.accept.files"];

/// `*` does not match `/`, and only a `.` in the pattern matches the first letter of a hidden name.
const MATCHING: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: true };

/// Parses a file. Returns `None` if it cannot be parsed.
pub fn value(path: &str, bytes: &[u8]) -> Option<Value> {
    Some(Syntax::from_path(path).parse(decode(bytes).ok()?).ok()?.value)
}

/// Returns the access to files for [`planwright_schema::add_referred_files`].
pub fn access() -> FileAccess<'static> {
    FileAccess { read: &read_file, list: &list_folder }
}
