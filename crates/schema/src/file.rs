//! One schema document, with the place of every part of it.

use jsonschema::Draft;
use planwright_source::{Lines, Place, Places, Pointer};
use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::keywords;

/// One schema document.
#[derive(Clone, Debug)]
pub struct SchemaFile {
    /// Path relative to the folder of the set, with `/` between the parts.
    pub path: String,
    /// The text as it was given.
    pub text: String,
    /// The parsed document.
    pub value: Value,
    /// The dialect of JSON Schema that the document is read under.
    pub(crate) draft: Draft,
    /// Where the parts of the document stand in the text.
    pub(crate) places: Places,
    /// The URI that the document was found by, if it is no file of the caller's.
    pub(crate) uri: Option<String>,
    /// Problems of the text that do not keep it from being compiled.
    pub(crate) warnings: Vec<Error>,
}

impl SchemaFile {
    /// The dialect that the document is read under.
    pub fn draft(&self) -> Draft {
        self.draft
    }

    /// Where the text says what `pointers` lead to, whatever it is written in; the nearest place around it where there is
    /// none.
    pub fn locate_all<'p>(&self, pointers: impl IntoIterator<Item = &'p Pointer>) -> Vec<Option<Place>> {
        self.places.locate_all(&self.text, pointers)
    }

    /// Problems of the text that do not keep it from being compiled.
    pub fn warnings(&self) -> &[Error] {
        &self.warnings
    }

    /// The error that the document is no schema, where it constrains nothing and holds no definitions. `true` and `{}` are meant.
    pub fn asserts_nothing(&self) -> Option<Error> {
        let defines = keywords::DEFINITIONS.iter().any(|keyword| self.value.get(keyword).is_some_and(Value::is_object));
        let is_meant = self.value.as_object().is_some_and(serde_json::Map::is_empty);
        let empty = !defines && !keywords::constrains(&self.value) && !is_meant;
        empty.then(|| self.error(Pointer::root(), None, ErrorKind::AssertsNothing))
    }

    /// An error at a place of this file, with its line and column.
    pub fn error(&self, pointer: Pointer, keyword: Option<&str>, kind: ErrorKind) -> Error {
        let mut error = self.unplaced(pointer, keyword, kind);
        self.place([&mut error]);
        error
    }

    /// An error that has still to be given its line and column, by [`place`](Self::place): one of many.
    pub(crate) fn unplaced(&self, pointer: Pointer, keyword: Option<&str>, kind: ErrorKind) -> Error {
        Error { file: self.path.clone(), line_column: None, pointer, keyword: keyword.map(str::to_owned), kind }
    }

    /// Gives errors of this file their lines and columns, in one pass over the text.
    pub(crate) fn place<'e>(&self, errors: impl IntoIterator<Item = &'e mut Error>) {
        let errors: Vec<&mut Error> = errors.into_iter().filter(|error| error.line_column.is_none()).collect();
        if errors.is_empty() {
            return;
        }
        let places = self.locate_all(errors.iter().map(|error| &error.pointer));
        let lines = Lines::new(&self.text);
        for (error, place) in errors.into_iter().zip(places) {
            let at = place.map(|place| lines.line_column(place.key.unwrap_or(place.value).start));
            error.line_column = at.map(|at| (at.line, at.column));
        }
    }

    /// The same of errors that are handed on.
    pub(crate) fn placed(&self, mut errors: Vec<Error>) -> Vec<Error> {
        self.place(&mut errors);
        errors
    }
}
