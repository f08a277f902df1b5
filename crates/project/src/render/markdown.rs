//! Escapes strings for Markdown.

use planwright_source::visible_line;

/// Escapes a string for one line of Markdown: it becomes neither markup, nor a link, nor a mention.
pub fn escaped(text: &str) -> String {
    let mut shown = String::new();
    let line = visible_line(text);
    for (at, letter) in line.char_indices() {
        let is_markup = matches!(
            letter,
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '!' | '&' | '$' | '@'
        );
        // A list item or an underline begins at the start of a line. An address becomes a link at its colon or at "www.".
        let is_start = at == 0 && matches!(letter, '-' | '+' | '=' | ':');
        let is_link = line[at..].starts_with("://") || letter == '.' && shown.ends_with("www");
        if is_markup || is_start || is_link {
            shown.push('\\');
        }
        shown.push(letter);
    }
    shown
}

/// Formats a string as code, unless it contains a backtick.
pub fn code(text: &str) -> String {
    let line = visible_line(text);
    if line.contains('`') || line.is_empty() { escaped(text) } else { format!("`{line}`") }
}

/// Escapes a message for one line of Markdown. What the message has between backticks becomes code.
pub fn message(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escaped(text);
    }
    let shown = |(at, part): (usize, &&str)| if at.is_multiple_of(2) { escaped(part) } else { code(part) };
    parts.iter().enumerate().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::{code, escaped, message};

    #[test]
    fn code_of_a_message_is_code() {
        for (text, expected) in [
            ("the property `a*b` was removed", "the property `a*b` was removed"),
            ("`a` [x](y) `b`", "`a` \\[x\\](y) `b`"),
            ("an odd ` mark *", "an odd \\` mark \\*"),
            ("an empty `` name", "an empty  name"),
        ] {
            assert_eq!(message(text), expected);
        }
        assert_eq!((code("/a*"), code("a`*")), ("`/a*`".to_owned(), "a\\`\\*".to_owned()));
    }

    #[test]
    fn no_text_is_markdown() {
        for (text, expected) in [
            ("a|b\n# <img> `c`", "a\\|b \\# \\<img\\> \\`c\\`"),
            ("- a/b-c.json", "\\- a/b-c.json"),
            ("https://x.y www.x.y @me", "https\\://x.y www\\.x.y \\@me"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
