//! The stable names of warnings, and of errors that have one of their own.

/// A keyword that no dialect has, near one that some dialect has.
pub const UNKNOWN_KEYWORD: &str = "UNKNOWN_KEYWORD";
/// A format that no specification defines.
pub const UNKNOWN_FORMAT: &str = "UNKNOWN_FORMAT";
/// A required member that the same schema forbids.
pub const REQUIRED_IMPOSSIBLE: &str = "REQUIRED_IMPOSSIBLE";
/// A default that its own schema refuses.
pub const DEFAULT_INVALID: &str = "DEFAULT_INVALID";
/// An example that its own schema refuses.
pub const EXAMPLE_INVALID: &str = "EXAMPLE_INVALID";
/// A definition that no root leads to.
pub const UNREACHABLE_DEFINITION: &str = "UNREACHABLE_DEFINITION";
/// Branches of a union that fix one member to the same text.
pub const TAG_OVERLAP: &str = "TAG_OVERLAP";
/// A pattern that engines of vendors refuse.
pub const PATTERN_NOT_PORTABLE: &str = "PATTERN_NOT_PORTABLE";
/// A document that constrains nothing.
pub const ASSERTS_NOTHING: &str = "ASSERTS_NOTHING";
/// A `$schema` that is no dialect that we know.
pub const UNKNOWN_DIALECT: &str = "UNKNOWN_DIALECT";
