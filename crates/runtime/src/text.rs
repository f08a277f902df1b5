//! Parses documents. Each contract defines how strictly.

use std::borrow::Cow;

use planwright_source::{Pointer, parse};
use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::reader::read_any;
use crate::report::Report;

/// Code of the warning that a fence was removed.
pub const FENCE_STRIPPED: &str = "FENCE_STRIPPED";

/// What may surround the JSON in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Only whitespace.
    Strict,
    /// One surrounding Markdown code fence, which is removed with a warning.
    Fenced,
}

/// A parsed document.
pub struct Read<'t> {
    /// The document.
    pub value: Value,
    /// The source with the fence replaced by spaces, so that offsets stay valid.
    pub body: Cow<'t, str>,
    /// Warnings about what was removed.
    pub warnings: Vec<Diagnostic>,
}

/// Parses `text` under `policy`.
pub fn read_document(text: &str, policy: Policy) -> Result<Read<'_>, Report> {
    let (body, warnings) = match policy {
        Policy::Fenced => match unfence(text) {
            Some(body) => {
                let mut warning =
                    Diagnostic::warning(FENCE_STRIPPED, Pointer::root(), "the code fence around the JSON was stripped")
                        .with_help("answer with only the JSON");
                warning.span = text.find("```").map(|at| at..at + 3);
                (Cow::Owned(body), vec![warning])
            }
            None => (Cow::Borrowed(text), Vec::new()),
        },
        Policy::Strict => (Cow::Borrowed(text), Vec::new()),
    };
    // Input that the fast reader rejects is parsed again to find the errors.
    match read_any(&body).map_or_else(|| parse(&body), Ok) {
        Ok(value) => Ok(Read { value, body, warnings }),
        Err(problems) => Err(Report::of_problems_in(problems, text)),
    }
}

/// Returns the source with its surrounding fence replaced by spaces, or `None` if there is no complete one.
///
/// The parser decides whether the content is JSON. It could also be the end of one fence and the start of the next.
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
        let read = read_document(text, Policy::Fenced).ok().unwrap();
        assert_eq!(read.value["a"], 1);
        assert_eq!(read.body.len(), text.len());
        assert_eq!(read.body.find("\"a\""), text.find("\"a\""));
        assert_eq!((read.warnings[0].code, read.warnings[0].span.clone()), (FENCE_STRIPPED, Some(1..4)));
    }

    #[test]
    fn a_fence_may_stand_on_one_line_and_hold_another_in_a_string() {
        assert_eq!(read_document("```json [\"```\"] ```", Policy::Fenced).ok().unwrap().value[0], "```");
        assert_eq!(read_document("```\r\n[]```", Policy::Fenced).ok().unwrap().value, serde_json::json!([]));
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
            assert!(read_document(text, Policy::Fenced).is_err(), "{text}");
        }
        assert!(read_document("```\n{}\n```", Policy::Strict).is_err());
    }
}
