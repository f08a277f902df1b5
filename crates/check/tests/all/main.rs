//! Integration tests of the checks, in one binary.

mod answers;
mod obeyed_help;

use planwright_check::schema::UserSchema;
use planwright_schema::SchemaSet;

/// Compiles a schema.
fn compile(text: &str) -> UserSchema {
    compile_all([("a.schema.json".to_owned(), text.into())], "a.schema.json")
}

/// Compiles one schema of a set.
fn compile_all(texts: impl IntoIterator<Item = (String, Vec<u8>)>, path: &str) -> UserSchema {
    let set = SchemaSet::parse(texts).expect("schemas");
    UserSchema::new(&set, path).expect("a schema that compiles")
}
