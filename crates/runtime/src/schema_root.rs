//! The macro that ties a schema to its type.

/// Ties the schema of a root to its type, which may borrow; the validator is built at run time, when it is first asked.
#[doc(hidden)]
#[macro_export]
macro_rules! schema_root {
    (@ {$($head:tt)+} $text:tt $root:ident, $draft:ident, assert_formats: $assert:literal, file: $file:literal, id: $id:literal, unions: $unions:expr, $(reader: $reader:path,)? schema: $schema:literal) => {
        $($head)+ {
            $crate::root_facts! { $root, $file, $id, $unions, $schema $(, $reader, $text)? }

            fn validator() -> &'static $crate::Validator {
                static VALIDATOR: $crate::Validator =
                    $crate::Validator::new($schema, stringify!($draft), $assert, &$unions)$(.by_table(&$reader))?;
                &VALIDATOR
            }
        }
    };
    ($root:ident<$life:lifetime>, $($rest:tt)+) => {
        $crate::schema_root! { @ {impl<$life> $crate::BorrowedRoot<$life> for $root<$life>} {&$life [u8]} $root, $($rest)+ }
    };
    ($root:ident, $($rest:tt)+) => {
        $crate::schema_root! { @ {impl $crate::SchemaRoot for $root} {&[u8]} $root, $($rest)+ }
    };
}
