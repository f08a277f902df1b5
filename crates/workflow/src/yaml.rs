//! YAML as an alternative notation for JSON: the core schema of YAML 1.2, one document, no anchors and no tags.
//!
//! The output has the same meaning for parsers of YAML 1.1, for which `no` is false, `1:30` is a number and
//! `2026-02-01` is a date. All strings that are not clearly words are therefore quoted.

mod read;
mod write;

pub(crate) use read::parse;
pub(crate) use write::write;

#[cfg(test)]
mod tests;
