//! Strings in annotations, which only accept literals.

use super::display_text;
use crate::characters::one_line;
use crate::literal::quote;

/// String literal for a label or description, on one line and without invisible characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApexLabel(String);

impl ApexLabel {
    /// Puts a string on one line and quotes it.
    pub fn new(text: &str) -> Self {
        Self(quote(&one_line(text)))
    }

    /// Returns the literal, including the quotes.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

display_text!(ApexLabel);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_one_legal_literal() {
        assert_eq!(ApexLabel::new("It's\n\"x\"\u{202e} \\").to_string(), r#"'It\'s "x" \\'"#);
        assert_eq!(ApexLabel::new("").to_string(), "''");
    }
}
