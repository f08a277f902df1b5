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

#[cfg(test)]
mod tests {
    use super::escaped;

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
