//! String values.

use std::fmt::Write as _;

use crate::layout::{self, Piece, Place};

use super::{display_text, is_unsafe};

/// An expression whose value is a text: a literal, or a decoded one where the text holds characters that must not stand in a
/// source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApexString(String);

impl ApexString {
    /// The expression for its place, which decides where it breaks.
    pub fn at(text: &str, place: Place) -> Self {
        Self(layout::piece(&Piece::Text(text.to_owned()), place))
    }
}

display_text!(ApexString);

/// The plain literal, or `None` where the text holds something unsafe that no escape of the formatter's own brings back.
pub(crate) fn plain(text: &str) -> Option<String> {
    let escaped = |letter| matches!(letter, '\n' | '\r' | '\t' | '\u{8}' | '\u{c}');
    text.chars().all(|letter| escaped(letter) || !is_unsafe(letter)).then(|| quote(text))
}

/// The argument for `TextEscapes.unescape`: the text as ASCII, with the escapes of JSON.
pub(crate) fn encoded(text: &str) -> String {
    let mut json = String::with_capacity(text.len());
    for unit in text.encode_utf16() {
        match unit {
            0x22 => json.push_str("\\\""),
            0x5c => json.push_str("\\\\"),
            0x20..=0x7e => json.push(char::from(u8::try_from(unit).unwrap_or(b' '))),
            _ => _ = write!(json, "\\u{unit:04X}"),
        }
    }
    quote(&json)
}

/// A literal with the escapes that Apex knows and the formatter prints. Nothing unsafe may be left in the text.
pub(crate) fn quote(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('\'');
    for letter in text.chars() {
        match letter {
            '\'' => literal.push_str("\\'"),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            '\u{8}' => literal.push_str("\\b"),
            '\u{c}' => literal.push_str("\\f"),
            other => literal.push(other),
        }
    }
    literal.push('\'');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_breaks_are_escaped() {
        assert_eq!(ApexString::at("It's\ndone", Place::new(0, 0)).to_string(), r"'It\'s\ndone'");
        assert_eq!(plain("a\\'\r\t\u{8}\u{c}").as_deref(), Some(r"'a\\\'\r\t\b\f'"));
        assert_eq!(plain("\u{2192} \"é\"").as_deref(), Some("'\u{2192} \"é\"'"));
    }

    #[test]
    fn what_cannot_be_seen_is_decoded_at_run_time() {
        let text = "a\u{202e}'\"\\\0\u{1f600}";
        assert_eq!(plain(text), None);
        assert_eq!(encoded(text), r#"'a\\u202E\'\\"\\\\\\u0000\\uD83D\\uDE00'"#);
        let expression = ApexString::at("\u{2028}", Place::new(4, 20)).to_string();
        assert_eq!(expression, r"TextEscapes.unescape('\\u2028')");
    }
}
