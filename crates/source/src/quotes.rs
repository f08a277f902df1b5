//! Fixes strings: other quotation marks, quotation marks that are not escaped, and backslashes that escape nothing.
//!
//! A string is only fixed if it has one reading.

use std::ops::Range;

use crate::brackets::open_brackets;
use crate::notation::closing_quotes;
use crate::text_edit::TextEdit;

/// Maximum number of quotation marks in one string that may be its end.
const MAX_QUOTES: usize = 100;

/// Rewrites a string in single or typographic quotes with double quotes.
pub(crate) fn quoted(text: &str, at: usize) -> Option<TextEdit> {
    let opening = text[at..].chars().next()?;
    let closing = closing_quotes(opening)?;
    let start = at + opening.len_utf8();
    let mut content = String::new();
    let mut letters = text[start..].char_indices().peekable();
    while let Some((offset, letter)) = letters.next() {
        match letter {
            _ if closing.contains(&letter) => {
                let end = start + offset + letter.len_utf8();
                if matches!(
                    text[end..].trim_start().chars().next(),
                    None | Some(',' | ':' | '}' | ']' | '،' | '，' | '：' | '/' | '#')
                ) {
                    return Some(TextEdit::new(at..end, format!("\"{content}\"")));
                }
                // An apostrophe is between two letters.
                let is_apostrophe = content.ends_with(char::is_alphabetic)
                    && letters.peek().is_some_and(|(_, next)| next.is_alphabetic());
                is_apostrophe.then(|| content.push(letter))?;
            }
            '"' => content.push_str("\\\""),
            '\n' => return None,
            '\\' => match letters.next()? {
                (_, '\'') => content.push('\''),
                (_, other) => content.extend(['\\', other]),
            },
            _ => content.push(letter),
        }
    }
    None
}

/// Fixes what follows a value where a comma is expected: adds the comma, or escapes the quotation marks of the string
/// before.
pub(crate) fn comma_or_quotes(text: &str, at: usize) -> Option<Vec<TextEdit>> {
    let value = text[..at].trim_end();
    let closing = open_brackets(&text[..at]).pop()?;
    let next = text[at..].chars().next()?;
    if matches!(next, '}' | ']') {
        // The closing bracket does not match the open one: another one is missing, or it is the wrong one.
        let is_missing = open_brackets(&text[..at]).contains(&next);
        let wrong = if is_missing { value.len()..value.len() } else { at..at + 1 };
        return Some(vec![TextEdit::new(wrong, closing)]);
    }
    if is_next_member(text, at, closing, value) {
        return Some(vec![TextEdit::new(value.len()..value.len(), ",")]);
    }
    if !value.ends_with('"') {
        return None;
    }
    match second_string(text, at) {
        Some(SecondString::Joined(edit)) => Some(vec![edit]),
        Some(SecondString::Separate) => None,
        None => escaped_quotes(text, at, closing),
    }
}

/// A string that follows another one without a comma between them.
enum SecondString {
    /// A `+` joins both, or the first is the start of three quotation marks.
    Joined(TextEdit),
    /// Nothing joins them.
    Separate,
}

/// Finds a second string after the one that ends before `at`.
fn second_string(text: &str, at: usize) -> Option<SecondString> {
    let string = string_before(text, at)?;
    let between = text[string.end..].trim_start();
    if let Some(rest) = between.strip_prefix('+') {
        let next = text.len() - rest.trim_start().len();
        let end = text[next..].starts_with('"').then(|| string_end(text, next + 1)).flatten()?;
        let is_end = text[end..].trim_start().starts_with([',', '}', ']', '+']);
        return is_end.then(|| SecondString::Joined(TextEdit::new(string.end - 1..next + 1, "")));
    }
    if string.len() == 2 && text[string.end..].starts_with('"') {
        let start = string.end + 1;
        let end = start + text[start..].find("\"\"\"")?;
        // Escapes have another meaning in each language.
        let content = Some(&text[start..end]).filter(|content| !content.contains('\\'));
        let content = content.and_then(|content| serde_json::to_string(content).ok());
        return Some(content.map_or(SecondString::Separate, |content| {
            SecondString::Joined(TextEdit::new(string.start..end + 3, content))
        }));
    }
    between.starts_with('"').then_some(SecondString::Separate)
}

