//! Strings in XML metadata.

use planwright_source::markup_text;

use super::display_text;
use crate::characters::one_line;

/// Character data of an XML element or attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlText(String);

impl XmlText {
    /// Puts a string on one line and escapes markup.
    pub fn new(text: &str) -> Self {
        Self(markup_text(&one_line(text)))
    }
}

display_text!(XmlText);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        assert_eq!(XmlText::new("<a b=\"'\">&\n\0]]>").to_string(), "&lt;a b=&quot;&apos;&quot;&gt;&amp; ]]&gt;");
    }
}
