//! Problems of JSON input. A [`Problem`] contains facts; [`Problem::message`] and [`Problem::help`] write the
//! sentences.

use std::ops::Range;

use crate::Pointer;

/// A problem of the input itself, found before any schema is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Kind of problem.
    pub kind: ProblemKind,
    /// The repeated property for a duplicate key. Otherwise the root, because invalid input has no pointers.
    pub at: Pointer,
    /// Bytes to show, from the start of the input. The range is empty at the end of truncated input.
    pub span: Range<usize>,
}

/// The kinds of [`Problem`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The bytes are not plain UTF-8.
    Encoding(Encoding),
    /// The input is empty or contains only whitespace.
    Empty,
    /// The input ends inside a value.
    Truncated,
    /// Values are nested more than 127 levels deep.
    TooDeep,
    /// A number is outside the range of 64-bit floats, such as `1e400`.
    NumberTooLarge,
    /// Any other violation of RFC 8259.
    Syntax {
        /// Message of the parser, without a position.
        found: String,
        /// The common mistake that probably caused the error.
        slip: Option<Slip>,
    },
    /// A comment is never closed.
    OpenComment,
    /// YAML that is invalid or that JSON cannot express.
    Yaml {
        /// Description of the problem.
        found: String,
        /// How to fix it, if that is known.
        help: Option<&'static str>,
    },
    /// A property name that its object already has.
    DuplicateKey {
        /// The repeated name.
        key: String,
        /// Location of the first property with that name.
        first: Range<usize>,
    },
    /// Further duplicate properties, which are only counted.
    MoreDuplicateKeys {
        /// Number of properties.
        count: usize,
    },
}

/// Reason why bytes are not plain UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8 that starts with a byte order mark, which RFC 8259 forbids to add.
    Utf8Bom,
    /// UTF-16, detected by its byte order mark or its zero bytes.
    Utf16,
    /// UTF-32, detected by its byte order mark or its zero bytes.
    Utf32,
    /// A byte sequence that is invalid in UTF-8.
    InvalidUtf8,
    /// A zero byte in the middle of the input.
    Nul,
}

/// Common mistakes that make input almost, but not quite, JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// The input is wrapped in a Markdown code fence.
    CodeFence,
    /// Prose before the document.
    ProseBefore,
    /// Prose after the document.
    ProseAfter,
    /// JSON that is not meant as the answer: a thought, a refusal or an example.
    NotTheAnswer,
    /// A second document after the first.
    SecondDocument,
    /// `//`, `/*` or `#`.
    Comment,
    /// A comma before a closing bracket.
    TrailingComma,
    /// No comma between two properties or elements.
    MissingComma,
    /// `'text'` instead of `"text"`.
    SingleQuotes,
    /// Typographic quotes instead of `"`.
    CurlyQuotes,
    /// A property name without quotes.
    BareKey,
    /// `NaN` or `Infinity`.
    NotANumber,
    /// `True`, `False`, `None` or `undefined`.
    ForeignLiteral,
    /// A raw line break or other control character inside a string.
    RawControl,
    /// A backslash before a letter that JSON does not escape.
    BadEscape,
    /// A `\u` escape that is half of a surrogate pair.
    LoneSurrogate,
    /// A number in a notation that JSON does not allow: `01`, `+1`, `.5`, `1.`.
    NumberShape,
    /// A number with separators between its digits: `1_000`.
    DigitSeparator,
}

/// Returns the message for an object with the same property twice.
pub fn duplicate_property(name: &str) -> String {
    format!("duplicate property {name:?}")
}

/// Returns the note about findings that are counted but not listed.
pub fn unlisted(count: usize) -> String {
    format!("{count} more of this kind are not listed")
}

impl Problem {
    pub(crate) fn at_root(kind: ProblemKind, span: Range<usize>) -> Self {
        Self { kind, at: Pointer::root(), span }
    }

    /// Returns whether the input is valid JSON except for a duplicate property.
    pub fn is_duplicate_key(&self) -> bool {
        matches!(self.kind, ProblemKind::DuplicateKey { .. } | ProblemKind::MoreDuplicateKeys { .. })
    }

