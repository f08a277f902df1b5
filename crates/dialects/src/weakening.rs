//! Results of an export: differences between the vendor's schema and the canonical one, or the reasons for a refusal.

use std::fmt;

use planwright_source::{Lines, Pointer};
use serde_json::Value;

use planwright_schema::error::Error;
use planwright_schema::set::SchemaSet;
use planwright_schema::{SchemaFile, Target};

/// Location where the exported schema differs from the canonical one, or cannot express it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weakening {
    /// Schema file.
    pub file: String,
    /// Line and column, both from 1.
    pub line_column: Option<(usize, usize)>,
    /// Location in the schema.
    pub pointer: Pointer,
    /// One of [`CODES`].
    pub code: &'static str,
    /// Description of the difference, with advice.
    pub message: String,
}

/// Reason why a schema cannot be exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The schema is invalid, or it has a broken reference.
    Schema(Vec<Error>),
    /// The dialect cannot express it.
    Dialect(Vec<Weakening>),
}

/// All codes with their meanings. Codes of refusals come last.
pub const CODES: &[(&str, &str)] = &[
    (KEYWORD_IN_WORDS, "The dialect does not support the keyword, so it is stated in the description."),
    (OBJECT_CLOSED, "Properties that the schema does not declare are no longer allowed."),
    (MAP_AS_PAIRS, "Properties with arbitrary names become a list of keys and values."),
    (VALUE_AS_TEXT, "A value that the dialect cannot describe becomes a string of JSON."),
    (ABSENT_AS_NULL, "An optional property becomes required, and null means that it is absent."),
    (ABSENT_AS_LIST, "An optional property becomes a list with zero or one item."),
    (NULL_AS_LIST, "A nullable value becomes a list, which is empty for null."),
    (NULLABLE_BOXED, "An optional nullable property becomes null or an object with its value."),
    (ONE_OF_AS_ANY_OF, "`oneOf` becomes `anyOf`, so more than one branch may match."),
    (ROOT_WRAPPED, "The document becomes the only property of an object."),
    (RECURSION_CUT, "Below a certain depth, the value becomes a string of JSON."),
    (TUPLE_AS_LIST, "A tuple becomes a list: the position of an item is no longer checked."),
    (TYPE_ASSUMED, "The schema has no type, so the type that its keywords imply is used."),
    (NUMBER_BOUNDED, "A number beyond 2^53 - 1 is clamped or left out, because vendors reject such numbers."),
    (VENDOR_LIMIT, "The schema exceeds a limit of a vendor or client, which may refuse it."),
    (DYNAMIC_REFERENCE, "Not supported: a reference that depends on the path of evaluation."),
    (NOTHING_ALLOWED, "Not supported: a schema without valid values."),
    (TOO_LARGE, "Not supported: the expanded schema is too large for every dialect."),
    (LIMIT_EXCEEDED, "Not supported: the schema exceeds a limit of the dialect."),
];

/// Those of [`CODES`] that refuse an export. The others are warnings.
pub const REFUSALS: &[&str] = &[DYNAMIC_REFERENCE, NOTHING_ALLOWED, TOO_LARGE, LIMIT_EXCEEDED];

