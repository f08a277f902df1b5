//! Code with line breaks that are decided before the template runs.

use crate::layout::{self, Group, Piece, Place};

use super::{ApexNumber, ApexPath, display_text};
use crate::literal::quote;

/// A bracketed list with its layout: arguments, a condition, or the values of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApexCode(String);

impl ApexCode {
    /// Lays out a group.
    pub fn fit(group: &Group, place: Place) -> Self {
        Self(group.fit(place))
    }

    /// Lays out a group. Returns `None` if the result depends on a letter of ambiguous width.
    pub fn fit_if_clear(group: &Group, place: Place) -> Option<Self> {
        group.fit_if_clear(place).map(Self)
    }

    /// Lays out a single expression.
    pub fn single(piece: &Piece, place: Place) -> Self {
        Self(layout::piece(piece, place))
    }

    /// Converts a number. Its layout is already decided.
    pub fn number(number: &ApexNumber) -> Self {
        Self(number.to_string())
    }

    /// Converts a name to a string literal.
    pub fn text(name: &ApexPath) -> Self {
        Self(quote(name.as_str()))
    }
}

display_text!(ApexCode);
