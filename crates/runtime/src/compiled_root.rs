//! The macro that ties a schema to its type, with a validator that was compiled together with the code.

/// Ties the schema of a root to its type, which may borrow; the validator is compiled with the code. The crate that compiles it
/// depends on `jsonschema` itself, with its macros.
#[doc(hidden)]
#[macro_export]
macro_rules! compiled_schema_root {
    (@ {$($head:tt)+} $text:tt $root:ident, $draft:ident, assert_formats: $assert:literal, file: $file:literal, id: $id:literal, unions: $unions:expr, formats: $formats:tt, $(reader: $reader:path,)? schema: $schema:literal) => {
        const _: () = {
            #[::jsonschema::validator(schema = $schema, draft = $draft, validate_formats = $assert, formats = $formats)]
            struct Compiled;

            $($head)+ {
                $crate::root_facts! { $root, $file, $id, $unions, $schema $(, $reader, $text)? }

                fn validator() -> &'static $crate::Validator {
                    static VALIDATOR: $crate::Validator =
                        $crate::Validator::compiled($schema, stringify!($draft), $assert, Compiled::is_valid, Compiled::iter_errors, &$unions);
                    &VALIDATOR
                }
            }
        };
    };
    ($root:ident<$life:lifetime>, $($rest:tt)+) => {
        $crate::compiled_schema_root! { @ {impl<$life> $crate::BorrowedRoot<$life> for $root<$life>} {&$life [u8]} $root, $($rest)+ }
    };
    ($root:ident, $($rest:tt)+) => {
        $crate::compiled_schema_root! { @ {impl $crate::SchemaRoot for $root} {&[u8]} $root, $($rest)+ }
    };
}
