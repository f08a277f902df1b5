//! The commands as functions: sources in, and the output of `--format json` out.
//!
//! Most functions belong to [`Checker`]. [`drift()`] compares two schemas, and [`render`] generates Apex. Errors are a
//! [`RefusedCall`], which contains findings in the form of a report. All functions are pure, without I/O and clock.

mod checker;
pub mod drift;
mod export;
mod extract;
mod findings;
mod model_schema;
mod named_schema;
mod normalize;
mod prompt;
mod records;
mod refused_call;
mod render;

pub use checker::{CheckedText, Checker};
pub use drift::{DriftQuestion, drift};
pub use export::Exported;
pub use extract::{NO_DOCUMENT, extract};
pub use findings::{of_refusal, of_weakening};
pub use named_schema::{MOST_BYTES, NamedSchema};
pub use normalize::{canonical, vendor_answer};
pub use planwright_check::schema::of_schema;
pub use planwright_dialects::Dialect;
pub use planwright_org::{Target, names, unknown};
pub use planwright_schema::FileAccess;
pub use prompt::schema_prompt;
pub use records::{BytesDigest, DocumentRecord, DocumentRecords, ReadRecords, RecordBasis, RecordCounts};
pub use refused_call::RefusedCall;
pub use render::{RenderQuestion, RenderedApex, render, rendered_files};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
