//! Fixes input that is almost JSON: mistakes with exactly one fix, each at the location that the parser reports.
//!
//! Only the notation changes: every property and value of the result was in the input. A fix that could lose data, such
//! as closing a truncated answer, must be requested with [`Extent::Unsafe`].

use std::ops::Range;

use crate::answer::{NoDocument, document_candidates, sole_document};
use crate::brackets::{open_brackets, open_string};
use crate::notation::{is_foreign, plain_notation};
use crate::parse::parse;
use crate::problem::{Encoding, Problem, ProblemKind, Slip};
use crate::quotes::{comma_or_quotes, doubled_backslashes, quoted, unescaped_document};
use crate::text_edit::{TextEdit, edited};

/// Maximum number of mistakes that are fixed in a large input, and in a small one.
const MAX_FIXES: (usize, usize) = (200, 2_000);

/// Number of bytes that are parsed to find the mistakes of an input of medium size.
const PARSED_BYTES: usize = 16 * 1024 * 1024;

/// Maximum number of bytes of a cut escape: two surrogates, of which the second lacks a digit.
const MAX_ESCAPE: usize = 11;

/// Kinds of mistakes that are fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Mistakes with one meaning: prose and fences around the document, commas, quotes, `True`, comments.
    Safe,
    /// The same, and truncated input, which gets the missing end of a string and closing brackets.
    Unsafe,
}

/// Returns the input as valid JSON, or `None` if it is valid already or cannot be fixed.
pub fn fix_text(text: &str, extent: Extent) -> Option<String> {
    let mut fixed = text.to_owned();
    for _ in 0..(PARSED_BYTES / text.len().max(1)).clamp(MAX_FIXES.0, MAX_FIXES.1) {
        let Err(problems) = parse(&fixed) else { break };
        let problem = problems.into_iter().find(|problem| !problem.is_duplicate_key())?;
        let (needed, edits) = find_fix(&fixed, &problem)?;
        (needed == Extent::Safe || extent == Extent::Unsafe).then_some(())?;
        fixed = Some(edited(&fixed, edits)).filter(|next| *next != fixed)?;
    }
    (fixed != text && parse(&fixed).is_ok()).then_some(fixed)
}

/// Returns the edits that fix one problem, if there is exactly one fix. Other problems may appear after it.
pub fn find_fix(text: &str, problem: &Problem) -> Option<(Extent, Vec<TextEdit>)> {
    match &problem.kind {
        ProblemKind::Encoding(Encoding::Utf8Bom) => {
            Some((Extent::Safe, vec![TextEdit::new(0..'\u{feff}'.len_utf8(), "")]))
        }
        ProblemKind::Truncated => Some((Extent::Unsafe, vec![closed(text)?])),
        ProblemKind::Syntax { slip, .. } => {
            Some((Extent::Safe, fix_syntax(text, problem.span.start, *slip)?)).filter(|(_, edits)| !edits.is_empty())
        }
        _ => None,
    }
}

fn fix_syntax(text: &str, at: usize, slip: Option<Slip>) -> Option<Vec<TextEdit>> {
    if text[at..].starts_with(is_foreign) {
        let edits = plain_notation(text);
        if edits.iter().any(|edit| edit.start <= at && at < edit.end) {
            return Some(edits);
        }
    }
    // The position of the parser has no meaning in prose.
    if is_prose(text) {
        match sole_document(text) {
            Ok(_) => return only_document(text),
            Err(NoDocument::Absent) => {}
            Err(NoDocument::Several | NoDocument::Declined) => return None,
        }
    }
    if text[at..].starts_with('\\')
        && let Some(document) = unescaped_document(text)
    {
        return Some(vec![TextEdit::new(0..text.len(), document)]);
    }
    if text[at..].starts_with(',') {
        return doubled_comma(text, at);
    }
    fix_slip(text, at, slip?)
}

