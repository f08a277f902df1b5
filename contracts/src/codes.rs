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

macro_rules! codes {
    ($($(#[$severity:ident])? $name:ident: $purpose:literal,)*) => {
        $(#[doc = $purpose] pub const $name: &str = stringify!($name);)*

        /// The shared codes: all that the parser and the schema can report, whatever the contract.
        pub const SHARED: &[CodeInfo] = &[
            $(CodeInfo { code: $name, severity: Severity::Error, purpose: $purpose },)*
        ];
    };
}

codes! {
    PARSE_ERROR: "The text is not one JSON document.",
    DUPLICATE_KEY: "An object has a member twice.",
    TYPE_MISMATCH: "A value has another JSON type than the contract says.",
    MISSING_FIELD: "A required member is absent.",
    UNKNOWN_FIELD: "A member that the contract does not know: an error in a closed contract, a warning in an open one.",
    ENUM_MISMATCH: "A value is not in the list of allowed ones.",
    CONST_MISMATCH: "A value is not the only allowed one.",
    PATTERN_MISMATCH: "A string does not have the required form.",
    FORMAT_MISMATCH: "A string is not of the required format, such as a UUID or a date.",
    TOO_SHORT: "A string is too short, or blank where it must not be.",
    TOO_LONG: "A string is too long.",
    TOO_FEW_ITEMS: "An array has too few elements.",
    TOO_MANY_ITEMS: "An array has too many elements.",
    OUT_OF_RANGE: "A number is too small, too large or not on the required step.",
    DUPLICATE_ITEM: "An array has an element twice.",
    TOO_FEW_FIELDS: "An object has too few members.",
    TOO_MANY_FIELDS: "An object has too many members.",
    FIELD_NAME_MISMATCH: "The name of a member does not have the required form.",
    MISSING_ITEM: "An array lacks an element of the required kind.",
    FORBIDDEN_VALUE: "A value is one that the contract rules out.",
    AMBIGUOUS_SHAPE: "A value fits several alternatives of which it may fit only one.",
    SCHEMA_VIOLATION: "A value breaks the schema in a way that has no code of its own.",
}
