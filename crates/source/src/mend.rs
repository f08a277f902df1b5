//! Text that is almost JSON, made JSON: the slips that have one mending, each at the place that the parser names.
//!
//! Only the notation changes: every member and every value of the mended text was in the text. What could lose something,
//! such as the end of an answer that was cut off, is mended only where that is asked for.

use crate::parse::parse;
use crate::problem::{Problem, ProblemKind, Slip};

/// How many slips of one text are mended.
const MOST: usize = 200;

/// Which slips are mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Those with one meaning: words and fences around the document, commas, quotes, `True`, comments.
    Safe,
    /// The closing brackets of a text that ends too early, too.
    Unsafe,
}

/// The text as JSON; `None` if it is JSON already, or cannot be made so.
pub fn mend_text(text: &str, extent: Extent) -> Option<String> {
    let mut mended = text.to_owned();
    for _ in 0..MOST {
        let Err(problems) = parse(&mended) else { break };
        let problem = problems.into_iter().find(|problem| !problem.is_duplicate_key())?;
        mended = step(&mended, &problem, extent).filter(|next| *next != mended)?;
    }
    (mended != text && parse(&mended).is_ok()).then_some(mended)
}

/// The text without its first slip.
fn step(text: &str, problem: &Problem, extent: Extent) -> Option<String> {
    let at = problem.span.start;
    match &problem.kind {
        ProblemKind::Truncated if extent == Extent::Unsafe => closed(text),
        ProblemKind::Syntax { slip: Some(slip), .. } => match slip {
            Slip::CodeFence | Slip::ProseBefore | Slip::ProseAfter => only_document(text),
            Slip::TrailingComma => {
                let comma = text[..at].trim_end().strip_suffix(',')?.len();
                Some(replaced(text, comma, comma + 1, ""))
            }
            Slip::MissingComma => {
                let end = text[..at].trim_end().len();
                Some(replaced(text, end, end, ","))
            }
            Slip::SingleQuotes => single_quoted(text, at),
            Slip::BareKey => {
                let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$' | '-');
                let end = at + text[at..].find(|letter| !is_name(letter))?;
                (end > at).then(|| replaced(text, at, end, &format!("\"{}\"", &text[at..end])))
            }
            Slip::ForeignLiteral => literal(text, at),
            Slip::Comment => comment(text, at),
            Slip::SecondDocument
            | Slip::CurlyQuotes
            | Slip::NotANumber
            | Slip::RawControl
            | Slip::BadEscape
            | Slip::LoneSurrogate
            | Slip::NumberShape => None,
        },
        _ => None,
    }
}

fn replaced(text: &str, start: usize, end: usize, with: &str) -> String {
    format!("{}{with}{}", &text[..start], &text[end..])
}

/// The document, where the text has one and words or a fence around it.
fn only_document(text: &str) -> Option<String> {
    let start = text.find(['{', '['])?;
    let end = start + length(&text[start..])?;
    // A second document could be the one that was meant.
    let is_only = !text[end..].contains(['{', '[']);
    is_only.then(|| text[start..end].to_owned() + "\n").filter(|document| document.trim_end() != text.trim_end())
}

/// How long the value is that begins with a bracket.
fn length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in outside_strings(text) {
        match letter {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 && matches!(letter, '}' | ']') {
            return Some(at + 1);
        }
    }
    None
}

/// The letters that stand outside of strings, with their places.
fn outside_strings(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut is_inside = false;
    let mut is_escaped = false;
    text.char_indices().filter(move |(_, letter)| {
        if is_inside {
            match letter {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => is_inside = false,
                _ => {}
            }
            return false;
        }
        is_inside = *letter == '"';
        !is_inside
    })
}

/// The text with the brackets closed that are open at its end; `None` where it ends inside of a string or before a value.
fn closed(text: &str) -> Option<String> {
    let mut open = Vec::new();
    for (_, letter) in outside_strings(text) {
        match letter {
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                open.pop();
            }
            _ => {}
        }
    }
    let end = text.trim_end().trim_end_matches(',').trim_end();
    let is_whole = !open.is_empty() && !end.ends_with(':');
    is_whole.then(|| end.chars().chain(open.into_iter().rev()).chain(['\n']).collect())
}

/// `'text'` as `"text"`.
fn single_quoted(text: &str, at: usize) -> Option<String> {
    let rest = text[at..].strip_prefix('\'')?;
    let mut content = String::new();
    let mut letters = rest.char_indices();
    while let Some((offset, letter)) = letters.next() {
        match letter {
            '\'' => return Some(replaced(text, at, at + offset + 2, &format!("\"{content}\""))),
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

/// `True`, `False` and `None` as JSON writes them.
fn literal(text: &str, at: usize) -> Option<String> {
    [("True", "true"), ("False", "false"), ("None", "null")]
        .into_iter()
        .find(|(foreign, _)| text[at..].starts_with(foreign))
        .map(|(foreign, json)| replaced(text, at, at + foreign.len(), json))
}

/// The text without the comment that begins here.
fn comment(text: &str, at: usize) -> Option<String> {
    let rest = &text[at..];
    let length = if rest.starts_with("/*") { rest.find("*/")? + 2 } else { rest.find('\n').unwrap_or(rest.len()) };
    Some(replaced(text, at, at + length, ""))
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
        ] {
            assert_eq!(mend_text(text, Extent::Safe).as_deref(), Some(json), "{text}");
            assert_eq!(mend_text(json, Extent::Unsafe), None, "what is JSON stays as it is");
        }
    }

    #[test]
    fn what_may_lose_something_is_mended_on_request_alone() {
        for (text, json) in [("{\"a\": [1, {\"b\": 2}", "{\"a\": [1, {\"b\": 2}]}\n"), ("{\"a\": 1,\n", "{\"a\": 1}\n")]
        {
            assert_eq!(mend_text(text, Extent::Safe), None, "{text}");
            assert_eq!(mend_text(text, Extent::Unsafe).as_deref(), Some(json));
        }
    }

    #[test]
    fn what_could_mean_two_things_is_left() {
        for text in
            ["", "no", "{\"a\": 1} {\"b\": 2}", "{\"a\": ", "{\"a\": \"b", "{\"a\": NaN}", "{\"a\": 'b\n'}", "]"]
        {
            assert_eq!(mend_text(text, Extent::Unsafe), None, "{text}");
        }
    }
}
