//! Validates documents against schemas from which no code was generated.

use planwright_source::Pointer;
use serde_json::Value;

use crate::error::{Error, ErrorKind, in_order};
use crate::set::SchemaSet;
use crate::{bundle, link};

/// Returns every violation of a file's schema in a document, as a location and a message.
///
/// # Errors
///
/// Returns errors if the set cannot be linked or compiled. The list is empty if the set has no such file.
pub fn violations(set: &SchemaSet, file: &str, document: &Value) -> Result<Vec<(String, String)>, Vec<Error>> {
    let validator = validator(set, file)?;
    Ok(validator
        .iter_errors(document)
        .map(|error| (error.instance_path().as_str().to_owned(), error.to_string()))
        .collect())
}

/// Returns a validator for the schema of a file.
///
/// It accepts references and patterns that a plain validator rejects, because the schema is linked first.
///
/// # Errors
///
/// Returns the same errors as [`violations`].
pub fn validator(set: &SchemaSet, file: &str) -> Result<jsonschema::Validator, Vec<Error>> {
    let located = |errors| in_order(set.locate(errors));
    let linked = link::link(set).map_err(located)?;
    let bundled = bundle::bundled_schemas(set, &linked).map_err(located)?;
    let (Some(bundled), Some(root)) = (bundled.get(file), set.get(file)) else { return Err(Vec::new()) };
    let options = jsonschema::options().with_draft(root.draft().into()).should_validate_formats(true);
    options.build(&bundled.document).map_err(|problem| {
        let kind = ErrorKind::Uncompilable { message: problem.to_string() };
        vec![root.error(Pointer::root(), None, kind)]
    })
}
