//! Reads and validates a document in one pass: builds the value of a generated type and checks every keyword of its
//! schema.
//!
//! Generated code contains a table for each schema, a [`ValueCheck`], and the construction of each type, which the
//! macros of `readers` write. The type decides what is built, and the table what is rejected: [`ReadJudged`] uses
//! both. Keywords that cannot be checked property by property (`not`, overlapping unions, `uniqueItems`) are checked on
//! the complete value.
//!
//! A reader returns a verdict without a report. For a report, the document is read again as a value, and
//! `schema::by_table` finds the errors.

mod access;
mod build;
#[cfg(feature = "validator")]
mod by_validator;
mod check;
mod format;
mod maps;
mod members;
mod names;
mod nested;
mod number;
mod object;
mod pattern;
mod refusal;
mod scalar;
mod source;
mod tagged;
mod value;

pub use access::MemberSource;
pub use build::*;
pub use check::*;
pub use format::FormatCheck;
pub use maps::KeepMember;
pub use members::*;
pub use names::FieldName;
pub use number::*;
pub use object::*;
pub use pattern::*;
pub use refusal::Refusal;
pub use scalar::*;
pub use source::{ByteSource, Unreadable};
pub use tagged::*;
pub use value::*;
