//! The macro for the validators of root types.

/// Returns the validator of a root, which is built on first use, with the table of its reader if there is one.
#[doc(hidden)]
#[macro_export]
macro_rules! root_validator {
    ($root:ident, $schema:expr, $draft:literal, $formats:literal, $unions:expr $(, $table:path)? $(,)?) => {
        $crate::Validator::new($schema, $draft, $formats, $unions)$(.by_table(&$table))?
    };
}
