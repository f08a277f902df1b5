//! What ties a schema to its type.

/// Compiles the schema of a root and ties it to its type.
#[doc(hidden)]
#[macro_export]
macro_rules! law {
    ($root:ident, $draft:ident, assert_formats: $assert:literal, file: $file:literal, id: $id:literal, unions: $unions:expr, formats: $formats:tt, schema: $schema:literal) => {
        const _: () = {
            #[::jsonschema::validator(schema = $schema, draft = $draft, validate_formats = $assert, formats = $formats)]
            struct Law;

            impl $crate::SchemaRoot for $root {
                const NAME: &'static str = stringify!($root);
                const FILE: &'static str = $file;
                const ID: &'static str = $id;
                const SCHEMA: &'static str = $schema;
                const UNIONS: &'static [$crate::Union] = &$unions;

                fn is_valid(instance: &::serde_json::Value) -> bool {
                    Law::is_valid(instance)
                }

                fn iter_errors(instance: &::serde_json::Value) -> ::jsonschema::ErrorIterator<'_> {
                    Law::iter_errors(instance)
                }
            }
        };
    };
}
