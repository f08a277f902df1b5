//! Characters that must not stand in a source file as they are.

/// Whether a character must not stand in a source file as it is: controls, line separators, everything invisible that can
/// reorder or hide its neighbours, and what takes two units of UTF-16, because PMD then loses its place in the file.
pub fn is_unsafe(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{70f}' | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{115f}' | '\u{1160}'
            | '\u{17b4}' | '\u{17b5}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{600}'..='\u{605}' | '\u{6dd}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff0}'..='\u{fffb}' | '\u{10000}'..)
}

/// One line without anything unsafe: runs of white space and unsafe characters become one blank.
pub fn one_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || is_unsafe(letter));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bidi_marks_controls_and_separators_are_unsafe() {
        for letter in
            ['\0', '\n', '\u{7f}', '\u{85}', '\u{200e}', '\u{202e}', '\u{2028}', '\u{2066}', '\u{feff}', '\u{1f600}']
        {
            assert!(is_unsafe(letter), "{letter:?}");
        }
        for letter in ['a', ' ', 'é', '中', '\'', '\\', '\u{301}', '\u{fe0f}'] {
            assert!(!is_unsafe(letter), "{letter:?}");
        }
    }

    #[test]
    fn one_line_is_one_line() {
        assert_eq!(one_line(" a\r\n\tb \u{202e}c\u{2028}"), "a b c");
        assert_eq!(one_line("\n"), "");
    }
}
