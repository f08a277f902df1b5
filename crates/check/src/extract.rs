//! Finds the one document in what a model sent: bytes in any encoding, with prose, thoughts and code fences, in a tool
//! call or a response of an API, encoded twice or wrapped.
//!
//! A document is never chosen among several different ones, and never taken from a thought or a refusal. Where only the
//! schema shows what is meant, a change is kept if the document is valid with it, or has fewer errors.

use std::fmt;

use planwright_runtime::{FindingCounts, Report};
use planwright_source::{
    Encoding, Extent, LineColumn, Lines, NoDocument, Problem, decode_any, document_candidates, fix_text, parse,
    sole_document,
};
use serde_json::Value;

use crate::envelope::{Envelope, EnvelopePart};
use crate::fix::{counts_of, is_better, patched};
use crate::stream::{joined, joined_chunks};

/// Maximum number of envelopes and encodings around a document.
const MAX_LAYERS: usize = 6;

/// The document of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The document as JSON. It may be invalid for the schema.
    pub document: String,
    /// Dropped or changed parts with the reasons, in the order of the changes.
    pub changes: Vec<String>,
}

/// Reason why an answer contains no document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoAnswer {
    /// The reason.
    pub reason: NoDocument,
    /// Start of each candidate, with its position if it is not in a string.
    pub candidates: Vec<String>,
}

impl Answer {
    /// Finds the document of an answer. `check` returns the report of a document.
    ///
    /// # Errors
    ///
    /// Returns the reason and the candidates unless the answer has exactly one document.
    pub fn extract(
        bytes: &[u8],
        extent: Extent,
        check: impl Fn(&str) -> Result<Report, Report>,
    ) -> Result<Self, NoAnswer> {
        let (text, encoding) = decode_any(bytes).map_err(|problem| NoAnswer::from_problem(&problem))?;
        let mut answer = Self { document: text.into_owned(), changes: Vec::new() };
        answer.changes.extend(encoding.map(|encoding| decoded(encoding).to_owned()));
        for _ in 0..MAX_LAYERS {
            answer.make_json(extent)?;
            let counts = counts_of(&check(&answer.document));
            if counts.errors == 0 || !answer.open_layer(extent, counts, &check)? {
                break;
            }
        }
        if let Some(document) = patched(&answer.document, extent, &check) {
            answer.document = document;
            answer.changes.push("fixed findings of the check that have one fix".to_owned());
        }
        Ok(answer)
    }

    /// Removes what is around the document and fixes its notation, so that it is JSON.
    fn make_json(&mut self, extent: Extent) -> Result<(), NoAnswer> {
        let Err(mut problems) = parse(&self.document) else { return Ok(()) };
        if let Some(plain) = without_colors(&self.document) {
            self.document = plain;
            self.changes.push("removed the colors of a terminal".to_owned());
            let Err(others) = parse(&self.document) else { return Ok(()) };
            problems = others;
        }
        if let Some(message) = joined(&self.document) {
            self.document = message.to_string();
            self.changes.push("joined the events of the streamed response".to_owned());
            return Ok(());
        }
        let is_duplicate = problems.iter().all(Problem::is_duplicate_key);
        let Some(fixed) = fix_text(&self.document, extent) else {
            // Duplicate properties are reported by the check.
            return if is_duplicate { Ok(()) } else { Err(NoAnswer::from_text(&self.document)) };
        };
        let document = sole_document(&self.document).ok().filter(|range| {
            range.start > 0 && !self.document[..range.start].trim().is_empty()
                || !self.document[range.end..].trim().is_empty()
        });
        if let Some(range) = document {
            let Self { document: text, changes } = self;
            changes.push(format!("dropped the text around the document at {}", place(text, range.start)));
            if parse(&text[range]).is_err() {
                changes.push("fixed the notation".to_owned());
            }
        } else {
            self.changes.push("fixed the notation".to_owned());
        }
        self.document = fixed;
        Ok(())
    }

    /// Replaces the document, which has findings, by the content of a string or a response that the schema refuses. Returns
    /// whether it was replaced.
    fn open_layer(
        &mut self,
        extent: Extent,
        counts: FindingCounts,
        check: &impl Fn(&str) -> Result<Report, Report>,
    ) -> Result<bool, NoAnswer> {
        let Ok(value) = parse(&self.document) else { return Ok(false) };
        if let Value::String(text) = &value {
            let Ok(inner) = content(text, extent) else { return Ok(false) };
            self.document = inner;
            self.changes.push("decoded the JSON string that contained the document".to_owned());
            return Ok(true);
        }
        if let Some(message) = joined_chunks(&value) {
            self.document = message.to_string();
            self.changes.push("joined the parts of the streamed response".to_owned());
            return Ok(true);
        }
        let Some(envelope) = Envelope::open(&value) else { return Ok(false) };
        if envelope.is_refused {
            let declined = NoAnswer { reason: NoDocument::Declined, candidates: Vec::new() };
            return if envelope.is_certain { Err(declined) } else { Ok(false) };
        }
        let document = match documents(&envelope, extent) {
            Ok(document) => document,
            Err(refused) if envelope.is_certain => return Err(refused),
            Err(_) => return Ok(false),
        };
        let is_kept = envelope.is_certain || is_better(check, &document, counts);
        if is_kept {
            self.document = document;
            self.changes.push("took the document out of the tool call or response around it".to_owned());
        }
        Ok(is_kept)
    }
}

