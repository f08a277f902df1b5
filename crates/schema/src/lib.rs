//! Loads a set of JSON Schemas: parses the sources, resolves references and names definitions. A pure function without
//! I/O.
//!
//! ```text
//! load                   source -> parsed documents that are valid under their meta-schema
//! link                   every $ref, in any file -> one flat list of named definitions per module
//! bundle                 definitions -> one document per root, which a validator can compile
//! ```
//!
//! `model` is the typed representation of a schema, with the table of all keywords. `draft` lists the supported dialects,
//! and `resolve` returns the target of each reference. A problem is an [`Error`] that names the file, line, pointer and keyword.

mod annotations;
mod assertions;
mod browser_patterns;
pub mod bundle;
mod codes;
pub mod documents;
pub mod draft;
mod embedded_dialects;
pub mod error;
pub mod evidence;
pub mod exact_numbers;
mod file;
pub mod inapplicable_keywords;
mod inferred_dialect;
pub mod keywords;
mod limits;
pub mod link;
pub mod lint;
mod load;
mod locate_document;
mod meta_schema_errors;
pub mod meta_schemas;
pub mod model;
pub mod names;
mod origin;
mod pattern_cost;
mod pattern_engine;
mod patterns;
mod reach;
mod reference_chains;
mod references;
mod referred_files;
pub mod resolve;
mod resources;
mod selection;
mod semantics;
pub mod set;
mod static_references;
mod target;
pub mod unions;
pub mod uri;
mod validate;
#[cfg(feature = "validator")]
mod violations;

pub use assertions::asserts;
pub use draft::Draft;
pub use error::{Error, ErrorKind};
pub use file::SchemaFile;
pub use inferred_dialect::with_dialect;
pub use locate_document::locate_document;
pub use patterns::{PatternFeatures, rust_regex};
pub use references::{Meaning, References};
pub use referred_files::{FileAccess, SchemaText, UnreadablePath, add_referred_files};
pub use semantics::{ContentModel, DefaultDialect, Role, Semantics};
pub use set::SchemaSet;
pub use target::Target;
pub use validate::{SchemaValidator, Violation};
#[cfg(feature = "validator")]
pub use violations::{validator, violations};
