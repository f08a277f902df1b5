//! Meanings that a project gives its schemas, beyond what the schemas themselves state.

/// Meaning of the schemas of a project. It is built once, from planwright.toml and the command line, and every command
/// reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Semantics {
    /// Set if a document is rejected because of its `format`. Otherwise formats are annotations.
    pub asserts_formats: bool,
    /// Treatment of undescribed properties.
    pub content: ContentModel,
}

impl Default for Semantics {
    fn default() -> Self {
        Self { asserts_formats: true, content: ContentModel::default() }
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
