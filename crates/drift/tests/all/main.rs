//! Verdicts on small pairs of schemas that come from tables.

mod bounds;
mod changes;
mod confined;
mod dialects;
mod formats;
mod places;
mod rings;

use planwright_drift::{Library, Options, Pair, Source, compare};
use planwright_schema::SchemaSet;
use serde_json::{Value, json};

const PATH: &str = "schema.json";

/// Compares two schemas.
fn compared(old: &Value, new: &Value, options: Options) -> Pair {
    let set = |schema: &Value| {
        let text = schema.to_string().into_bytes();
        SchemaSet::parse_unchecked([(PATH.to_owned(), text)]).expect("it is a schema")
    };
    let (one, two) = (set(old), set(new));
    let library = |set| Library::new(set).expect("no reference is ambiguous");
    let (one, two) = (library(&one), library(&two));
    compare(Source { library: &one, path: PATH }, Source { library: &two, path: PATH }, options)
        .expect("the proof runs")
}

/// Checks whether a validator that asserts formats accepts a document.
fn accepts(schema: &Value, document: &Value) -> bool {
    jsonschema::options().should_validate_formats(true).build(schema).expect("it is a schema").is_valid(document)
}

/// Returns the schema with additional keywords.
fn with(schema: &Value, more: &Value) -> Value {
    let mut all = schema.as_object().expect("an object").clone();
    all.extend(more.as_object().expect("an object").clone());
    json!(all)
}
