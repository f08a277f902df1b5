//! Selects a schema inside a file, so that it can be used like a separate file.

use std::sync::Arc;

use planwright_source::Pointer;
use serde_json::json;

use crate::error::{Error, ErrorKind};
use crate::file::SchemaFile;
use crate::keywords::DEFINITIONS;
use crate::origin::Origin;
use crate::set::SchemaSet;
use crate::uri;

impl SchemaSet {
    /// Returns the path that [`select`](Self::select) gives to a part of a file.
    pub fn part_path(path: &str, part: &str) -> String {
        format!("{path}#{}", part.trim_start_matches('/').replace('/', "."))
    }

    /// Adds a file that refers to a part of another file, and returns its path.
    ///
    /// `part` is the name of a definition, a component, a message or a tool's schema, or a JSON Pointer.
    ///
    /// # Errors
    ///
    /// Returns an error with the known names if the file has no such part.
    pub fn select(&mut self, path: &str, part: &str) -> Result<String, Error> {
        let Some(file) = self.get(path) else {
            let kind = ErrorKind::UnknownPart { part: part.to_owned(), known: Vec::new() };
            let (file, pointer) = (path.to_owned(), Pointer::root());
            return Err(Error { file, line_column: None, pointer, keyword: None, kind });
        };
        let Some(at) = find(file, part) else {
            let kind = ErrorKind::UnknownPart { part: part.to_owned(), known: names(file) };
            return Err(file.error(Pointer::root(), None, kind));
        };
        let path_of_part = Self::part_path(path, part);
        if file.origin.elsewhere(&at).is_some_and(|(other, inside)| other == path_of_part && inside.is_root()) {
            return Ok(path_of_part);
        }
        let base = file.uri.clone().unwrap_or_else(|| uri::from_path(&file.path));
        let selected = SchemaFile {
            path: path_of_part,
            text: Arc::clone(&file.text),
            value: json!({ "$ref": format!("{base}#{}", uri::encode_fragment(at.as_str())) }),
            places: Arc::clone(&file.places),
            draft: file.draft,
            uri: Some(base),
            origin: Origin::selection(path, file.origin.source(&at)),
            warnings: Vec::new(),
        };
        let path = selected.path.clone();
        self.insert(selected);
        Ok(path)
    }
}

impl SchemaFile {
    /// Returns an error if the file contains schemas without being one, so that a part of it must be selected.
    pub fn lacks_selection(&self) -> Option<Error> {
        let kind = || ErrorKind::UnknownPart { part: String::new(), known: names(self) };
        self.is_collection().then(|| self.error(Pointer::root(), None, kind()))
    }
}

/// Returns the location of a part in a file.
fn find(file: &SchemaFile, part: &str) -> Option<Pointer> {
    let exists = |at: &Pointer| file.value.pointer(at.as_str()).is_some();
    if part.is_empty() || part.starts_with('/') {
        let at: Pointer = part.parse().ok()?;
        return Some(file.origin.in_document(&at).unwrap_or(at)).filter(exists);
    }
    DEFINITIONS.iter().map(|keyword| Pointer::root().member(keyword).member(part)).find(exists)
}

/// Returns the names of the definitions of a file.
fn names(file: &SchemaFile) -> Vec<String> {
    let definitions = DEFINITIONS.iter().filter_map(|keyword| file.value.get(keyword)?.as_object());
    definitions.flat_map(|members| members.keys().cloned()).collect()
}
