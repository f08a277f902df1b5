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
    /// Adds a document and replaces a document with the same path.
    pub(crate) fn insert(&mut self, file: SchemaFile) {
        self.files.insert(file.path.clone(), file);
    }

    /// Returns the documents, sorted by path.
    pub fn files(&self) -> impl Iterator<Item = &SchemaFile> {
        self.files.values()
    }

    /// Adds line and column to errors of later stages, which know only file and pointer.
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

    /// Returns an error for each file of the caller, if none of them constrains anything.
    ///
    /// A type, an export or a comparison of such a set would be meaningless. In a set with other schemas, a file may
    /// consist of annotations only.
    pub fn asserting_nothing(&self) -> Vec<Error> {
        let own: Vec<&SchemaFile> = self.files().filter(|file| file.uri.is_none()).collect();
        let errors: Vec<Error> = own.iter().filter_map(|file| file.asserts_nothing()).collect();
        if errors.len() == own.len() { errors } else { Vec::new() }
    }

    /// Returns the document at a path.
    pub fn get(&self, path: &str) -> Option<&SchemaFile> {
        self.files.get(path)
    }
}
