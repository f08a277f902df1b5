//! Meanings that a project gives its schemas, beyond what the schemas themselves state.

use crate::draft::{self, Draft};

/// Meaning of the schemas of a project. It is built once, from planwright.toml and the command line, and every command
/// reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Semantics {
    /// Set if a document is rejected because of its `format`. Otherwise formats are annotations.
    pub asserts_formats: bool,
    /// Treatment of undescribed properties.
    pub content: ContentModel,
    /// Dialect of schemas without `$schema`.
    pub dialect: DefaultDialect,
}

impl Default for Semantics {
    fn default() -> Self {
        Self { asserts_formats: true, content: ContentModel::default(), dialect: DefaultDialect::default() }
    }
}

impl Semantics {
    /// Returns a sentence for commands that validate documents, if formats do not have their default meaning.
    pub fn formats_note(self) -> Option<&'static str> {
        (!self.asserts_formats).then_some("formats are annotations, so they are not validated")
    }

    /// Returns a sentence for commands that compare schemas, if undescribed properties do not have their default
    /// meaning.
    pub fn content_note(self) -> Option<&'static str> {
        (self.content == ContentModel::Lenient)
            .then_some("undescribed properties do not count, because the content model is lenient")
    }
}

/// Dialect of schemas without `$schema`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DefaultDialect {
    /// The newest dialect, unless a keyword shows an older one.
    #[default]
    Inferred,
    /// Always this one.
    Fixed(Draft),
}

impl DefaultDialect {
    /// Returns the value with a name: `inferred`, or the name of a dialect such as `draft-07`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|dialect| dialect.name() == name)
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inferred => "inferred",
            Self::Fixed(draft) => draft::name(draft),
        }
    }

    /// Returns a sentence for commands that read schemas, if the dialect is fixed.
    pub fn note(self) -> Option<String> {
        (self != Self::Inferred).then(|| format!("schemas without `$schema` are read as {}", self.name()))
    }

    /// Returns all values.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Inferred).chain(draft::ALL.map(Self::Fixed))
    }
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
