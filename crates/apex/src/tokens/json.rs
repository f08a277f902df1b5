//! Strings in JSON.

use std::fmt::Write as _;

use super::display_text;
use crate::characters::{is_unsafe, one_line};

/// JSON string on one line, including the quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonText(String);

impl JsonText {
    /// Puts a string on one line and quotes it.
    pub fn new(text: &str) -> Self {
        let mut json = String::with_capacity(text.len() + 2);
        json.push('"');
        for letter in one_line(text).chars() {
            match letter {
                '"' => json.push_str("\\\""),
                '\\' => json.push_str("\\\\"),
                other if is_unsafe(other) => _ = write!(json, "\\u{:04x}", u32::from(other)),
                other => json.push(other),
            }
        }
        json.push('"');
        Self(json)
    }
}

display_text!(JsonText);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_cannot_be_terminated() {
        for text in ["a\"b\\", "x\n\u{0}\"},{\"y\":\"", "\u{202e}\u{2028}é", "", "\\u0022"] {
            let json = JsonText::new(text).to_string();
            let read: String = serde_json::from_str(&json).expect("JSON");
            assert_eq!(read, one_line(text));
        }
    }
}
