//! Code whose line breaks were decided before the template.

use crate::layout::{self, Group, Piece, Place};

use super::{ApexNumber, ApexPath, display_text};
use crate::literal::quote;

/// A bracketed list that is laid out for its place: arguments, a condition, the values of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApexCode(String);

impl ApexCode {
    /// Lays a group out for its place.
    pub fn fit(group: &Group, place: Place) -> Self {
        Self(group.fit(place))
    }

    /// [`fit`](Self::fit), but `None` where it depends on how wide the formatter takes some letter to be.
    pub fn fit_if_clear(group: &Group, place: Place) -> Option<Self> {
        group.fit_if_clear(place).map(Self)
    }

    /// Lays a single expression out for its place.
    pub fn single(piece: &Piece, place: Place) -> Self {
        Self(layout::piece(piece, place))
    }

    /// A number, which knows its place already.
    pub fn number(number: &ApexNumber) -> Self {
        Self(number.to_string())
    }

    /// A name as the literal of a text.
    pub fn text(name: &ApexPath) -> Self {
        Self(quote(name.as_str()))
    }
}

display_text!(ApexCode);
