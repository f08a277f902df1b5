//! Choices that the specification leaves to its users, made once for all commands of a project.

use jsonschema::Draft;

use crate::draft;

/// Meaning of the schemas of a project.
///
/// Code generation, validation, comparison and export take the same value, so that no two of them disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Semantics {
    /// Effect of `format`.
    pub formats: FormatEffect,
    /// Treatment of undescribed properties by readers.
    pub content: ContentModel,
    /// Dialect of documents without `$schema`.
    pub dialect: Draft,
}

impl Default for Semantics {
    fn default() -> Self {
        Self { formats: FormatEffect::default(), content: ContentModel::default(), dialect: draft::DEFAULT }
    }
}

/// Effect of `format` on validation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormatEffect {
    /// Values that do not have the format are rejected.
    #[default]
    Assertion,
    /// The format only informs readers.
    Annotation,
}

/// Use of documents by this side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// It reads documents that others wrote with the old schema, so the backward direction counts.
    Consumed,
    /// It writes documents that others read with the old schema, so the forward direction counts.
    Produced,
    /// Both directions count.
    #[default]
    Both,
}

/// Treatment of undescribed properties by readers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContentModel {
    /// They use them, so any undescribed property counts.
    #[default]
    Strict,
    /// They ignore them, so adding or removing a property of an open object breaks nothing.
    Lenient,
}
