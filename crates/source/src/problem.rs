//! What can be wrong with a JSON text: facts here, their sentences once, in [`Problem::message`] and [`Problem::help`].

use std::ops::Range;

use crate::Pointer;

/// One thing wrong with the text itself, before any schema is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// The repeated member for a duplicate key, else the root: a broken text has no places yet.
    pub at: Pointer,
    /// The bytes to show, counted from the start of the text; empty at the end of a truncated one.
    pub span: Range<usize>,
}

/// The kinds of [`Problem`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The bytes are not plain UTF-8.
    Encoding(Encoding),
    /// Nothing but white space.
    Empty,
    /// The text ends inside a value.
    Truncated,
    /// More than 127 values inside one another.
    TooDeep,
    /// A number that no 64-bit float holds, such as `1e400`.
    NumberTooLarge,
    /// Anything else that RFC 8259 does not allow: the parser's words, and the usual slip if it looks like one.
    Syntax {
        /// What the parser found, without a position.
        found: String,
        /// The habit that probably led here.
        slip: Option<Slip>,
    },
    /// A comment that begins and does not end.
    OpenComment,
    /// YAML that does not parse, or that says what JSON cannot.
    Yaml {
        /// What was found.
        found: String,
        /// How to mend it, where that is known.
        help: Option<&'static str>,
    },
    /// A member name that its object already has.
    DuplicateKey {
        /// The repeated name.
        key: String,
        /// Where the object had it first.
        first: Range<usize>,
    },
    /// More repeated members than are listed, which are counted alone.
    MoreDuplicateKeys {
        /// How many.
        count: usize,
    },
}

/// Why bytes are not plain UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, but with a byte order mark in front; RFC 8259 forbids adding one.
    Utf8Bom,
    /// UTF-16, seen by its byte order mark or its zero bytes.
    Utf16,
    /// UTF-32, seen by its byte order mark or its zero bytes.
    Utf32,
    /// A byte sequence that UTF-8 does not have.
    InvalidUtf8,
    /// A zero byte in the middle of the text.
    Nul,
}

/// The usual ways in which almost-JSON is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// The text is wrapped in a Markdown code fence.
    CodeFence,
    /// Words before the document.
    ProseBefore,
    /// Words after the document.
    ProseAfter,
    /// JSON that the text does not give as its answer: a thought, a refusal or an example.
    NotTheAnswer,
    /// A second document after the first.
    SecondDocument,
    /// `//`, `/*` or `#`.
    Comment,
    /// A comma before a closing bracket.
    TrailingComma,
    /// No comma between two members or elements.
    MissingComma,
    /// `'text'` instead of `"text"`.
    SingleQuotes,
    /// Typographic quotes instead of `"`.
    CurlyQuotes,
    /// A member name without quotes.
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
    /// Digits written as JSON does not: `01`, `+1`, `.5`, `1.`.
    NumberShape,
}

/// What is said of findings that are counted and not listed.
pub fn unlisted(count: usize) -> String {
    format!("{count} more of this kind are not listed")
}

impl Problem {
    pub(crate) fn at_root(kind: ProblemKind, span: Range<usize>) -> Self {
        Self { kind, at: Pointer::root(), span }
    }

    /// Whether the text is JSON, only with a member twice.
    pub fn is_duplicate_key(&self) -> bool {
        matches!(self.kind, ProblemKind::DuplicateKey { .. } | ProblemKind::MoreDuplicateKeys { .. })
    }

