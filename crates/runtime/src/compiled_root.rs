//! The macro that ties a schema to its type with a validator that the compiler made.

/// Ties the schema of a root to its type; the validator is compiled with the code. The crate that compiles it depends on
/// `jsonschema` itself, with its macros.
#[doc(hidden)]
#[macro_export]
macro_rules! compiled_schema_root {
    ($root:ident, $draft:ident, assert_formats: $assert:literal, file: $file:literal, id: $id:literal, unions: $unions:expr, formats: $formats:tt, $(reader: $reader:path,)? schema: $schema:literal) => {
        const _: () = {
            #[::jsonschema::validator(schema = $schema, draft = $draft, validate_formats = $assert, formats = $formats)]
            struct Compiled;

            impl $crate::SchemaRoot for $root {
                const NAME: &'static str = stringify!($root);
                const FILE: &'static str = $file;
                const ID: &'static str = $id;
                const SCHEMA: &'static str = $schema;
                const UNIONS: &'static [$crate::Union] = &$unions;

                $(
                fn read_fast(text: &[u8], strict: bool) -> ::std::option::Option<Self> {
                    $crate::reader::read_root(text, $crate::reader::ReadAt::verdict(&$reader, strict))
                }
            )?

            fn validator() -> &'static $crate::Validator {
                    static VALIDATOR: $crate::Validator =
                        $crate::Validator::compiled($schema, stringify!($draft), $assert, Compiled::is_valid, Compiled::iter_errors, &$unions);
                    &VALIDATOR
                }
            }
        };
    };
}
