//! Macros for the validators of roots and scalars in a crate without the feature `validator`. The tables of the
//! readers validate, and a schema without a table does not compile.

/// Returns the validator of a root, which has a table.
#[doc(hidden)]
#[macro_export]
macro_rules! root_validator {
    ($root:ident, $schema:expr, $draft:literal, $formats:literal, $unions:expr, $table:path $(,)?) => {
        $crate::Validator::by_table($schema, &$table)
    };
    ($root:ident, $($rest:tt)+) => {
        compile_error!(concat!(
            "there is no table for the schema of `",
            stringify!($root),
            "`: turn on the feature `validator` of `planwright-runtime`"
        ))
    };
}

/// Returns the validator of a string or number.
#[doc(hidden)]
#[macro_export]
macro_rules! scalar_validator {
    ($name:ident, $draft:literal, $formats:literal) => {
        $crate::Validator::by_table($name::SCHEMA, <$name as $crate::reader::HasTable>::TABLE)
    };
}
