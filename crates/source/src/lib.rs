//! Parses JSON, YAML and JSON with comments, and keeps the source location of every value.
//!
//! - [`decode`] and [`parse`] turn bytes into a strict [`serde_json::Value`] and report every mistake.
//! - [`locate`] maps a JSON [`Pointer`] back to bytes, and [`Lines`] maps bytes to line and column.
//! - [`printable`] escapes untrusted strings for output: one table lists the characters that are not displayed as they
//!   are.
//!
//! All functions are pure, without I/O.

mod answer;
mod brackets;
#[doc(hidden)]
pub mod bytes;
mod comments;
#[cfg(feature = "sources")]
#[doc(hidden)]
pub mod copy;
mod decode;
mod duplicates;
pub mod equality;
mod lines;
mod locate;
mod markup;
mod merge_conflict;
mod name_words;
mod notation;
mod parse;
mod percent;
mod pointer;
mod printable;
mod problem;
mod quotes;
mod refusal;
mod scan;
mod slips;
#[doc(hidden)]
pub mod string_formats;
mod syntax;
mod syntax_fixes;
mod text_edit;
mod thoughts;
mod type_name;
mod yaml;

pub use answer::{NoDocument, document_candidates, sole_block, sole_document};
pub use decode::{decode, decode_any};
pub use lines::{LineColumn, Lines};
pub use locate::{Found, Place, locate, locate_all};
pub use markup::markup_text;
pub use merge_conflict::merge_conflict;
pub use name_words::name_words;
pub use parse::parse;
pub use percent::percent_decode;
pub use pointer::{NotAPointer, Pointer};
pub use printable::{
    COMMAND_MARKER, CommandMarker, Hazard, hazard, is_printable, printable, printable_json, printable_lines,
    visible_line,
};
pub use problem::{Encoding, Problem, ProblemKind, Slip, duplicate_property, unlisted};
pub use refusal::is_declining_name;
pub use syntax::{Document, Places, Syntax};
pub use syntax_fixes::{Extent, find_fix, fix_text};
pub use text_edit::{TextEdit, edited};
pub use type_name::type_name;
pub use yaml::{Yaml, YamlRules, read_yaml};