/// Returns whether the source at `at` is the next property or element, whose comma is missing.
fn is_next_member(text: &str, at: usize, closing: char, value: &str) -> bool {
    let rest = &text[at..];
    let is_apart = value.len() < at;
    let is_key = |rest: &str| {
        let after = match rest.chars().next() {
            Some('"') => string_end(rest, 1).map(|end| &rest[end..]),
            Some(opening) if closing_quotes(opening).is_some() => quoted(rest, 0).map(|edit| &rest[edit.end..]),
            _ => Some(rest.trim_start_matches(|letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$'))),
        };
        after.is_some_and(|after| after.len() < rest.len() && after.trim_start().starts_with([':', '：']))
    };
    if closing == '}' {
        return (is_apart || rest.starts_with('"') || value.ends_with(['"', '}', ']'])) && is_key(rest);
    }
    let is_number = |letter: char| letter.is_ascii_digit();
    if value.ends_with(is_number) && rest.starts_with(is_number) {
        // `1 000` may be one number.
        return text[value.len()..at].contains('\n');
    }
    if value.ends_with('"') && !rest.starts_with(['"', '{', '[']) {
        let word =
            rest.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.'));
        return is_apart && word.len() < rest.len() && word.trim_start().starts_with([',', ']']);
    }
    if value.ends_with('"') && rest.starts_with('"') {
        // Neither `["a "b" c"]` nor `["a" b"]` has two strings.
        return string_end(rest, 1).is_some_and(|end| rest[end..].trim_start().starts_with([',', ']', '"']));
    }
    is_apart || rest.starts_with(['"', '{', '[']) || value.ends_with(['"', '}', ']'])
}

/// Returns the end of a string whose content starts at `at`.
fn string_end(text: &str, at: usize) -> Option<usize> {
    crate::scan::skip_string(text.as_bytes(), at - 1).filter(|end| *end <= text.len())
}

/// Escapes the quotation marks inside the string that seems to end before `at`.
fn escaped_quotes(text: &str, at: usize, closing: char) -> Option<Vec<TextEdit>> {
    let string = string_before(text, at)?;
    // The string that ends here is a name if a colon follows, and `at` is not in its object.
    let first = string.end - 1;
    let mut inner = vec![first];
    let mut is_escaped = false;
    for (offset, letter) in text[string.end..].char_indices() {
        let place = string.end + offset;
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' if is_end(&text[place + 1..], closing) => {
                // In a list, the strings `"a "b", "c" d"` can be divided in two ways.
                let is_clear = closing == '}' || inner.len() % 2 == 0;
                return is_clear.then(|| inner.into_iter().map(|at| TextEdit::new(at..at, "\\")).collect());
            }
            '"' => inner.push(place),
            _ => {}
        }
        if inner.len() > MAX_QUOTES {
            return None;
        }
    }
    None
}

/// Returns whether the source after a quotation mark continues an object or a list as after the end of a string.
fn is_end(after: &str, closing: char) -> bool {
    let after = after.trim_start();
    if let Some(behind) = after.strip_prefix(closing) {
        return matches!(behind.trim_start().chars().next(), None | Some(',' | '}' | ']' | '`' | '<'));
    }
    let Some(next) = after.strip_prefix(',').map(str::trim_start) else { return false };
    if closing == ']' {
        return next.starts_with(['"', '{', '[', '-', ']']) || next.starts_with(|letter: char| letter.is_ascii_digit());
    }
    next.starts_with('"') && string_end(next, 1).is_some_and(|end| next[end..].trim_start().starts_with(':'))
}

/// Returns the range of the last string, with its quotation marks, that ends before `at`.
fn string_before(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut from, mut last) = (0, None);
    while let Some(offset) = text.get(from..at)?.find('"') {
        let start = from + offset;
        let end = crate::scan::skip_string(bytes, start).filter(|end| *end <= at)?;
        last = Some(start..end);
        from = end;
    }
    last
}

/// Doubles the backslashes that escape nothing in the string around `at`.
///
/// Returns `None` if another backslash of the string may be meant literally too: the path `C:\new\data` has an escape
/// for a line break.
pub(crate) fn doubled_backslashes(text: &str, at: usize) -> Option<Vec<TextEdit>> {
    let start = string_around(text, at)?;
    let mut edits = Vec::new();
    let mut letters = text[start..].char_indices();
    while let Some((offset, letter)) = letters.next() {
        let place = start + offset;
        match letter {
            '"' => return (!edits.is_empty()).then_some(edits),
            '\\' => match letters.next()?.1 {
                '"' | '\\' | '/' => {}
                '\'' => edits.push(TextEdit::new(place..place + 1, "")),
                'u' if is_code_point(&text[place + 2..], 4) => {}
                // A character of JavaScript or Python.
                'u' if text[place + 2..].strip_prefix('{').is_some_and(|rest| is_code_point(rest, 1)) => return None,
                'U' if is_code_point(&text[place + 2..], 8) => return None,
                'u' if !text[place + 2..].starts_with(|letter: char| letter.is_ascii_hexdigit()) => {
                    edits.push(TextEdit::new(place..place, "\\"));
                }
                'b' | 'f' | 'n' | 'r' | 't' if !text[place + 2..].starts_with(char::is_alphanumeric) => {}
                'b' | 'f' | 'n' | 'r' | 't' | 'u' | 'x' | '0'..='9' | '\n' => return None,
                _ => edits.push(TextEdit::new(place..place, "\\")),
            },
            _ => {}
        }
    }
    None
}

fn is_code_point(text: &str, digits: usize) -> bool {
    text.bytes().take(digits).filter(u8::is_ascii_hexdigit).count() == digits
}

/// Returns the start of the content of the string that contains `at`.
fn string_around(text: &str, at: usize) -> Option<usize> {
    let mut from = 0;
    loop {
        let start = from + text.get(from..at)?.find('"')?;
        match crate::scan::skip_string(text.as_bytes(), start) {
            Some(end) if end <= at => from = end,
            _ => return Some(start + 1),
        }
    }
}

/// Removes one level of escapes from a document whose quotation marks are all escaped: `{\"a\": 1}`.
pub(crate) fn unescaped_document(text: &str) -> Option<String> {
    let mut is_escaped = false;
    for letter in text.chars() {
        if letter == '"' && !is_escaped {
            return None;
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    let lines = text.replace('\r', "\\r").replace('\n', "\\n").replace('\t', "\\t");
    serde_json::from_str(&format!("\"{lines}\"")).ok()
}
