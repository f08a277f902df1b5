//! The commands as functions: texts in, what `--format json` prints out.
//!
//! [`Checker`] holds what documents are checked against and does most of it; [`drift()`] compares two schemas, [`render`] makes Apex.
//! What cannot be done is a [`RefusedCall`], which carries findings in the form of a report. Pure functions: no I/O, no clock.

mod checker;
pub mod drift;
mod export;
mod findings;
mod named_schema;
mod normalize;
mod prompt;
mod records;
mod refused_call;
mod render;
mod target;

pub use checker::{CheckedText, Checker, MOST_BYTES, filled_in};
pub use drift::{DriftQuestion, drift};
pub use export::Exported;
pub use findings::{of_refusal, of_schema, of_weakening};
pub use named_schema::NamedSchema;
pub use normalize::canonical;
pub use planwright_dialects::Dialect;
pub use prompt::schema_prompt;
pub use records::{BytesDigest, DocumentRecord, DocumentRecords, ReadRecords, RecordBasis, RecordCounts};
pub use refused_call::RefusedCall;
pub use render::{RenderQuestion, RenderedApex, render, rendered_files};
pub use target::{Target, names, unknown};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