/// Returns whether an answer starts with prose, or with a bracket in prose such as `{id}`.
fn is_prose(text: &str) -> bool {
    let start = text.trim_start();
    !start.starts_with(['{', '['])
        || document_candidates(text).first().is_some_and(|first| first.start > text.len() - start.len())
}

/// Removes a comma after another one or after the opening bracket of an object.
///
/// In a list, a comma after the opening bracket may mark a missing value.
fn doubled_comma(text: &str, at: usize) -> Option<Vec<TextEdit>> {
    let before = text[..at].trim_end().chars().next_back()?;
    matches!(before, ',' | '{').then(|| vec![TextEdit::new(at..at + 1, "")])
}

fn fix_slip(text: &str, at: usize, slip: Slip) -> Option<Vec<TextEdit>> {
    let edit = match slip {
        Slip::CodeFence | Slip::ProseBefore | Slip::ProseAfter => return only_document(text),
        Slip::TrailingComma => {
            let comma = text[..at].trim_end().strip_suffix(',')?.len();
            TextEdit::new(comma..comma + 1, "")
        }
        Slip::MissingComma => return comma_or_quotes(text, at),
        Slip::SingleQuotes | Slip::CurlyQuotes => quoted(text, at)?,
        Slip::NumberShape => number(text, at)?,
        Slip::BadEscape => return doubled_backslashes(text, at),
        Slip::BareKey => {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$' | '-');
            let end = at + text[at..].find(|letter| !is_name(letter))?;
            (end > at).then(|| TextEdit::new(at..end, format!("\"{}\"", &text[at..end])))?
        }
        Slip::ForeignLiteral => literal(text, at)?,
        // Outside the document a comment is prose, which may mean that the document is not the answer.
        Slip::Comment if open_brackets(&text[..at]).is_empty() => return only_document(text),
        Slip::Comment => comment(text, at)?,
        Slip::RawControl => {
            // The end of a line is reported at the start of the next one.
            let here = text[at..].chars().next().filter(|letter| letter.is_control());
            let (at, letter) = here.map(|letter| (at, letter)).or_else(|| text[..at].char_indices().next_back())?;
            let with = match letter {
                '\n' => "\\n".to_owned(),
                '\r' => "\\r".to_owned(),
                '\t' => "\\t".to_owned(),
                other if other.is_control() => format!("\\u{:04x}", u32::from(other)),
                _ => return None,
            };
            TextEdit::new(at..at + letter.len_utf8(), with)
        }
        Slip::SecondDocument | Slip::NotTheAnswer | Slip::NotANumber | Slip::LoneSurrogate | Slip::DigitSeparator => {
            return None;
        }
    };
    Some(vec![edit])
}

/// Removes the prose around the document, if exactly one document is meant as the answer, and the marks of a quotation
/// in it.
fn only_document(text: &str) -> Option<Vec<TextEdit>> {
    let document = sole_document(text).ok()?;
    let is_alone = text[document.clone()].trim_end() == text.trim_end();
    let around = [TextEdit::new(0..document.start, ""), TextEdit::new(document.end..text.len(), "\n")];
    let marks = quotation_marks(text, document);
    let is_changed = |edit: &TextEdit| text[edit.start..edit.end] != edit.with;
    (!is_alone || !marks.is_empty()).then(|| around.into_iter().chain(marks).filter(is_changed).collect())
}

/// Removes the `>` at the start of each line of a quoted document, if every line has one.
fn quotation_marks(text: &str, document: Range<usize>) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    let mut start = document.start;
    for (number, line) in text[document].split_inclusive('\n').enumerate() {
        let rest = line.trim_start_matches(['>', ' ', '\t']);
        let marks = &line[..line.len() - rest.len()];
        match marks.rfind('>') {
            Some(last) => edits.push(TextEdit::new(start..start + last + 1, "")),
            None if number == 0 || line.trim().is_empty() => {}
            None => return Vec::new(),
        }
        start += line.len();
    }
    edits
}

