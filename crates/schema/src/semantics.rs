//! Meanings that a project gives its schemas, beyond what the schemas themselves state.

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
