//! JSON Schemas as a set: texts are parsed, references resolved and definitions named. A pure function, no I/O.
//!
//! ```text
//! load                   text -> parsed documents that obey their meta-schema
//! link                   every $ref, in whatever file, -> one flat list of named definitions a module
//! bundle                 definitions -> one document a root, which a validator can compile
//! ```
//!
//! `keywords` says which keywords hold schemas, `draft` which dialects of JSON Schema are read, `resolve` where a reference
//! leads. What cannot be compiled is an [`Error`] that names file, line, pointer and keyword.

mod annotations;
mod assertions;
mod browser_patterns;
pub mod bundle;
mod codes;
pub mod draft;
pub mod error;
pub mod exact_numbers;
mod file;
pub mod inapplicable_keywords;
mod keyword_table;
pub mod keywords;
mod limits;
pub mod link;
pub mod lint;
mod load;
mod locate_document;
mod messages;
pub mod names;
mod pattern_cost;
mod patterns;
mod reach;
mod reference_chains;
mod references;
pub mod resolve;
mod resources;
pub mod set;
mod target;
pub mod unions;
pub mod uri;
mod violations;

pub use assertions::asserts;
pub use error::{Error, ErrorKind};
pub use file::SchemaFile;
pub use locate_document::locate_document;
pub use patterns::{PatternFeatures, rust_regex};
pub use references::{Meaning, References};
pub use set::SchemaSet;
pub use target::Target;
pub use violations::{validator, violations};
