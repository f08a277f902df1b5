//! What the validator of a root says of a document, for schemas that no code was generated from.

use planwright_source::Pointer;
use serde_json::Value;

use crate::error::{Error, ErrorKind, in_order};
use crate::set::SchemaSet;
use crate::{bundle, link};

/// Every way in which a document breaks the schema of a file: where in the document, and what is wrong there.
///
/// # Errors
///
/// The set cannot be linked or compiled; there are no errors where it has no such file.
pub fn violations(set: &SchemaSet, file: &str, document: &Value) -> Result<Vec<(String, String)>, Vec<Error>> {
    let validator = validator(set, file)?;
    Ok(validator
        .iter_errors(document)
        .map(|error| (error.instance_path().as_str().to_owned(), error.to_string()))
        .collect())
}

/// What judges documents by the schema of a file, as the compiler reads it: with references and patterns that a validator alone
/// refuses.
///
/// # Errors
///
/// Those of [`violations`].
pub fn validator(set: &SchemaSet, file: &str) -> Result<jsonschema::Validator, Vec<Error>> {
    let located = |errors| in_order(set.locate(errors));
    let linked = link::link(set).map_err(located)?;
    let bundled = bundle::bundled_schemas(set, &linked).map_err(located)?;
    let (Some(bundled), Some(root)) = (bundled.get(file), set.get(file)) else { return Err(Vec::new()) };
    let options = jsonschema::options().with_draft(root.draft()).should_validate_formats(true);
    options.build(&bundled.document).map_err(|problem| {
        let kind = ErrorKind::Uncompilable { message: problem.to_string() };
        vec![root.error(Pointer::root(), None, kind)]
    })
}
