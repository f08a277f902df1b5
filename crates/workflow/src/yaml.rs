//! YAML as another way to write JSON: the core schema of YAML 1.2, one document, no anchors and no tags.
//!
//! What is written reads back equal here and means the same to a reader of YAML 1.1, which takes `no` for false, `1:30` for a
//! number and `2026-02-01` for a date: every text that is not plainly a word is quoted.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

#[cfg(test)]
mod tests;
