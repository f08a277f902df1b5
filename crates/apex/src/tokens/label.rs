//! Text inside an annotation, which takes literals only.

use super::display_text;
use crate::characters::one_line;
use crate::literal::quote;

/// A string literal for a label or description: one line, without what cannot be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApexLabel(String);

impl ApexLabel {
    /// Puts the text on one line and quotes it.
    pub fn new(text: &str) -> Self {
        Self(quote(&one_line(text)))
    }

    /// The literal, quotes included.
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
