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
    pub fn locate(&self, errors: Vec<Error>) -> Vec<Error> {
        let located = errors.into_iter().map(|error| match self.get(&error.file) {
            Some(file) if error.line_column.is_none() => {
                file.error(error.pointer, error.keyword.as_deref(), error.kind)
            }
            _ => error,
        });
        located.collect()
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
