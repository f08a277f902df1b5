//! Generates Rust types from shapes.
//!
//! `table` decides all names and which fields are optional, boxed or constant. `print` writes the source. Code that
//! several types would repeat is in macros of the runtime crate.

pub(crate) mod borrowed;
mod boxes;
pub(crate) mod docs;
mod imports;
pub(crate) mod judged;
pub(crate) mod print;
pub(crate) mod readers;
mod sizes;
pub(crate) mod table;

use std::collections::BTreeMap;

use planwright_source::Pointer;

use crate::shape::Shapes;
use crate::style::Resolved;
use planwright_schema::error::{Error, ErrorKind};
use table::RustTypes;

/// Validation of values while they are read.
#[derive(Clone, Copy)]
pub(crate) struct Judges<'a> {
    pub judged: &'a judged::JudgedTypes,
    pub readers: Option<&'a readers::TypeReaders<'a>>,
}

/// Returns the source of the types of every module. `runtime` is the path of the runtime crate.
pub(crate) fn types(
    shapes: &BTreeMap<String, Shapes>,
    types: &RustTypes<'_>,
    style: &Resolved,
    runtime: &str,
    judges: Judges<'_>,
) -> Result<BTreeMap<String, String>, Vec<Error>> {
    let mut texts = BTreeMap::new();
    let mut errors = Vec::new();
    for (module, shapes) in shapes {
        let text = print::module(module, shapes, types, style, runtime, judges);
        match syn::parse_file(&text) {
            Ok(_) => drop(texts.insert(module.clone(), text)),
            Err(error) => errors.push(failure(module, shapes, error.to_string())),
        }
    }
    if errors.is_empty() { Ok(texts) } else { Err(errors) }
}

/// Returns the error for a module that could not be rendered.
pub(crate) fn failure(module: &str, shapes: &Shapes, message: String) -> Error {
    let first = shapes.types.first().and_then(|first| first.docs.place.clone());
    let (file, pointer) = first.unwrap_or_else(|| (module.to_owned(), Pointer::root()));
    Error { file, line_column: None, pointer, keyword: None, kind: ErrorKind::Backend { message } }
}
