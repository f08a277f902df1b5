//! Converts an error of `serde_json` to a [`Problem`] with a location and the mistake that probably caused it.

use std::ops::Range;

use serde_json::error::Category;

use crate::answer::{NoDocument, sole_document};
use crate::notation::closing_quotes;
use crate::problem::{Encoding, Problem, ProblemKind, Slip};

/// Explains why `text` could not be parsed.
pub(crate) fn explain(text: &str, error: &serde_json::Error) -> Problem {
    if text.starts_with('\u{feff}') {
        return Problem::at_root(ProblemKind::Encoding(Encoding::Utf8Bom), 0..3);
    }
    if text.trim_ascii().is_empty() {
        return Problem::at_root(ProblemKind::Empty, text.len()..text.len());
    }
    if error.classify() == Category::Eof {
        return Problem::at_root(ProblemKind::Truncated, text.len()..text.len());
    }
    let found = without_position(&error.to_string());
    let at = offset(text, error.line(), error.column());
    if found == "recursion limit exceeded" {
        return Problem::at_root(ProblemKind::TooDeep, at..at + 1);
    }
    if found == "number out of range" {
        return Problem::at_root(ProblemKind::NumberTooLarge, number_around(text, at));
    }
    let slip = slip(text, at, &found).map(|slip| match slip {
        Slip::CodeFence | Slip::ProseBefore | Slip::ProseAfter if sole_document(text) == Err(NoDocument::Declined) => {
            Slip::NotTheAnswer
        }
        other => other,
    });
    Problem::at_root(ProblemKind::Syntax { found, slip }, one_character(text, at))
}

fn without_position(message: &str) -> String {
    message.rfind(" at line ").map_or(message, |cut| &message[..cut]).to_owned()
}

/// Returns the offset that `serde_json` reports. Its columns count bytes from 1, and 0 is the line break before the
/// line.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start = match line {
        0 | 1 => 0,
        _ => text.match_indices('\n').nth(line - 2).map_or(text.len(), |(at, _)| at + 1),
    };
    let mut at = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn one_character(text: &str, at: usize) -> Range<usize> {
    at..at + text[at..].chars().next().map_or(0, char::len_utf8)
}

fn number_around(text: &str, at: usize) -> Range<usize> {
    let of_number = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.');
    let start = text[..at].rfind(|letter| !of_number(letter)).map_or(0, |before| before + 1);
    let end = text[at..].find(|letter| !of_number(letter)).map_or(text.len(), |length| at + length);
    start..end
}

fn slip(text: &str, at: usize, found: &str) -> Option<Slip> {
    let rest = &text[at..];
    let in_string = found.starts_with("control character") || found.contains("escape") || found.contains("surrogate");
    match found {
        _ if rest.starts_with("```") => Some(Slip::CodeFence),
        _ if !in_string && is_digit_separator(text, at) => Some(Slip::DigitSeparator),
        _ if !in_string && ["//", "/*", "#"].iter().any(|mark| rest.starts_with(mark)) => Some(Slip::Comment),
        "trailing comma" => Some(Slip::TrailingComma),
        "trailing characters" if rest.starts_with(['{', '[']) => Some(Slip::SecondDocument),
        "trailing characters" if text[..at].bytes().all(|byte| byte.is_ascii_digit()) => Some(Slip::NumberShape),
        "trailing characters" => Some(Slip::ProseAfter),
        "key must be a string" => key_slip(rest),
        "expected `,` or `]`" | "expected `,` or `}`" => Some(Slip::MissingComma),
        "invalid number" => Some(number_slip(rest)),
        "expected value" | "expected ident" => value_slip(text, at),
        _ if found.starts_with("control character") => Some(Slip::RawControl),
        "invalid escape" => Some(Slip::BadEscape),
        _ if found.contains("surrogate") || found == "unexpected end of hex escape" => Some(Slip::LoneSurrogate),
        _ => None,
    }
}

/// Returns whether the character is an underscore between two digits.
fn is_digit_separator(text: &str, at: usize) -> bool {
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let after = text[at..].strip_prefix('_');
    after.is_some_and(|after| is_digit(after.chars().next())) && is_digit(text[..at].chars().next_back())
}

fn key_slip(rest: &str) -> Option<Slip> {
    match rest.chars().next()? {
        '\'' => Some(Slip::SingleQuotes),
        letter if letter != '"' && closing_quotes(letter).is_some() => Some(Slip::CurlyQuotes),
        letter if letter.is_alphabetic() || letter == '_' || letter == '$' => Some(Slip::BareKey),
        _ => None,
    }
}

fn number_slip(rest: &str) -> Slip {
    if rest.starts_with("Infinity") || rest.starts_with("NaN") { Slip::NotANumber } else { Slip::NumberShape }
}

fn value_slip(text: &str, at: usize) -> Option<Slip> {
    // A wrong letter inside a literal is reported at that letter, so look at the whole word.
    let start = text[..at]
        .rfind(|letter: char| !letter.is_alphanumeric())
        .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
    let word: &str = text[start..].split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    match word {
        "NaN" | "Infinity" => return Some(Slip::NotANumber),
        "True" | "False" | "None" | "undefined" | "nil" | "NULL" | "TRUE" | "FALSE" => {
            return Some(Slip::ForeignLiteral);
        }
        _ => {}
    }
    if text[..start].trim_ascii().is_empty() && !text[at..].starts_with(['\'', '“', '+', '.']) {
        return Some(Slip::ProseBefore);
    }
    match text[at..].chars().next()? {
        '\'' => Some(Slip::SingleQuotes),
        letter if letter != '"' && closing_quotes(letter).is_some() => Some(Slip::CurlyQuotes),
        '+' | '.' => Some(Slip::NumberShape),
        _ => None,
    }
}
