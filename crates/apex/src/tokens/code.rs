//! Code whose line breaks were decided before the template.

use crate::layout::{self, Group, Piece, Place};

use super::display_text;

/// A bracketed list that is laid out for its place: arguments, a condition, the values of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApexCode(String);

impl ApexCode {
    /// Lays a group out for its place.
    pub fn fit(group: &Group, place: Place) -> Self {
        Self(group.fit(place))
    }

    /// Lays a single expression out for its place.
    pub fn single(piece: &Piece, place: Place) -> Self {
        Self(layout::piece(piece, place))
    }
}

display_text!(ApexCode);
