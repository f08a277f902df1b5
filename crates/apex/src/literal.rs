//! String literals that no content can terminate early.

use std::fmt::Write as _;

use crate::characters::is_unsafe;

/// Runtime method that decodes the escapes of [`encoded`].
pub const DECODER: &str = "PwTextEscapes.unescape";

/// Quotes a string with the escapes of Apex that the formatter prints. The string must not contain unsafe characters.
pub fn quote(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('\'');
    let mut rest = text;
    while let Some((at, escape)) = rest.bytes().enumerate().find_map(|(at, byte)| Some((at, escape(byte)?))) {
        literal.push_str(&rest[..at]);
        literal.push_str(escape);
        rest = &rest[at + 1..];
    }
    literal.push_str(rest);
    literal.push('\'');
    literal
}

/// Returns the escape sequence of a character that needs one.
fn escape(byte: u8) -> Option<&'static str> {
    match byte {
        b'\'' => Some("\\'"),
        b'\\' => Some("\\\\"),
        b'\n' => Some("\\n"),
        b'\r' => Some("\\r"),
        b'\t' => Some("\\t"),
        8 => Some("\\b"),
        12 => Some("\\f"),
        _ => None,
    }
}

/// Returns the string as a literal, or `None` if it contains an unsafe character without an escape in Apex.
pub fn plain(text: &str) -> Option<String> {
    let escaped = |letter| matches!(letter, '\n' | '\r' | '\t' | '\u{8}' | '\u{c}');
    text.chars().all(|letter| escaped(letter) || !is_unsafe(letter)).then(|| quote(text))
}

/// Returns the argument for [`DECODER`]: the string in ASCII, with JSON escapes.
pub fn encoded(text: &str) -> String {
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

/// Quotes a string of printable ASCII. A string that looks like a record id is split into two literals, because
/// analyzers would report a hard-coded id.
pub fn ascii(text: &str) -> Option<String> {
    if !text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return None;
    }
    let is_id = matches!(text.len(), 15 | 18) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let (start, end) = text.split_at(if is_id { 9 } else { 0 });
    Some(if is_id { format!("{} + {}", quote(start), quote(end)) } else { quote(text) })
}

/// Escapes all characters of a JSON document outside of ASCII. They only occur in strings.
pub fn ascii_json(json: &str) -> String {
    let mut ascii = String::with_capacity(json.len());
    for unit in json.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte @ b' '..=b'~') => ascii.push(char::from(byte)),
            _ => _ = write!(ascii, "\\u{unit:04x}"),
        }
    }
    ascii
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_string_terminates_its_literal() {
        assert_eq!(ascii("it's \\").as_deref(), Some(r"'it\'s \\'"));
        assert_eq!(ascii("a\nb"), None);
        assert_eq!(ascii("006000000000001").as_deref(), Some("'006000000' + '000001'"));
        assert_eq!(ascii_json("\"\u{e9}\u{1f600}\""), r#""\u00e9\ud83d\ude00""#);
    }

    #[test]
    fn quotes_and_breaks_are_escaped() {
        assert_eq!(plain("a\\'\r\t\u{8}\u{c}").as_deref(), Some(r"'a\\\'\r\t\b\f'"));
        assert_eq!(plain("\u{2192} \"é\"").as_deref(), Some("'\u{2192} \"é\"'"));
    }

    #[test]
    fn invisible_characters_are_decoded_at_run_time() {
        let text = "a\u{202e}'\"\\\0\u{1f600}";
        assert_eq!(plain(text), None);
        assert_eq!(encoded(text), r#"'a\\u202E\'\\"\\\\\\u0000\\uD83D\\uDE00'"#);
    }
}
