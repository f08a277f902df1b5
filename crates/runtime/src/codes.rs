//! The codes that every contract shares: those of the parser and of the schema.

use crate::diagnostic::Severity;

/// One entry of a table of codes, from which the reference pages are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// The stable name.
    pub code: &'static str,
    /// Whether it makes the document unusable.
    pub severity: Severity,
    /// When it is reported.
    pub purpose: &'static str,
}

/// A constant for each code, and the table of them all.
#[macro_export]
macro_rules! codes {
    ($(#[$table:meta])* $all:ident; $($severity:ident $name:ident: $purpose:literal,)*) => {
        $(#[doc = $purpose] pub const $name: &str = stringify!($name);)*

        $(#[$table])*
        pub const $all: &[$crate::codes::CodeInfo] = &[$(
            $crate::codes::CodeInfo { code: $name, severity: $crate::Severity::$severity, purpose: $purpose },
        )*];
    };
}

codes! {
    /// The shared codes: all that the parser and the schema can report, whatever the contract.
    SHARED;
    Error PARSE_ERROR: "The text is not one JSON document.",
    Error DUPLICATE_KEY: "An object has a member twice.",
    Error TYPE_MISMATCH: "A value has another JSON type than the contract says.",
    Error MISSING_FIELD: "A required member is absent.",
    Error UNKNOWN_FIELD: "A member that the contract does not know: an error in a closed contract, a warning in an open one.",
    Error ENUM_MISMATCH: "A value is not in the list of allowed ones.",
    Error CONST_MISMATCH: "A value is not the only allowed one.",
    Error PATTERN_MISMATCH: "A string does not have the required form.",
    Error FORMAT_MISMATCH: "A string is not of the required format, such as a UUID or a date.",
    Error TOO_SHORT: "A string is too short, or blank where it must not be.",
    Error TOO_LONG: "A string is too long.",
    Error TOO_FEW_ITEMS: "An array has too few elements.",
    Error TOO_MANY_ITEMS: "An array has too many elements.",
    Error OUT_OF_RANGE: "A number is too small, too large or not on the required step.",
    Error DUPLICATE_ITEM: "An array has an element twice.",
    Error TOO_FEW_FIELDS: "An object has too few members.",
    Error TOO_MANY_FIELDS: "An object has too many members.",
    Error FIELD_NAME_MISMATCH: "The name of a member does not have the required form.",
    Error MISSING_ITEM: "An array lacks an element of the required kind.",
    Error FORBIDDEN_VALUE: "A value is one that the contract rules out.",
    Error AMBIGUOUS_SHAPE: "A value fits several alternatives of which it may fit only one.",
    Error SCHEMA_VIOLATION: "A value breaks the schema in a way that has no code of its own.",
    Note MORE_FINDINGS: "More was found than a report lists; the rest is counted.",
}
