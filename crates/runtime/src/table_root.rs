//! The macros that tie a schema to its type, and a scalar to its own, in a crate without the feature `validator`: the tables of
//! the readers judge. What has none does not compile.

/// Ties the schema of a root to its type, which has a reader.
#[doc(hidden)]
#[macro_export]
macro_rules! schema_root {
    ($root:ident, $draft:ident, assert_formats: $assert:literal, file: $file:literal, id: $id:literal, unions: $unions:expr, reader: $reader:path, schema: $schema:literal) => {
        impl $crate::SchemaRoot for $root {
            const NAME: &'static str = stringify!($root);
            const FILE: &'static str = $file;
            const ID: &'static str = $id;
            const SCHEMA: &'static str = $schema;
            const UNIONS: &'static [$crate::Union] = &$unions;

            fn read_fast(text: &[u8], strict: bool) -> ::std::option::Option<Self> {
                $crate::reader::read_root(text, $crate::reader::ReadAt::verdict(&$reader, strict))
            }

            fn validator() -> &'static $crate::Validator {
                static VALIDATOR: $crate::Validator = $crate::Validator::by_table($schema, &$reader);
                &VALIDATOR
            }
        }
    };
    ($root:ident, $($rest:tt)*) => {
        ::std::compile_error!(concat!(
            "no table says what the schema of `",
            stringify!($root),
            "` asks: turn on the feature `validator` of `planwright-runtime`"
        ));
    };
}

/// What judges a text or a number.
#[doc(hidden)]
#[macro_export]
macro_rules! scalar_validator {
    ($name:ident, $draft:ident, $formats:literal, $schema:literal) => {
        $crate::Validator::by_table($schema, <$name as $crate::reader::HasTable>::TABLE)
    };
}
