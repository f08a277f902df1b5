//! Codes that every contract shares: those of the parser and of the schema.

use crate::diagnostic::Severity;

/// An entry of a table of codes, from which the reference pages are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// Stable name of the code.
    pub code: &'static str,
    /// Whether the finding makes the document unusable.
    pub severity: Severity,
    /// Description of when the code is reported.
    pub purpose: &'static str,
}

/// A schema and two documents that illustrate a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeExample {
    /// The code.
    pub code: &'static str,
    /// The schema.
    pub schema: &'static str,
    /// A document that the schema rejects with the code.
    pub bad: &'static str,
    /// A document that the schema accepts.
    pub good: &'static str,
}

/// Defines a constant for each code, and a table of all of them. If rows have examples, defines a table of those too.
#[macro_export]
macro_rules! codes {
    ($(#[$table:meta])* $all:ident; $($severity:ident $name:ident: $purpose:literal,)*) => {
        $(#[doc = $purpose] pub const $name: &str = stringify!($name);)*

        $(#[$table])*
        pub const $all: &[$crate::codes::CodeInfo] = &[$(
            $crate::codes::CodeInfo { code: $name, severity: $crate::Severity::$severity, purpose: $purpose },
        )*];
    };
    (
        $(#[$table:meta])* $all:ident, $(#[$examples:meta])* $shown:ident;
        $($severity:ident $name:ident: $purpose:literal
            $(({ $schema:literal } refuses $bad:literal and takes $good:literal))?,)*
    ) => {
        $crate::codes! { $(#[$table])* $all; $($severity $name: $purpose,)* }

        $(#[$examples])*
        pub const $shown: &[$crate::codes::CodeExample] = &[$($(
            $crate::codes::CodeExample { code: $name, schema: $schema, bad: $bad, good: $good },
        )?)*];
    };
}

codes! {
    /// The shared codes: everything that the parser and the schema can report, for any contract.
    SHARED,
    /// Examples of the shared codes that a small schema can illustrate.
    EXAMPLES;
    Error PARSE_ERROR: "The input is not a single JSON document."
        ({ r#"{"type": "object"}"# } refuses r#"{"a": 1,}"# and takes r#"{"a": 1}"#),
    Error DUPLICATE_KEY: "An object has the same property twice."
        ({ r#"{"type": "object"}"# } refuses r#"{"a": 1, "a": 2}"# and takes r#"{"a": 1}"#),
    Error TYPE_MISMATCH: "A value has a JSON type that the schema does not allow."
        ({ r#"{"properties": {"a": {"type": "integer"}}}"# } refuses r#"{"a": "1"}"# and takes r#"{"a": 1}"#),
    Error MISSING_FIELD: "A required property is missing."
        ({ r#"{"required": ["a"]}"# } refuses "{}" and takes r#"{"a": 1}"#),
    Error UNKNOWN_FIELD: "A property is not defined by the contract. An error in a closed contract, a warning in an open one."
        ({ r#"{"properties": {"title": {}}, "additionalProperties": false}"# } refuses r#"{"titel": "x"}"# and takes r#"{"title": "x"}"#),
    Error ENUM_MISMATCH: "A value is not one of the allowed values."
        ({ r#"{"enum": ["open", "closed"]}"# } refuses r#""opened""# and takes r#""open""#),
    Error CONST_MISMATCH: "A value is not the only allowed value."
        ({ r#"{"const": "1.0"}"# } refuses r#""2.0""# and takes r#""1.0""#),
    Error PATTERN_MISMATCH: "A string does not match the required pattern."
        ({ r#"{"pattern": "^T[0-9]+$"}"# } refuses r#""1""# and takes r#""T1""#),
    Error FORMAT_MISMATCH: "A string does not have the required format, such as a UUID or a date."
        ({ r#"{"format": "date"}"# } refuses r#""6 January""# and takes r#""2026-01-06""#),
    Error TOO_SHORT: "A string is too short, or blank although it must not be."
        ({ r#"{"minLength": 2}"# } refuses r#""a""# and takes r#""ab""#),
    Error TOO_LONG: "A string is too long."
        ({ r#"{"maxLength": 2}"# } refuses r#""abc""# and takes r#""ab""#),
    Error TOO_FEW_ITEMS: "An array has too few items."
        ({ r#"{"minItems": 1}"# } refuses "[]" and takes "[1]"),
    Error TOO_MANY_ITEMS: "An array has too many items."
        ({ r#"{"maxItems": 1}"# } refuses "[1, 2]" and takes "[1]"),
    Error OUT_OF_RANGE: "A number is too small, too large or not a multiple of the required step."
        ({ r#"{"minimum": 1}"# } refuses "0" and takes "1"),
    Error DUPLICATE_ITEM: "An array has two equal items."
        ({ r#"{"uniqueItems": true}"# } refuses "[1, 1]" and takes "[1, 2]"),
    Error TOO_FEW_FIELDS: "An object has too few properties."
        ({ r#"{"minProperties": 1}"# } refuses "{}" and takes r#"{"a": 1}"#),
    Error TOO_MANY_FIELDS: "An object has too many properties."
        ({ r#"{"maxProperties": 1}"# } refuses r#"{"a": 1, "b": 2}"# and takes r#"{"a": 1}"#),
    Error FIELD_NAME_MISMATCH: "The name of a property does not match the required pattern."
        ({ r#"{"propertyNames": {"pattern": "^[a-z]+$"}}"# } refuses r#"{"A1": 1}"# and takes r#"{"a": 1}"#),
    Error MISSING_ITEM: "An array has no item of the required kind."
        ({ r#"{"contains": {"const": "admin"}}"# } refuses r#"["user"]"# and takes r#"["user", "admin"]"#),
    Error FORBIDDEN_VALUE: "A value is one that the schema forbids."
        ({ r#"{"not": {"const": 0}}"# } refuses "0" and takes "1"),
    Error AMBIGUOUS_SHAPE: "A value matches several branches of a union, but must match only one."
        ({ r#"{"oneOf": [{"minimum": 0}, {"maximum": 9}]}"# } refuses "5" and takes "10"),
    Error SCHEMA_VIOLATION: "A value violates the schema in a way that has no specific code.",
    Note MORE_FINDINGS: "There are more findings than the report lists. The others are only counted.",
}

codes! {
    /// Codes of checks against schemas of users.
    OF_USER_SCHEMAS;
    Error TOO_COSTLY: "Validating the document takes too many steps, because the schema validates the same values repeatedly.",
}