pub(crate) const KEYWORD_IN_WORDS: &str = "KEYWORD_IN_WORDS";
pub(crate) const OBJECT_CLOSED: &str = "OBJECT_CLOSED";
pub(crate) const MAP_AS_PAIRS: &str = "MAP_AS_PAIRS";
pub(crate) const VALUE_AS_TEXT: &str = "VALUE_AS_TEXT";
pub(crate) const ABSENT_AS_NULL: &str = "ABSENT_AS_NULL";
pub(crate) const ABSENT_AS_LIST: &str = "ABSENT_AS_LIST";
pub(crate) const NULL_AS_LIST: &str = "NULL_AS_LIST";
pub(crate) const NULLABLE_BOXED: &str = "NULLABLE_BOXED";
pub(crate) const ONE_OF_AS_ANY_OF: &str = "ONE_OF_AS_ANY_OF";
pub(crate) const ROOT_WRAPPED: &str = "ROOT_WRAPPED";
pub(crate) const RECURSION_CUT: &str = "RECURSION_CUT";
pub(crate) const TUPLE_AS_LIST: &str = "TUPLE_AS_LIST";
pub(crate) const TYPE_ASSUMED: &str = "TYPE_ASSUMED";
pub(crate) const NUMBER_BOUNDED: &str = "NUMBER_BOUNDED";
pub(crate) const VENDOR_LIMIT: &str = "VENDOR_LIMIT";
pub(crate) const DYNAMIC_REFERENCE: &str = "DYNAMIC_REFERENCE";
pub(crate) const NOTHING_ALLOWED: &str = "NOTHING_ALLOWED";
pub(crate) const TOO_LARGE: &str = "TOO_LARGE";
pub(crate) const LIMIT_EXCEEDED: &str = "LIMIT_EXCEEDED";

/// Report whose line and column are not known yet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Note {
    pub place: Target,
    pub code: &'static str,
    pub message: String,
}

impl Note {
    pub(crate) fn new(place: &Target, code: &'static str, message: impl Into<String>) -> Self {
        Self { place: place.clone(), code, message: message.into() }
    }
}

/// Finds each location in the source and sorts the reports. A location that only exists in a rewritten schema becomes
/// the nearest enclosing one.
pub(crate) fn located(set: &SchemaSet, mut notes: Vec<Note>) -> Vec<Weakening> {
    for note in &mut notes {
        if let Some(file) = set.get(&note.place.file) {
            note.place.pointer = existing(&file.value, &note.place.pointer);
        }
    }
    notes.sort();
    notes.dedup();
    let mut found = Vec::new();
    for notes in notes.chunk_by(|one, other| one.place.file == other.place.file) {
        let file = notes.first().and_then(|note| set.get(&note.place.file));
        let lines = Lines::new(file.map_or("", |file| &file.text));
        let places = file.map_or_else(
            || vec![None; notes.len()],
            |file| file.locate_all(notes.iter().map(|note| &note.place.pointer)),
        );
        found.extend(notes.iter().zip(places).map(|(note, place)| {
            let at = place.map(|place| lines.line_column(place.key.unwrap_or(place.value).start));
            Weakening {
                file: file.map_or(note.place.file.as_str(), SchemaFile::source_path).to_owned(),
                line_column: at.map(|at| (at.line, at.column)),
                pointer: file
                    .map_or_else(|| note.place.pointer.clone(), |file| file.source_pointer(&note.place.pointer)),
                code: note.code,
                message: note.message.clone(),
            }
        }));
    }
    found.sort_by(|one, other| {
        (&one.file, one.line_column, &one.pointer).cmp(&(&other.file, other.line_column, &other.pointer))
    });
    found
}

/// Prints `file:line:column: at /pointer: CODE: message`.
impl fmt::Display for Weakening {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.file)?;
        if let Some((line, column)) = self.line_column {
            write!(out, ":{line}:{column}")?;
        }
        let pointer = self.pointer.as_str();
        write!(out, ": at {}: {}: {}", if pointer.is_empty() { "the root" } else { pointer }, self.code, self.message)
    }
}

/// Returns the longest prefix of the pointer that exists.
fn existing(value: &Value, pointer: &Pointer) -> Pointer {
    let mut here = value;
    let mut at = Pointer::root();
    for token in pointer.tokens() {
        let next = match here {
            Value::Object(members) => members.get(token.as_ref()),
            Value::Array(items) => token.parse().ok().and_then(|index: usize| items.get(index)),
            _ => None,
        };
        let Some(next) = next else { break };
        here = next;
        at.push(&token);
    }
    at
}
