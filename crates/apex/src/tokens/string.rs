//! String values in Apex.

use crate::layout::{self, Piece, Place};

use super::display_text;

/// Expression for a string: a literal, or a decoded literal if the string contains characters that a source file must
/// not contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApexString(String);

impl ApexString {
    /// Converts a string and lays it out for its position.
    pub fn at(text: &str, place: Place) -> Self {
        Self(layout::piece(&Piece::Text(text.to_owned()), place))
    }
}

display_text!(ApexString);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_is_a_literal_or_is_decoded() {
        assert_eq!(ApexString::at("It's\ndone", Place::new(0, 0)).to_string(), r"'It\'s\ndone'");
        let expression = ApexString::at("\u{2028}", Place::new(4, 20)).to_string();
        assert_eq!(expression, r"PwTextEscapes.unescape('\\u2028')");
    }
}
