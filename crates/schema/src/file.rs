//! One schema document, with the source location of each of its parts.

use std::sync::Arc;

use planwright_source::{Lines, Place, Places, Pointer};
use serde_json::Value;

use crate::draft::Draft;
use crate::error::{Error, ErrorKind};
use crate::origin::Origin;
use crate::{evidence, keywords};

/// A schema document.
#[derive(Clone, Debug)]
pub struct SchemaFile {
    /// Path relative to the folder of the set, with `/` between the components.
    ///
    /// A schema that is a part of another file has the path of the file, `#` and a name.
    pub path: String,
    /// The source as it was passed in.
    pub text: Arc<str>,
    /// The parsed document.
    pub value: Value,
    /// Dialect of JSON Schema under which the document is interpreted.
    pub(crate) draft: Draft,
    /// Source locations of the parts of the document.
    pub(crate) places: Arc<Places>,
    /// Source locations of the parts of `value` that are elsewhere in the source.
    pub(crate) origin: Origin,
    /// URI under which the document was found, or `None` for a file that the caller passed in.
    pub(crate) uri: Option<String>,
    /// Problems that do not prevent the document from being compiled.
    pub(crate) warnings: Vec<Error>,
}

impl SchemaFile {
    /// Returns `true` if the caller passed the document in, and `false` if it was found under a URI.
    pub fn is_named_by_caller(&self) -> bool {
        self.uri.is_none()
    }

    /// Returns the dialect under which the document is interpreted.
    pub fn draft(&self) -> Draft {
        self.draft
    }

    /// Returns the source location of each pointer, in any of the supported syntaxes.
    ///
    /// If a pointer has no location, the nearest enclosing one is returned.
    pub fn locate_all<'p>(&self, pointers: impl IntoIterator<Item = &'p Pointer>) -> Vec<Option<Place>> {
        if self.origin.is_whole_file() {
            return self.places.locate_all(&self.text, pointers);
        }
        let pointers: Vec<Pointer> = pointers.into_iter().map(|pointer| self.origin.source(pointer)).collect();
        self.places.locate_all(&self.text, &pointers)
    }

    /// Returns the path of the file that the source is in.
    pub fn source_path(&self) -> &str {
        self.origin.file().unwrap_or(&self.path)
    }

    /// Returns the location in the source of a location in the document.
    pub fn source_pointer(&self, at: &Pointer) -> Pointer {
        self.origin.source(at)
    }

    /// Returns whether the file is a description of an API or a list of tools, which contains schemas without being
    /// one.
    pub fn is_collection(&self) -> bool {
        self.origin.is_collection()
    }

    /// Returns the problems that do not prevent the document from being compiled.
    pub fn warnings(&self) -> &[Error] {
        &self.warnings
    }

    /// Returns an error if the document constrains nothing and contains no definitions.
    ///
    /// `true` and `{}` are accepted, because their author meant to allow everything.
    pub fn asserts_nothing(&self) -> Option<Error> {
        let defines = keywords::DEFINITIONS.iter().any(|keyword| self.value.get(keyword).is_some_and(Value::is_object));
        let is_meant = self.value.as_object().is_some_and(serde_json::Map::is_empty);
        let empty = !defines && !keywords::constrains(&self.value) && !is_meant;
        empty.then(|| self.error(Pointer::root(), None, ErrorKind::AssertsNothing))
    }

    /// Returns the error of [`asserts_nothing`](Self::asserts_nothing) if nothing else shows that the document is a schema.
    ///
    /// A document is one if it names a dialect, or if it only has keywords.
    pub fn is_no_schema(&self) -> Option<Error> {
        self.asserts_nothing().filter(|_| !evidence::is_schema(&self.value))
    }

    /// Returns an error at a location of this file, with line and column.
    pub fn error(&self, pointer: Pointer, keyword: Option<&str>, kind: ErrorKind) -> Error {
        let mut error = self.unplaced(pointer, keyword, kind);
        self.place([&mut error]);
        error
    }

    /// Returns an error without line and column. [`place`](Self::place) adds them to many errors at once.
    pub(crate) fn unplaced(&self, pointer: Pointer, keyword: Option<&str>, kind: ErrorKind) -> Error {
        Error { file: self.path.clone(), line_column: None, pointer, keyword: keyword.map(str::to_owned), kind }
    }

    /// Sets the lines and columns of errors of this file, in one pass over the source.
    pub(crate) fn place<'e>(&self, errors: impl IntoIterator<Item = &'e mut Error>) {
        let errors: Vec<&mut Error> = errors.into_iter().filter(|error| error.line_column.is_none()).collect();
        if errors.is_empty() {
            return;
        }
        let places = self.locate_all(errors.iter().map(|error| &error.pointer));
        let lines = Lines::new(&self.text);
        for (error, place) in errors.into_iter().zip(places) {
            let Some(place) = place else { continue };
            let at = lines.line_column(place.key.unwrap_or(place.value).start);
            error.line_column = Some((at.line, at.column));
            if !self.origin.is_whole_file() {
                error.pointer = self.origin.source(&error.pointer);
                self.source_path().clone_into(&mut error.file);
            }
        }
    }

    /// Returns the errors with their lines and columns set.
    pub(crate) fn placed(&self, mut errors: Vec<Error>) -> Vec<Error> {
        self.place(&mut errors);
        errors
    }
}
