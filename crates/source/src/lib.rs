//! JSON text as a person sees it, also where it is written as YAML or with comments.
//!
//! A parser that throws its text away can say *what* is wrong, but not *where*. This crate keeps both ends: [`decode`] and
//! [`parse`] turn bytes into a strict [`serde_json::Value`] and name every slip on the way, [`locate`] leads from a JSON
//! [`Pointer`] back to the bytes it stands for, and [`Lines`] turns bytes into line and column. [`printable`] is the way from
//! such text to a reader: one table of the characters that are not seen as they are. Pure functions, no I/O.

mod answer;
mod brackets;
#[doc(hidden)]
pub mod bytes;
mod comments;
mod decode;
mod duplicates;
mod lines;
mod locate;
mod markup;
mod mend;
mod merge_conflict;
mod parse;
mod percent;
mod pointer;
mod printable;
mod problem;
mod refusal;
mod scan;
mod slips;
mod syntax;
mod thoughts;
mod type_name;
mod yaml;

pub use answer::{NoDocument, sole_block, sole_document};
pub use decode::decode;
pub use lines::{LineColumn, Lines};
pub use locate::{Found, Place, locate, locate_all};
pub use markup::markup_text;
pub use mend::{Extent, TextEdit, edited, mend_text, mending};
pub use merge_conflict::merge_conflict;
pub use parse::parse;
pub use percent::percent_decode;
pub use pointer::{NotAPointer, Pointer};
pub use printable::{
    COMMAND_MARKER, CommandMarker, Hazard, hazard, is_printable, printable, printable_json, printable_lines,
    visible_line,
};
pub use problem::{Encoding, Problem, ProblemKind, Slip, unlisted};
pub use syntax::{Document, Places, Syntax};
pub use type_name::type_name;
pub use yaml::{Yaml, YamlRules, read_yaml};
