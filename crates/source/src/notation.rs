//! Rewrites punctuation, digits and white space of other scripts between the strings of a document, such as `،`, `۳`
//! and no-break spaces.
//!
//! A character is only rewritten where JSON allows its ASCII form. The content of strings, also of strings in other
//! quotation marks, is not changed.

use crate::printable::{Hazard, hazard};
use crate::text_edit::TextEdit;

/// Characters of other scripts, with their ASCII forms.
const PLAIN: &[(char, char)] = &[
    ('،', ','),
    ('，', ','),
    ('、', ','),
    ('﹐', ','),
    ('：', ':'),
    ('﹕', ':'),
    ('｛', '{'),
    ('｝', '}'),
    ('［', '['),
    ('］', ']'),
    ('−', '-'),
    ('－', '-'),
    ('＋', '+'),
    ('．', '.'),
    ('٫', '.'),
];

/// First digits of decimal digits in other scripts: Arabic, Persian, Devanagari, Bengali, full width.
const ZEROS: [char; 5] = ['٠', '۰', '०', '০', '０'];

/// Returns the ASCII form of a punctuation mark or digit of another script.
fn plain(letter: char) -> Option<char> {
    let digit = || {
        let value = ZEROS.iter().find_map(|zero| u32::from(letter).checked_sub(u32::from(*zero)).filter(|by| *by < 10));
        char::from_digit(value?, 10)
    };
    PLAIN.iter().find(|(other, _)| *other == letter).map(|(_, ascii)| *ascii).or_else(digit)
}

/// Returns whether a character is white space or invisible, but not white space of JSON.
fn is_foreign_space(letter: char) -> bool {
    let is_invisible = || matches!(hazard(letter), Some(Hazard::Direction | Hazard::Invisible | Hazard::Shaping));
    !letter.is_ascii_whitespace() && (letter.is_whitespace() || is_invisible()) || matches!(letter, '\u{b}' | '\u{c}')
}

/// Returns whether [`plain_notation`] may rewrite a character.
pub(crate) fn is_foreign(letter: char) -> bool {
    plain(letter).is_some() || is_foreign_space(letter)
}

/// Returns the quotation marks that close a string after an opening one.
pub(crate) fn closing_quotes(opening: char) -> Option<&'static [char]> {
    Some(match opening {
        '"' => &['"'],
        '\'' => &['\''],
        '“' | '”' => &['”'],
        '„' => &['“', '”'],
        '‘' | '‚' => &['’'],
        '«' => &['»'],
        '＂' => &['＂'],
        _ => return None,
    })
}

/// Returns the edits that write the punctuation, numbers and white space between strings in ASCII.
pub(crate) fn plain_notation(text: &str) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    // The last character that is not white space, with `"` for a string and `a` for a word.
    let mut before = None;
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let end = at + letter.len_utf8();
        let ascii = plain(letter);
        if let Some(closing) = closing_quotes(letter) {
            at = string_end(text, end, closing);
            before = Some('"');
        } else if is_foreign_space(letter) {
            edits.push(TextEdit::new(at..end, " "));
            at = end;
        } else if letter.is_ascii_whitespace() {
            at = end;
        } else if is_numeric(ascii.unwrap_or(letter)) && before != Some('a') {
            let token: String = text[at..].chars().take_while(|one| is_numeric(plain(*one).unwrap_or(*one))).collect();
            let behind = at + token.len();
            let number: String = token.chars().map(|one| plain(one).unwrap_or(one)).collect();
            let is_value = matches!(before, None | Some(':' | ',' | '['));
            if is_value && number != token && matches!(next(text, behind), None | Some(',' | ']' | '}')) {
                edits.push(TextEdit::new(at..behind, number));
            }
            before = Some('0');
            at = behind;
        } else {
            let fits = ascii.filter(|ascii| is_in_place(*ascii, before, next(text, end)));
            edits.extend(fits.map(|ascii| TextEdit::new(at..end, ascii)));
            before = Some(if letter.is_ascii_alphabetic() { 'a' } else { fits.unwrap_or(letter) });
            at = end;
        }
    }
    edits
}

fn is_numeric(letter: char) -> bool {
    letter.is_ascii_digit() || matches!(letter, '+' | '-' | '.')
}

/// Returns whether a punctuation mark of JSON may be between two characters. A word is a literal or a name without
/// quotation marks, in ASCII.
fn is_in_place(mark: char, before: Option<char>, after: Option<char>) -> bool {
    let is_after_value = matches!(before, Some('"' | '0' | 'a' | '}' | ']'));
    let is_value = |letter: char| matches!(letter, '"' | '{' | '[' | '-' | '+') || letter.is_ascii_alphanumeric();
    match mark {
        ',' => is_after_value && after.is_some_and(|after| is_value(after) || matches!(after, '}' | ']')),
        ':' => matches!(before, Some('"' | 'a')) && after.is_some_and(is_value),
        '{' | '[' => matches!(before, None | Some(':' | ',' | '[')),
        '}' | ']' => is_after_value || matches!(before, Some('{' | '[' | ',')),
        _ => false,
    }
}

/// Returns the next character that is not white space, in ASCII, with `"` for every opening quotation mark.
fn next(text: &str, at: usize) -> Option<char> {
    let letter = text[at..].chars().find(|letter| !letter.is_ascii_whitespace() && !is_foreign_space(*letter))?;
    if closing_quotes(letter).is_some() { Some('"') } else { Some(plain(letter).unwrap_or(letter)) }
}

/// Returns the end of a string whose content starts at `at`. Other quotation marks than `"` close on the same line.
fn string_end(text: &str, at: usize, closing: &[char]) -> usize {
    let mut is_escaped = false;
    for (offset, letter) in text[at..].char_indices() {
        let end = at + offset + letter.len_utf8();
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if closing.contains(&letter) => return end,
            '\n' if closing != ['"'] => return end,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edited;

    #[test]
    fn only_the_notation_between_strings_is_rewritten() {
        for (text, json) in [
            ("{\"a\":۱، \"b\":-۲٫۵}", "{\"a\":1, \"b\":-2.5}"),
            ("｛\"a\"：［１，２］｝", "{\"a\":[1,2]}"),
            ("\u{a0}{\u{3000}\"a\u{a0}\":\u{200f}1}\u{feff}", " { \"a\u{a0}\": 1} "),
            ("{\"a\": true، \"b\": “x، ۱، y”}", "{\"a\": true, \"b\": “x، ۱، y”}"),
            ("{\"a\": \"x \"گل، خار\" y\"}", "{\"a\": \"x \"گل، خار\" y\"}"),
            ("{'a': 'it، ۱، 2'، 'b': ۳}", "{'a': 'it، ۱، 2', 'b': 3}"),
            ("۱،۰۰۰", "۱,۰۰۰"),
        ] {
            let made = edited(text, plain_notation(text));
            if text == "۱،۰۰۰" {
                assert!(crate::parse(&made).is_err(), "a separator of thousands is no comma");
            } else {
                assert_eq!(made, json);
            }
        }
    }
}
