//! What to tell a model whose document was refused, so that its next answer can be better.
//!
//! A report is for people and programs; a model has a budget. A [`Repair`] is short whatever the document was: so many
//! errors, each so long, the rest counted. Pieces of the document come quoted and clipped, without anything that hides or
//! turns text, for whoever wrote the document may have written it for the next reader.

use std::fmt;

use planwright_source::{LineColumn, Lines, Pointer, is_printable};
use serde::Serialize;

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::report::Report;

/// How long a [`Repair`] may get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many errors are told; the others are counted.
    pub errors: usize,
    /// How many characters of an error are told.
    pub characters: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { errors: 10, characters: 400 }
    }
}

/// The longest pointer that is printed whole, in bytes.
const LONGEST_POINTER: usize = 120;

/// What to tell a model about a refused document. [`Display`](fmt::Display) writes it as text; as JSON it is its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repair {
    /// How many errors the document has.
    pub errors: usize,
    /// The first of them, in document order.
    pub items: Vec<Item>,
}

/// One error, in the words of a repair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// The code.
    pub code: &'static str,
    /// The JSON Pointer of the place; quoted where it is more than plain names.
    pub pointer: String,
    /// Line and column, both from 1, where the text is no JSON and a pointer does not help.
    pub place: Option<(usize, usize)>,
    /// What is wrong, what is allowed, and how to mend it.
    pub message: String,
}

impl Repair {
    /// What to say of a report about `text`, within the usual limits; `None` if it has no errors. For a value that never was
    /// a text, `text` is empty.
    pub fn of(report: &Report, text: &str) -> Option<Self> {
        Self::within(report, text, Limits::default())
    }

    /// [`of`](Self::of) within other limits.
    pub fn within(report: &Report, text: &str, limits: Limits) -> Option<Self> {
        report.has_errors().then(|| Self::tell(report, text, limits))
    }

    /// What to say of any report, also of one without errors.
    pub fn tell(report: &Report, text: &str, limits: Limits) -> Self {
        let lines = Lines::new(text);
        let items = report.errors().take(limits.errors).map(|error| item(error, &lines, limits.characters)).collect();
        Self { errors: report.counts().errors, items }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, all) = match self.errors {
            1 => ("1 error".to_owned(), "it"),
            many => (format!("{many} errors"), "all of them"),
        };
        writeln!(
            f,
            "Your answer was refused: {count}. Mend {all} and answer again with the whole JSON, nothing else."
        )?;
        for item in &self.items {
            writeln!(f, "- {item}")?;
        }
        match self.errors - self.items.len() {
            0 => Ok(()),
            1 => writeln!(f, "1 more error is not listed."),
            more => writeln!(f, "{more} more errors are not listed."),
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.place, self.pointer.as_str()) {
            (Some((line, column)), "") => write!(f, "line {line}, column {column}")?,
            (Some((line, column)), pointer) => write!(f, "{pointer} (line {line}, column {column})")?,
            (None, "") => f.write_str("the whole document")?,
            (None, pointer) => f.write_str(pointer)?,
        }
        write!(f, " [{}] {}", self.code, self.message)
    }
}

fn item(error: &Diagnostic, lines: &Lines<'_>, limit: usize) -> Item {
    let parsing = matches!(error.code, codes::PARSE_ERROR | codes::DUPLICATE_KEY);
    let place = error.span.as_ref().filter(|_| parsing).map(|span| {
        let LineColumn { line, column } = lines.line_column(span.start);
        (line, column)
    });
    let said = match &error.help {
        Some(help) => format!("{}; {help}", error.message),
        None => error.message.clone(),
    };
    Item { code: error.code, pointer: quoted_pointer(&error.at), place, message: tame(&said, limit) }
}

/// A pointer goes through names that the document chose. Plain ones stand as they are, others are quoted.
fn quoted_pointer(at: &Pointer) -> String {
    let text = at.as_str();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/_-~.$".contains(&byte);
    if text.bytes().all(plain) && text.len() <= LONGEST_POINTER {
        return text.to_owned();
    }
    format!("\"{}\"", tame(text, LONGEST_POINTER).replace('"', "\\\""))
}

/// A text of one line that shows all it holds: what hides, breaks or turns text is spelled out, what is too much is cut.
pub fn tame(text: &str, limit: usize) -> String {
    let mut out = String::new();
    for (count, letter) in text.chars().enumerate() {
        if count == limit {
            out.push('…');
            break;
        }
        if is_printable(letter) {
            out.push(letter);
        } else {
            out.extend(letter.escape_unicode());
        }
    }
    out
}
