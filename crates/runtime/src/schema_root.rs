//! The macros that tie a schema to its type.

/// Ties the schema of a root to its type; the validator is built at run time, when it is first asked.
#[doc(hidden)]
#[macro_export]
macro_rules! schema_root {
    ($root:ident, $draft:ident, assert_formats: $assert:literal, file: $file:literal, id: $id:literal, unions: $unions:expr, $(reader: $reader:path,)? schema: $schema:literal) => {
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
                    $crate::Validator::new($schema, stringify!($draft), $assert, &$unions);
                &VALIDATOR
            }
        }
    };
}
