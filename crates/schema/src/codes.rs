//! Stable codes of warnings, and of errors that have a specific code.

/// A keyword that no dialect defines but whose name is close to a known one.
pub const UNKNOWN_KEYWORD: &str = "UNKNOWN_KEYWORD";
/// A format that no specification defines.
pub const UNKNOWN_FORMAT: &str = "UNKNOWN_FORMAT";
/// A required property that the same schema forbids.
pub const REQUIRED_IMPOSSIBLE: &str = "REQUIRED_IMPOSSIBLE";
/// A default that its own schema rejects.
pub const DEFAULT_INVALID: &str = "DEFAULT_INVALID";
/// An example that its own schema rejects.
pub const EXAMPLE_INVALID: &str = "EXAMPLE_INVALID";
/// A definition that no root reaches.
pub const UNREACHABLE_DEFINITION: &str = "UNREACHABLE_DEFINITION";
/// Branches of a union that fix one property to the same string.
pub const TAG_OVERLAP: &str = "TAG_OVERLAP";
/// A pattern that regex engines of vendors reject.
pub const PATTERN_NOT_PORTABLE: &str = "PATTERN_NOT_PORTABLE";
/// A document that constrains nothing.
pub const ASSERTS_NOTHING: &str = "ASSERTS_NOTHING";
/// A `$schema` that names an unknown dialect.
pub const UNKNOWN_DIALECT: &str = "UNKNOWN_DIALECT";
/// A reference to a document that omits the query of the document's URI.
pub const REFERENCE_WITHOUT_QUERY: &str = "REFERENCE_WITHOUT_QUERY";

/// Description of each warning code.
pub const WARNINGS: &[(&str, &str)] = &[
    (UNKNOWN_KEYWORD, "No dialect has the keyword, and one nearly of that name: it is ignored."),
    (UNKNOWN_FORMAT, "No specification defines the format: it is ignored."),
    (REQUIRED_IMPOSSIBLE, "A member is required that the same schema forbids."),
    (DEFAULT_INVALID, "A default breaks its own schema: no type fills it in."),
    (EXAMPLE_INVALID, "An example breaks its own schema."),
    (UNREACHABLE_DEFINITION, "No root leads to a definition, in a file that is no library of definitions."),
    (TAG_OVERLAP, "Two branches of a union fix the member that should tell them apart to the same text."),
    (
        PATTERN_NOT_PORTABLE,
        "A pattern looks around or refers back, which engines of model vendors refuse, is one only without the flag `u`, or names surrogates.",
    ),
    (ASSERTS_NOTHING, "A document constrains nothing, and defines nothing that does."),
    (UNKNOWN_DIALECT, "`$schema` names no known dialect: the schema is read as the one that it resembles."),
    (
        REFERENCE_WITHOUT_QUERY,
        "A reference leads to a document whose `$id` has a query behind it, as published schemas have a date: it is followed.",
    ),
];

/// Returns an error message if no warning has this code.
///
/// The code of all errors is accepted too, because some warnings have it.
pub fn unknown_warning(code: &str) -> Option<String> {
    let known = || WARNINGS.iter().map(|(known, _)| *known).chain(["INVALID_SCHEMA"]);
    if known().any(|known| known == code) {
        return None;
    }
    let near = known().map(|known| (strsim::osa_distance(code, known), known)).min();
    let near = near.filter(|(distance, known)| *distance * 3 <= known.len()).map(|(_, known)| known);
    let help = near.map_or_else(|| known().collect::<Vec<_>>().join(", "), |near| format!("did you mean {near}?"));
    Some(format!("no warning about schemas has the code {code:?}; {help}"))
}
