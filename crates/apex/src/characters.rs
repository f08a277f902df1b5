//! Characters that source files must not contain literally.

use planwright_source::hazard;

/// Returns whether a source file must not contain the character literally.
///
/// Such characters are in the table of hazards, or need two UTF-16 units. PMD reports wrong positions after the latter.
pub fn is_unsafe(letter: char) -> bool {
    // Fast path: the table contains none of these characters.
    !(' '..='~').contains(&letter) && (letter >= '\u{10000}' || hazard(letter).is_some())
}

/// Puts a string on one line. Runs of whitespace and unsafe characters become one space.
pub fn one_line(text: &str) -> String {
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) && !text.contains("  ") {
        return text.trim_matches(' ').to_owned();
    }
    let words = text.split(|letter: char| letter.is_whitespace() || is_unsafe(letter));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bidi_marks_controls_and_separators_are_unsafe() {
        for letter in [
            '\0',
            '\n',
            '\u{7f}',
            '\u{85}',
            '\u{200e}',
            '\u{202e}',
            '\u{2028}',
            '\u{2066}',
            '\u{feff}',
            '\u{fffe}',
            '\u{ffff}',
            '\u{1f600}',
        ] {
            assert!(is_unsafe(letter), "{letter:?}");
        }
        assert!((' '..='~').all(|letter| hazard(letter).is_none()), "the letters that are not looked up");
        for letter in ['a', ' ', 'é', '中', '\'', '\\', '\u{301}', '\u{fe0f}'] {
            assert!(!is_unsafe(letter), "{letter:?}");
        }
    }

    #[test]
    fn one_line_is_one_line() {
        assert_eq!(one_line(" a\r\n\tb \u{202e}c\u{2028}"), "a b c");
        assert_eq!(one_line("\n"), "");
        assert_eq!(one_line(" a  b c "), "a b c");
        assert_eq!(one_line(" a b c "), "a b c");
    }
}
