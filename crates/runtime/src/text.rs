//! From text to value: each contract says how strictly.

use std::borrow::Cow;

use planwright_source::{Pointer, parse};
use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::reader::read_any;
use crate::report::Report;

/// The warning that a fence was stripped.
pub const FENCE_STRIPPED: &str = "FENCE_STRIPPED";

/// What may stand around the JSON in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Nothing but white space.
    Strict,
    /// One surrounding Markdown code fence, which is stripped with a warning.
    Fenced,
}

/// A text that was read.
pub struct Read<'t> {
    /// The document.
    pub value: Value,
    /// The text with the fence blanked out, so that every byte stays where it was.
    pub body: Cow<'t, str>,
    /// What was stripped.
    pub warnings: Vec<Diagnostic>,
}

/// Reads `text` under `policy`.
pub fn read(text: &str, policy: Policy) -> Result<Read<'_>, Report> {
    let (body, warnings) = match policy {
        Policy::Fenced => match unfence(text) {
            Some(body) => {
                let mut warning =
                    Diagnostic::warning(FENCE_STRIPPED, Pointer::root(), "the code fence around the JSON was stripped")
                        .with_help("answer with the JSON alone");
                warning.span = text.find("```").map(|at| at..at + 3);
                (Cow::Owned(body), vec![warning])
            }
            None => (Cow::Borrowed(text), Vec::new()),
        },
        Policy::Strict => (Cow::Borrowed(text), Vec::new()),
    };
    // What the quick reader refuses is read once more for what is wrong with it.
    match read_any(&body).map_or_else(|| parse(&body), Ok) {
        Ok(value) => Ok(Read { value, body, warnings }),
        Err(problems) => Err(Report::of_problems_in(problems, text)),
    }
}

/// The text with its surrounding fence turned into spaces; `None` if there is no complete one. Whether the inside is JSON, or
/// the end of one fence and the start of the next, is the parser's business.
fn unfence(text: &str) -> Option<String> {
    let open = text.find(|letter: char| !letter.is_ascii_whitespace()).filter(|&at| text[at..].starts_with("```"))?;
    let close = text.trim_ascii_end().strip_suffix("```")?.len();
    let language = text.get(open + 3..close)?.chars().take_while(char::is_ascii_alphanumeric).count();
    let start = open + 3 + language;
    Some(format!("{}{}{}", " ".repeat(start), &text[start..close], " ".repeat(text.len() - close)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_fence_is_stripped_and_bytes_stay_in_place() {
        let text = " ```json\n{\"a\": 1}\n``` \n";
        let read = read(text, Policy::Fenced).ok().unwrap();
        assert_eq!(read.value["a"], 1);
        assert_eq!(read.body.len(), text.len());
        assert_eq!(read.body.find("\"a\""), text.find("\"a\""));
        assert_eq!((read.warnings[0].code, read.warnings[0].span.clone()), (FENCE_STRIPPED, Some(1..4)));
    }

    #[test]
    fn a_fence_may_stand_on_one_line_and_hold_another_in_a_string() {
        assert_eq!(read("```json [\"```\"] ```", Policy::Fenced).ok().unwrap().value[0], "```");
        assert_eq!(read("```\r\n[]```", Policy::Fenced).ok().unwrap().value, serde_json::json!([]));
    }

    #[test]
    fn other_fences_stay() {
        for text in [
            "```json\n{}",
            "{}\n```",
            "```\n{}\n```\n```\n{}\n```",
            "Here:\n```\n{}\n```",
            "```",
            "``````",
            "```json```",
        ] {
            assert!(read(text, Policy::Fenced).is_err(), "{text}");
        }
        assert!(read("```\n{}\n```", Policy::Strict).is_err());
    }
}
