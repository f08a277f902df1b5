//! Stable codes of warnings, and of errors that have a specific code.

/// A keyword that no dialect defines.
pub const UNKNOWN_KEYWORD: &str = "UNKNOWN_KEYWORD";
/// A keyword that only other dialects define.
pub const KEYWORD_OF_ANOTHER_DRAFT: &str = "KEYWORD_OF_ANOTHER_DRAFT";
/// A keyword for values of a type that the schema does not accept.
pub const KEYWORD_OF_ANOTHER_TYPE: &str = "KEYWORD_OF_ANOTHER_TYPE";
/// A keyword that has no effect because another one is missing.
pub const KEYWORD_WITHOUT_EFFECT: &str = "KEYWORD_WITHOUT_EFFECT";
/// A keyword that the dialect ignores because it is next to a `$ref`.
pub const IGNORED_NEXT_TO_REFERENCE: &str = "IGNORED_NEXT_TO_REFERENCE";
/// A keyword for values of one type in a schema that accepts all types.
pub const MISSING_TYPE: &str = "MISSING_TYPE";
/// A tuple whose length is not fixed.
pub const OPEN_TUPLE: &str = "OPEN_TUPLE";
/// A required property that the schema does not describe.
pub const REQUIRED_UNDEFINED: &str = "REQUIRED_UNDEFINED";
/// A property that is described by name and by a pattern.
pub const PROPERTY_MATCHES_PATTERN: &str = "PROPERTY_MATCHES_PATTERN";
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
/// A schema without `$schema` that uses a keyword of an older dialect.
pub const INFERRED_DIALECT: &str = "INFERRED_DIALECT";
/// A reference to a document that omits the query of the document's URI.
pub const REFERENCE_WITHOUT_QUERY: &str = "REFERENCE_WITHOUT_QUERY";
/// A definition whose type another generator cannot express.
pub const TYPE_FALLBACK: &str = "TYPE_FALLBACK";
/// A constraint that generated Apex does not check.
pub const APEX_UNCHECKED: &str = "APEX_UNCHECKED";

/// Description of each warning code.
pub const WARNINGS: &[(&str, &str)] = &[
    (UNKNOWN_KEYWORD, "The keyword does not exist. It is ignored."),
    (
        KEYWORD_OF_ANOTHER_DRAFT,
        "The dialect does not define the keyword, but another one does. Validators may ignore it.",
    ),
    (KEYWORD_OF_ANOTHER_TYPE, "A keyword applies to values of a type that the schema does not accept."),
    (KEYWORD_WITHOUT_EFFECT, "A keyword has no effect because another one is missing, such as `then` without `if`."),
    (IGNORED_NEXT_TO_REFERENCE, "Drafts 4 to 7 ignore keywords next to `$ref`."),
    (MISSING_TYPE, "A keyword applies to one type, but the schema accepts values of all types."),
    (OPEN_TUPLE, "An array with a schema for each item accepts fewer or more items."),
    (REQUIRED_UNDEFINED, "A property is required, but the schema does not describe it."),
    (PROPERTY_MATCHES_PATTERN, "A property is described by name and by a pattern. Both schemas apply to it."),
    (UNKNOWN_FORMAT, "The format is unknown and is ignored."),
    (REQUIRED_IMPOSSIBLE, "A property is required, but the same schema forbids it."),
    (DEFAULT_INVALID, "A default is invalid under its own schema, so generated types do not use it."),
    (EXAMPLE_INVALID, "An example is invalid under its own schema."),
    (UNREACHABLE_DEFINITION, "A definition is not used, in a file that does not only contain definitions."),
    (TAG_OVERLAP, "Two branches of a union have the same tag value."),
    (
        PATTERN_NOT_PORTABLE,
        "A pattern uses lookaround or backreferences, which model vendors reject, is invalid with the flag `u`, or names surrogates.",
    ),
    (ASSERTS_NOTHING, "A schema has no constraints and defines none."),
    (UNKNOWN_DIALECT, "`$schema` is not a known dialect. The most similar one is used."),
    (INFERRED_DIALECT, "There is no `$schema`, and a keyword is from an older dialect, which is used."),
    (
        REFERENCE_WITHOUT_QUERY,
        "A reference matches a document whose `$id` also has a query, such as a date. It is followed.",
    ),
    (TYPE_FALLBACK, "typify cannot express a definition, so Planwright generates its type."),
    (APEX_UNCHECKED, "Generated Apex does not check a constraint of the schema."),
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
