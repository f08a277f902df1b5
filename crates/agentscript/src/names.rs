//! Names that Agent Script accepts for actions, inputs and outputs.

/// Words that the compiler rejects as the unquoted name of an input.
const RESERVED: [&str; 21] = [
    "boolean",
    "currency",
    "date",
    "datetime",
    "else",
    "for",
    "id",
    "if",
    "integer",
    "linked",
    "list",
    "long",
    "mutable",
    "number",
    "object",
    "run",
    "set",
    "string",
    "time",
    "timestamp",
    "transition",
];

/// Maximum length of a name.
const MAX_NAME_LENGTH: usize = 80;

/// Returns why a name cannot be used, or `None` if it can.
pub(super) fn name_problem(name: &str) -> Option<&'static str> {
    let is_word = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) || !is_word || name.ends_with('_') {
        Some("is not an identifier")
    } else if name.contains("__") {
        Some("has two underscores in a row")
    } else if name.len() > MAX_NAME_LENGTH {
        Some("has more than 80 characters")
    } else if RESERVED.contains(&name) {
        Some("is a word of the language")
    } else {
        None
    }
}