    /// Returns a description in one sentence, without a full stop.
    pub fn message(&self) -> String {
        match &self.kind {
            ProblemKind::Encoding(Encoding::Utf8Bom) => "the file starts with a byte order mark".to_owned(),
            ProblemKind::Encoding(Encoding::Utf16) => "the encoding is UTF-16, but JSON is UTF-8".to_owned(),
            ProblemKind::Encoding(Encoding::Utf32) => "the encoding is UTF-32, but JSON is UTF-8".to_owned(),
            ProblemKind::Encoding(Encoding::InvalidUtf8) => {
                format!("the bytes from offset {} on are not UTF-8", self.span.start)
            }
            ProblemKind::Encoding(Encoding::Nul) => format!("there is a zero byte at offset {}", self.span.start),
            ProblemKind::Empty => "expected a JSON value, found nothing".to_owned(),
            ProblemKind::Truncated => "the JSON ends in the middle of a value".to_owned(),
            ProblemKind::TooDeep => "the values are nested more than 127 deep".to_owned(),
            ProblemKind::NumberTooLarge => "the number is too large for a 64-bit float".to_owned(),
            ProblemKind::Syntax { found, .. } => format!("this is not JSON: {found}"),
            ProblemKind::OpenComment => "the comment does not end".to_owned(),
            ProblemKind::Yaml { found, .. } => found.clone(),
            ProblemKind::DuplicateKey { key, .. } => duplicate_property(key),
            ProblemKind::MoreDuplicateKeys { count } => unlisted(*count),
        }
    }

    /// Returns how to fix it, if that is known.
    pub fn help(&self) -> Option<&'static str> {
        match &self.kind {
            ProblemKind::Encoding(Encoding::Nul) => Some("remove it; inside a string it is written \\u0000"),
            ProblemKind::Encoding(Encoding::InvalidUtf8) => Some("save it as UTF-8"),
            ProblemKind::Encoding(_) => Some("save it as UTF-8 without a byte order mark"),
            ProblemKind::Empty => Some("write one JSON value"),
            ProblemKind::Truncated => {
                Some("close every open bracket and quotation mark; if an answer was cut off, request it again")
            }
            ProblemKind::TooDeep => Some("flatten the document; no contract needs this depth"),
            ProblemKind::NumberTooLarge => Some("write a smaller number, or a string"),
            ProblemKind::Syntax { slip, .. } => slip.map(Slip::help),
            ProblemKind::OpenComment => Some("end it with */"),
            ProblemKind::Yaml { help, .. } => *help,
            ProblemKind::DuplicateKey { .. } => Some("keep one of the two; readers disagree about which one counts"),
            ProblemKind::MoreDuplicateKeys { .. } => None,
        }
    }
}

impl Slip {
    /// Returns how to fix it.
    pub fn help(self) -> &'static str {
        match self {
            Self::CodeFence => "remove the ``` code fence around the JSON",
            Self::ProseBefore => "remove the words before the JSON",
            Self::ProseAfter => "remove what follows the JSON",
            Self::NotTheAnswer => {
                "answer with one JSON document and nothing else; JSON in a thought, a refusal or an example is not taken as the answer"
            }
            Self::SecondDocument => {
                "keep one document; put several into an array, or one on each line and check them with --ndjson"
            }
            Self::Comment => "remove the comment; JSON has no comments",
            Self::TrailingComma => "remove the comma before the closing bracket",
            Self::MissingComma => "put a comma between the two, or escape the quote inside the string as \\\"",
            Self::SingleQuotes => "use double quotes",
            Self::CurlyQuotes => "use straight double quotes",
            Self::BareKey => "put the property name in double quotes",
            Self::NotANumber => "JSON has no NaN and no Infinity; use null or omit the property",
            Self::ForeignLiteral => "JSON's literals are true, false and null, in lower case",
            Self::RawControl => "write line breaks as \\n and tabs as \\t inside a string",
            Self::BadEscape => "write \\\\ for a backslash; the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX",
            Self::LoneSurrogate => "write both halves of the surrogate pair, or the character itself",
            Self::DigitSeparator => "write the digits without separators, such as 1000",
            Self::NumberShape => {
                "write numbers like 0, -1, 2.5 or 1e9: a digit before and after the point, no leading 0 or +"
            }
        }
    }
}

/// Maximum number of duplicate properties that are listed.
const MAX_LISTED: usize = 1_000;

/// Duplicate properties, up to the maximum number that is listed, and the number of further ones.
#[derive(Debug, Default)]
pub(crate) struct DuplicateKeys {
    listed: Vec<Problem>,
    more: usize,
}

impl DuplicateKeys {
    pub(crate) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Adds a property whose object already has one with that name.
    pub(crate) fn push(&mut self, key: &str, at: &Pointer, span: Range<usize>, first: &Range<usize>) {
        if self.listed.len() < MAX_LISTED {
            let kind = ProblemKind::DuplicateKey { key: key.to_owned(), first: first.clone() };
            self.listed.push(Problem { kind, at: at.clone(), span });
        } else {
            self.more += 1;
        }
    }

    /// Returns the listed problems, followed by one that counts the others.
    pub(crate) fn finish(mut self) -> Vec<Problem> {
        if let (Some(last), true) = (self.listed.last(), self.more > 0) {
            let span = last.span.clone();
            self.listed.push(Problem::at_root(ProblemKind::MoreDuplicateKeys { count: self.more }, span));
        }
        self.listed
    }
}