/// Closes the string and the brackets that are open at the end. Returns `None` if the input ends before a value or inside
/// the name of a property.
fn closed(text: &str) -> Option<TextEdit> {
    let open = open_brackets(text);
    let innermost = *open.last()?;
    let closing: String = open.into_iter().rev().chain(['\n']).collect();
    if let Some(start) = open_string(text) {
        let before = text[..start].trim_end();
        let is_value = if innermost == '}' { before.ends_with(':') } else { before.ends_with(['[', ',']) };
        let end = string_end(text, start).filter(|_| is_value)?;
        return Some(TextEdit::new(end..text.len(), format!("\"{closing}")));
    }
    let end = text.trim_end().trim_end_matches(',').trim_end();
    (!end.ends_with(':')).then(|| TextEdit::new(end.len()..text.len(), closing))
}

/// Returns the end of the characters that a string has in full, if the input ends in it. Its last escape may be cut.
fn string_end(text: &str, start: usize) -> Option<usize> {
    let ends = (text.len().saturating_sub(MAX_ESCAPE).max(start + 1)..=text.len()).rev();
    ends.filter(|end| text.is_char_boundary(*end)).find(|end| parse(&format!("{}\"", &text[start..*end])).is_ok())
}

/// Rewrites a number that JSON does not allow: `+1`, `.5`, `1.`.
///
/// A number with leading zeros becomes a string, because it may be an identifier. The schema decides.
fn number(text: &str, at: usize) -> Option<TextEdit> {
    let is_token = |letter: char| letter.is_alphanumeric() || matches!(letter, '+' | '-' | '.' | '_');
    let start = text[..at].trim_end_matches(is_token).len();
    let end = at + text[at..].find(|letter| !is_token(letter)).unwrap_or(text.len() - at);
    let token = &text[start..end];
    let (sign, digits) = match token.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", token.strip_prefix('+').unwrap_or(token)),
    };
    let (mantissa, exponent) = digits.split_at(digits.find(['e', 'E']).unwrap_or(digits.len()));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_decimal = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_decimal(whole) || !is_decimal(fraction) || whole.len() + fraction.len() == 0 {
        return None;
    }
    if whole.len() > 1 && whole.starts_with('0') {
        // `1,000` may be one number.
        let is_thousands = text[..start].strip_suffix(',').is_some_and(|before| before.ends_with(char::is_numeric));
        let is_plain = whole.len() == token.len() && !is_thousands;
        return is_plain.then(|| TextEdit::new(start..end, format!("\"{token}\"")));
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    let fraction = if fraction.is_empty() { String::new() } else { format!(".{fraction}") };
    let number = format!("{sign}{whole}{fraction}{exponent}");
    (parse(&number).is_ok() && number != token).then(|| TextEdit::new(start..end, number))
}

/// Rewrites `True`, `False`, `None` and equivalents of other languages as JSON literals.
fn literal(text: &str, at: usize) -> Option<TextEdit> {
    const FOREIGN: [(&str, &str); 7] = [
        ("True", "true"),
        ("TRUE", "true"),
        ("False", "false"),
        ("FALSE", "false"),
        ("None", "null"),
        ("NULL", "null"),
        ("nil", "null"),
    ];
    // The parser reports the first wrong letter, which follows the letters that are right.
    let before = text[..at].trim_end_matches(|letter: char| letter.is_ascii_alphanumeric());
    let start = before.len();
    let length = text[start..].find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(text.len() - start);
    let word = &text[start..start + length];
    let (_, json) = FOREIGN.into_iter().find(|(foreign, _)| *foreign == word)?;
    Some(TextEdit::new(start..start + length, json))
}

/// Removes the comment that starts here, unless it replaces something that the model left out.
fn comment(text: &str, at: usize) -> Option<TextEdit> {
    let rest = &text[at..];
    let length = if rest.starts_with("/*") { rest.find("*/")? + 2 } else { rest.find('\n').unwrap_or(rest.len()) };
    (!is_omission(&rest[..length])).then(|| TextEdit::new(at..at + length, ""))
}

