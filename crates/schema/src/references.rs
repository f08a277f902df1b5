//! Resolves references for consumers that read schemas without compiling them, such as drift. Both kinds share one
//! resolver.

use planwright_source::Pointer;

use crate::error::Error;
use crate::file::SchemaFile;
use crate::resolve::{Referred, Resolver};
use crate::set::SchemaSet;
use crate::{limits, uri};

/// Target of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A schema at a location in a file of the set.
    Schema {
        /// Name of the file in the set.
        file: String,
        /// Location in the document.
        pointer: Pointer,
    },
    /// A built-in meta-schema, or a part of one, by its absolute URI.
    MetaSchema(String),
    /// No target in the set, with the absolute URI if there is one.
    Unknown(Option<String>),
}

/// Resolves the references of one set.
#[derive(Debug)]
pub struct References<'a>(Resolver<'a>);

impl<'a> References<'a> {
    /// Indexes the set.
    ///
    /// # Errors
    ///
    /// Returns errors for duplicate resource URIs, for duplicate anchors in a resource, and for schemas that are too
    /// expensive.
    pub fn new(set: &'a SchemaSet) -> Result<Self, Vec<Error>> {
        let resolver = Resolver::new(set)?;
        limits::depth(set, &resolver)?;
        Ok(Self(resolver))
    }

    /// Resolves `reference`, which is written in the schema at `at` of `file`.
    pub fn resolve(&self, file: &SchemaFile, at: &Pointer, reference: &str) -> Meaning {
        match self.0.resolve(file, at, reference) {
            Some(Referred::Schema(target)) => Meaning::Schema { file: target.file, pointer: target.pointer },
            Some(Referred::MetaSchema(uri)) => Meaning::MetaSchema(uri),
            None => {
                let missing = self.0.missing(file, at, uri::without_fragment(reference));
                let tail = reference.split_once('#').map_or(String::new(), |(_, tail)| format!("#{tail}"));
                Meaning::Unknown(missing.map(|uri| uri + &tail))
            }
        }
    }
}
