//! Macros that tie schemas and scalars to their types in a crate without the feature `validator`. The tables of the
//! readers validate, and a schema without a table does not compile.

/// Ties the schema of a root to its type, which has a reader and may borrow.
#[doc(hidden)]
#[macro_export]
macro_rules! schema_root {
    (@ {$($head:tt)+} $text:tt $root:ident, $draft:ident, assert_formats: $assert:literal, file: $file:literal, id: $id:literal, unions: $unions:expr, reader: $reader:path, schema: $schema:literal) => {
        $($head)+ {
            $crate::root_facts! { $root, $file, $id, $unions, $schema, $reader, $text }

            fn validator() -> &'static $crate::Validator {
                static VALIDATOR: $crate::Validator = $crate::Validator::by_table($schema, &$reader);
                &VALIDATOR
            }
        }
    };
    (@ {$($head:tt)+} $text:tt $root:ident, $($rest:tt)+) => {
        ::std::compile_error!(concat!(
            "there is no table for the schema of `",
            stringify!($root),
            "`: turn on the feature `validator` of `planwright-runtime`"
        ));
    };
    ($root:ident<$life:lifetime>, $($rest:tt)+) => {
        $crate::schema_root! { @ {impl<$life> $crate::BorrowedRoot<$life> for $root<$life>} {&$life [u8]} $root, $($rest)+ }
    };
    ($root:ident, $($rest:tt)+) => {
        $crate::schema_root! { @ {impl $crate::SchemaRoot for $root} {&[u8]} $root, $($rest)+ }
    };
}

/// Returns the validator of a string or number.
#[doc(hidden)]
#[macro_export]
macro_rules! scalar_validator {
    ($name:ident, $draft:ident, $formats:literal, $schema:literal) => {
        $crate::Validator::by_table($schema, <$name as $crate::reader::HasTable>::TABLE)
    };
}