    /// What is wrong, in one sentence without a full stop.
    pub fn message(&self) -> String {
        match &self.kind {
            ProblemKind::Encoding(Encoding::Utf8Bom) => "the text starts with a byte order mark".to_owned(),
            ProblemKind::Encoding(Encoding::Utf16) => "the text is UTF-16, JSON is UTF-8".to_owned(),
            ProblemKind::Encoding(Encoding::Utf32) => "the text is UTF-32, JSON is UTF-8".to_owned(),
            ProblemKind::Encoding(Encoding::InvalidUtf8) => {
                format!("the bytes from offset {} on are not UTF-8", self.span.start)
            }
            ProblemKind::Encoding(Encoding::Nul) => format!("there is a zero byte at offset {}", self.span.start),
            ProblemKind::Empty => "the text is empty, a JSON value was expected".to_owned(),
            ProblemKind::Truncated => "the text ends in the middle of a value".to_owned(),
            ProblemKind::TooDeep => "the values are nested more than 127 deep".to_owned(),
            ProblemKind::NumberTooLarge => "the number is too large for a 64-bit float".to_owned(),
            ProblemKind::Syntax { found, .. } => format!("this is not JSON: {found}"),
            ProblemKind::OpenComment => "the comment does not end".to_owned(),
            ProblemKind::Yaml { found, .. } => found.clone(),
            ProblemKind::DuplicateKey { key, .. } => format!("the member {key:?} is there twice"),
            ProblemKind::MoreDuplicateKeys { count } => unlisted(*count),
        }
    }

    /// How to mend it, where that is known.
    pub fn help(&self) -> Option<&'static str> {
        match &self.kind {
            ProblemKind::Encoding(Encoding::Nul) => Some("remove it; inside a string it is written \\u0000"),
            ProblemKind::Encoding(Encoding::InvalidUtf8) => Some("save the text as UTF-8"),
            ProblemKind::Encoding(_) => Some("save the text as UTF-8 without a byte order mark"),
            ProblemKind::Empty => Some("write one JSON value"),
            ProblemKind::Truncated => Some("close what was opened; an answer cut short must be asked for again"),
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
    /// How to mend it.
    pub fn help(self) -> &'static str {
        match self {
            Self::CodeFence => "remove the ``` code fence around the JSON",
            Self::ProseBefore => "remove the words before the JSON",
            Self::ProseAfter => "remove what follows the JSON",
            Self::NotTheAnswer => {
                "answer with one JSON document and nothing else; JSON in a thought, a refusal or an example is not taken as the answer"
            }
            Self::SecondDocument => "keep one document; put several into an array",
            Self::Comment => "remove the comment; JSON has none",
            Self::TrailingComma => "remove the comma before the closing bracket",
            Self::MissingComma => "put a comma between the two, or escape the quote inside the string as \\\"",
            Self::SingleQuotes => "use double quotes",
            Self::CurlyQuotes => "use straight double quotes",
            Self::BareKey => "put the member name in double quotes",
            Self::NotANumber => "JSON has no NaN and no Infinity; use null or leave the member out",
            Self::ForeignLiteral => "JSON's literals are true, false and null, in lower case",
            Self::RawControl => "write line breaks as \\n and tabs as \\t inside a string",
            Self::BadEscape => "write \\\\ for a backslash; the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX",
            Self::LoneSurrogate => "write both halves of the surrogate pair, or the character itself",
            Self::NumberShape => {
                "write numbers like 0, -1, 2.5 or 1e9: a digit before and after the point, no leading 0 or +"
            }
        }
    }
}

/// How many repeated members are listed.
const MOST_LISTED: usize = 1_000;

/// Members that are there twice, as many as are listed, and how many more there are.
#[derive(Debug, Default)]
pub(crate) struct DuplicateKeys {
    listed: Vec<Problem>,
    more: usize,
}

impl DuplicateKeys {
    pub(crate) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Adds the member at a place, which its object has had before.
    pub(crate) fn push(&mut self, key: &str, at: &Pointer, span: Range<usize>, first: &Range<usize>) {
        if self.listed.len() < MOST_LISTED {
            let kind = ProblemKind::DuplicateKey { key: key.to_owned(), first: first.clone() };
            self.listed.push(Problem { kind, at: at.clone(), span });
        } else {
            self.more += 1;
        }
    }

    /// All that are listed, and at last the one that counts the others.
    pub(crate) fn finish(mut self) -> Vec<Problem> {
        if let (Some(last), true) = (self.listed.last(), self.more > 0) {
            let span = last.span.clone();
            self.listed.push(Problem::at_root(ProblemKind::MoreDuplicateKeys { count: self.more }, span));
        }
        self.listed
    }
}
