//! Test cases: every subfolder of a folder of cases is one.

use std::fs;
use std::path::{Path, PathBuf};

use planwright_codegen::{Error, SchemaSet};
use planwright_sync::read_tree;
use serde_json::Value;

/// Folder of input and expected output.
#[derive(Clone, Debug)]
pub struct Case {
    /// Name of the folder.
    pub name: String,
    /// Path of the folder.
    pub folder: PathBuf,
}

/// Returns the cases in `tests/cases/<kind>`, sorted by name.
pub fn all(kind: &str) -> Vec<Case> {
    let root = crate::here().join("cases").join(kind);
    let entries = fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut cases: Vec<Case> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().is_dir())
        .map(|entry| Case { name: entry.file_name().to_string_lossy().into_owned(), folder: entry.path() })
        .collect();
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    assert!(!cases.is_empty(), "{} holds no case", root.display());
    cases
}

/// Runs every case of a kind. Panics with the failures of all of them.
pub fn run(kind: &str, check: impl Fn(&Case) -> Result<(), String>) {
    let cases = all(kind);
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| check(case).err().map(|failure| format!("--- {kind}/{}\n{failure}", case.name)))
        .collect();
    assert!(failures.is_empty(), "{} of {} cases failed\n{}", failures.len(), cases.len(), failures.join("\n"));
}

impl Case {
    /// Returns the schemas of the case: the files in `schemas/`, and the properties of `schemas.json`. The latter is
    /// for file names that some file systems do not allow.
    pub fn texts(&self) -> Vec<(String, Vec<u8>)> {
        let folder = self.folder.join("schemas");
        let mut texts = if folder.is_dir() { read_tree(&folder, "").unwrap_or_default() } else { Vec::new() };
        if let Ok(bytes) = fs::read(self.folder.join("schemas.json")) {
            let files: serde_json::Map<String, Value> = serde_json::from_slice(&bytes).expect("schemas.json is JSON");
            texts.extend(files.iter().map(|(path, schema)| (path.clone(), schema.to_string().into_bytes())));
        }
        assert!(!texts.is_empty(), "{} holds no schema", self.folder.display());
        texts
    }

    /// Parses the schemas.
    pub fn set(&self) -> Result<SchemaSet, Vec<Error>> {
        SchemaSet::parse(self.texts())
    }

    /// Returns the JSON documents in a folder of the case, sorted by file name. Returns an empty list if the folder
    /// does not exist.
    pub fn documents(&self, folder: &str) -> Vec<(String, Value)> {
        documents(&self.folder.join(folder))
    }
}

fn documents(folder: &Path) -> Vec<(String, Value)> {
    if !folder.is_dir() {
        return Vec::new();
    }
    let texts = read_tree(folder, ".json").unwrap_or_default();
    let parsed = texts.into_iter().map(|(path, bytes)| {
        let text = planwright_source::decode(&bytes).unwrap_or_else(|problem| panic!("{path}: {}", problem.message()));
        let value = planwright_source::parse(text).unwrap_or_else(|problems| {
            panic!("{path}: {}", problems.first().map_or_else(String::new, planwright_source::Problem::message))
        });
        (path, value)
    });
    parsed.collect()
}

/// Prints one line per error.
pub fn lines(errors: &[Error]) -> String {
    errors.iter().flat_map(|error| [error.to_string(), "\n".to_owned()]).collect()
}