/// Words of comments that replace values, in lower case.
const OMISSIONS: &[&str] = &[
    "rest",
    "remaining",
    "remainder",
    "more",
    "others",
    "etc",
    "above",
    "below",
    "unchanged",
    "same",
    "similar",
    "omitted",
    "truncated",
    "abbreviated",
    "continue",
    "continues",
    "continued",
    "todo",
    "fixme",
    "tbd",
    "add",
    "insert",
    "fill",
    "placeholder",
    "repeat",
    "existing",
    "previous",
    "likewise",
    "weitere",
    "usw",
    "wie",
    "autres",
    "suite",
    "otros",
    "resto",
];

/// Returns whether a comment replaces values: it has an ellipsis, or a word such as `rest`.
fn is_omission(comment: &str) -> bool {
    let comment = comment.to_lowercase();
    let mut words = comment.split(|letter: char| !letter.is_alphanumeric());
    comment.contains("...")
        || comment.contains('…')
        || comment.contains("so on")
        || words.any(|word| OMISSIONS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_with_one_meaning_are_mended() {
        for (text, json) in [
            ("Sure:\n{\"a\": 1}\n", "{\"a\": 1}\n"),
            ("```json\n{\"a\": \"}\"}\n```\nDone.", "{\"a\": \"}\"}\n"),
            ("{\"a\": [1, 2,],}", "{\"a\": [1, 2]}"),
            ("{\"a\": 1 \"b\": 2}", "{\"a\": 1, \"b\": 2}"),
            ("{'a': 'it\\'s \"b\"'}", "{\"a\": \"it's \\\"b\\\"\"}"),
            ("{a: True, b_2: None}", "{\"a\": true, \"b_2\": null}"),
            ("{\"a\": 1 // one\n}", "{\"a\": 1 \n}"),
            ("{\"a\": [1, {\"b\": 2}}", "{\"a\": [1, {\"b\": 2}]}"),
            ("{“a”: “b \"c\"”}", "{\"a\": \"b \\\"c\\\"\"}"),
            ("{\"a\": \"b\nc\td\"}", "{\"a\": \"b\\nc\\td\"}"),
            ("[1, 2}", "[1, 2]"),
            ("[TRUE, nil, NULL]", "[true, null, null]"),
        ] {
            assert_eq!(fix_text(text, Extent::Safe).as_deref(), Some(json), "{text}");
            assert_eq!(fix_text(json, Extent::Unsafe), None, "what is JSON stays as it is");
        }
    }

    #[test]
    fn what_may_lose_something_is_mended_on_request_alone() {
        for (text, json) in [
            ("{\"a\": [1, {\"b\": 2}", "{\"a\": [1, {\"b\": 2}]}\n"),
            ("{\"a\": 1,\n", "{\"a\": 1}\n"),
            ("{\"a\": \"b", "{\"a\": \"b\"}\n"),
            ("{\"a\": [\"b\", \"{c: ", "{\"a\": [\"b\", \"{c: \"]}\n"),
            ("[\"", "[\"\"]\n"),
            ("[\"é\\", "[\"é\"]\n"),
            ("[\"a\\\\", "[\"a\\\\\"]\n"),
            ("[\"a\\u00e", "[\"a\"]\n"),
            ("[\"a\\ud83d\\ude0", "[\"a\"]\n"),
        ] {
            assert_eq!(fix_text(text, Extent::Safe), None, "{text}");
            assert_eq!(fix_text(text, Extent::Unsafe).as_deref(), Some(json));
        }
    }

    #[test]
    fn what_could_mean_two_things_is_left() {
        for text in [
            "",
            "no",
            "{\"a\": 1} {\"b\": 2}",
            "{\"a\": ",
            "{\"a",
            "{\"a\": 1, \"b",
            "\"a",
            "{\"a\": NaN}",
            "{\"a\": 'b\n'}",
            "]",
        ] {
            assert_eq!(fix_text(text, Extent::Unsafe), None, "{text}");
        }
    }
}
