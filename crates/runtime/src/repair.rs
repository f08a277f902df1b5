//! Messages for a model whose document was rejected, so that its next answer can be better.
//!
//! A report is for people and programs, but a model has a budget. A [`Repair`] is short for any document: it limits the
//! number of errors and the length of each, and counts the rest.
//!
//! Quotations from the document are escaped and shortened. The author of the document may have written them to
//! manipulate the next reader.

use std::fmt;

use planwright_source::{LineColumn, Lines, Pointer, is_printable};
use serde::Serialize;

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::report::Report;

/// Limits on the size of a [`Repair`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of errors that are listed. Further ones are counted.
    pub errors: usize,
    /// Maximum number of characters per error.
    pub characters: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { errors: 10, characters: 400 }
    }
}

/// Maximum length of a pointer that is printed completely, in bytes.
const MAX_POINTER_LENGTH: usize = 120;

/// Message for a model about a rejected document. [`Display`](fmt::Display) writes it as prose, and serialization as
/// its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repair {
    /// Number of errors in the document.
    pub errors: usize,
    /// The first errors, in document order.
    pub items: Vec<Item>,
}

/// An error in a repair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// Code of the error.
    pub code: &'static str,
    /// JSON Pointer of the location, which is quoted if it contains more than plain names.
    pub pointer: String,
    /// Line and column, both starting at 1, if the document is not JSON and has no pointers.
    pub place: Option<(usize, usize)>,
    /// What is wrong, what is allowed, and how to fix it.
    pub message: String,
}

impl Repair {
    /// Returns the repair for a report within the default limits, or `None` if it has no errors.
    ///
    /// `text` is the source of the document, which is empty for a value without one.
    pub fn from_report(report: &Report, text: &str) -> Option<Self> {
        Self::within(report, text, Limits::default())
    }

    /// Same as [`from_report`](Self::from_report), with other limits.
    pub fn within(report: &Report, text: &str, limits: Limits) -> Option<Self> {
        report.has_errors().then(|| Self::tell(report, text, limits))
    }

    /// Returns the repair for any report, including one without errors.
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
            "Your answer was rejected: {count}. Fix {all} and answer again with the whole JSON, nothing else."
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

/// Writes a pointer, which is quoted unless it is plain, because the document chooses its names.
fn quoted_pointer(at: &Pointer) -> String {
    let text = at.as_str();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/_-~.$".contains(&byte);
    if text.bytes().all(plain) && text.len() <= MAX_POINTER_LENGTH {
        return text.to_owned();
    }
    format!("\"{}\"", tame(text, MAX_POINTER_LENGTH).replace('"', "\\\""))
}

/// Returns the string on one line, with invisible and control characters escaped, and shortened to the limit.
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