/// Returns the one document of an envelope.
fn documents(envelope: &Envelope<'_>, extent: Extent) -> Result<String, NoAnswer> {
    let mut found: Vec<(Value, String)> = Vec::new();
    for part in &envelope.parts {
        let text = match part {
            EnvelopePart::Arguments(Value::String(_)) | EnvelopePart::Text(_) => match content(part.text(), extent) {
                Ok(text) => text,
                // A sentence next to a tool call.
                Err(refused) if refused.reason == NoDocument::Absent && matches!(part, EnvelopePart::Text(_)) => {
                    continue;
                }
                Err(refused) => return Err(refused),
            },
            EnvelopePart::Arguments(value) => format!("{value:#}"),
        };
        let value = parse(&text).unwrap_or_default();
        if !found.iter().any(|(known, _)| *known == value) {
            found.push((value, text));
        }
    }
    match found.as_slice() {
        [] => Err(NoAnswer { reason: NoDocument::Absent, candidates: Vec::new() }),
        [(_, document)] => Ok(document.clone()),
        several => {
            let candidates = several.iter().map(|(_, text)| excerpt(text)).collect();
            Err(NoAnswer { reason: NoDocument::Several, candidates })
        }
    }
}

/// Returns the document in a string, as JSON.
fn content(text: &str, extent: Extent) -> Result<String, NoAnswer> {
    let is_container = |text: &str| matches!(parse(text), Ok(Value::Object(_) | Value::Array(_) | Value::String(_)));
    let fixed = if parse(text).is_ok() { Some(text.to_owned()) } else { fix_text(text, extent) };
    fixed.filter(|fixed| is_container(fixed)).ok_or_else(|| NoAnswer::from_text(text))
}

/// Fixes a document. Returns `None` if nothing can be fixed. `check` returns the report of a document.
pub fn fix_document(text: &str, extent: Extent, check: impl Fn(&str) -> Result<Report, Report>) -> Option<String> {
    let answer = Answer::extract(text.as_bytes(), extent, check).ok()?;
    (answer.document != text).then_some(answer.document)
}

fn decoded(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8Bom => "removed the byte order mark",
        Encoding::Utf16 => "decoded UTF-16",
        Encoding::Utf32 => "decoded UTF-32",
        Encoding::InvalidUtf8 | Encoding::Nul => "decoded the text",
    }
}

/// Removes the sequences that color a terminal, such as `ESC [32m`. JSON cannot contain an escape character.
fn without_colors(text: &str) -> Option<String> {
    let (first, rest) = text.split_once("\u{1b}[")?;
    let mut plain = first.to_owned();
    for part in rest.split("\u{1b}[") {
        let (_, text) = part
            .split_once('m')
            .filter(|(codes, _)| codes.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'))?;
        plain.push_str(text);
    }
    Some(plain)
}

/// Returns a position as line and column.
fn place(text: &str, at: usize) -> String {
    let LineColumn { line, column } = Lines::new(text).line_column(at);
    format!("{line}:{column}")
}

/// Returns the start of a document on one line.
fn excerpt(text: &str) -> String {
    planwright_runtime::repair::tame(&text.split_whitespace().collect::<Vec<_>>().join(" "), 60)
}

impl NoAnswer {
    fn from_problem(problem: &Problem) -> Self {
        Self { reason: NoDocument::Absent, candidates: vec![problem.message()] }
    }

    fn from_text(text: &str) -> Self {
        let reason = sole_document(text).err().unwrap_or(NoDocument::Absent);
        let candidates = document_candidates(text).into_iter().take(10);
        let candidates = candidates.map(|range| format!("{}: {}", place(text, range.start), excerpt(&text[range])));
        Self { reason, candidates: candidates.collect() }
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self.reason {
            NoDocument::Absent => "no complete JSON document was found",
            NoDocument::Several => "there are several different documents, and none is chosen",
            NoDocument::Declined => "the JSON is in a thought, a refusal, a question or an example",
        })?;
        self.candidates.iter().enumerate().try_for_each(|(at, candidate)| {
            let separator = if at == 0 { ": " } else { "; " };
            write!(out, "{separator}{candidate}")
        })
    }
}

impl std::error::Error for NoAnswer {}
