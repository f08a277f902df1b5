//! References for who reads schemas without compiling them, such as the judge of drift: one resolver serves both.

use planwright_source::Pointer;

use crate::error::Error;
use crate::file::SchemaFile;
use crate::resolve::{Referred, Resolver};
use crate::set::SchemaSet;
use crate::{limits, uri};

/// What a reference means where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The schema at a place of a file of the set.
    Schema {
        /// The file, as it is called in the set.
        file: String,
        /// Where in the document.
        pointer: Pointer,
    },
    /// A meta-schema that every validator has, or a part of one, by its absolute URI.
    MetaSchema(String),
    /// Nothing in the set; the absolute URI if there is one.
    Unknown(Option<String>),
}

/// Resolves the references of one set.
#[derive(Debug)]
pub struct References<'a>(Resolver<'a>);

impl<'a> References<'a> {
    /// Indexes the set. Two resources with one URI, two schemas of one resource with one anchor, and a schema that costs too much
    /// are errors.
    pub fn new(set: &'a SchemaSet) -> Result<Self, Vec<Error>> {
        let resolver = Resolver::new(set)?;
        limits::depth(set, &resolver)?;
        Ok(Self(resolver))
    }

    /// What `reference` means in the schema at `at` of `file`.
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
