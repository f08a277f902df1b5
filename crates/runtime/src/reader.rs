//! Readers that judge while they read: one pass over a text makes the value of a generated type and checks every keyword of
//! its schema on the way.
//!
//! Generated code holds a table for each schema, a [`ValueCheck`], and how each type is built, by the macros of `readers`. The
//! type decides what is built, the table what is refused: [`ReadJudged::read`] takes both. What no table can judge member by member (`not`, overlapping unions, `uniqueItems`) is judged on the value just read. A reader has a
//! verdict and no report; who needs a report reads the text again as a value, of which `schema::by_table` says what is wrong.

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
mod uri;
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
