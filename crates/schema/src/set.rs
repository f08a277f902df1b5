//! The schema documents of one run, by path.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::file::SchemaFile;

/// Every schema of one run, by path.
#[derive(Clone, Debug, Default)]
pub struct SchemaSet {
    files: BTreeMap<String, SchemaFile>,
}

impl SchemaSet {
    /// Adds a document, in place of one of the same path.
    pub(crate) fn insert(&mut self, file: SchemaFile) {
        self.files.insert(file.path.clone(), file);
    }

    /// The documents, sorted by path.
    pub fn files(&self) -> impl Iterator<Item = &SchemaFile> {
        self.files.values()
    }

    /// Errors of later stages know file and pointer; this adds line and column.
    pub fn locate(&self, mut errors: Vec<Error>) -> Vec<Error> {
        let mut by_file: BTreeMap<String, Vec<&mut Error>> = BTreeMap::new();
        for error in errors.iter_mut().filter(|error| error.line_column.is_none()) {
            by_file.entry(error.file.clone()).or_default().push(error);
        }
        for (path, errors) in by_file {
            if let Some(file) = self.get(&path) {
                file.place(errors);
            }
        }
        errors
    }

    /// An error for each file of the caller's that constrains nothing: no type, no export and no verdict would say anything of it.
    pub fn asserting_nothing(&self) -> Vec<Error> {
        self.files().filter(|file| file.uri.is_none()).filter_map(SchemaFile::asserts_nothing).collect()
    }

    /// The document at a path.
    pub fn get(&self, path: &str) -> Option<&SchemaFile> {
        self.files.get(path)
    }
}
