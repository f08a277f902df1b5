//! What the law says of a document at run time, for schemas that nobody has generated code from.

use serde_json::Value;

use super::weakening::Refusal;
use crate::set::SchemaSet;
use crate::{error, law, link};

/// Every way in which a document breaks the schema of a file: where in the document, and what is wrong there.
///
/// # Errors
///
/// The set cannot be linked or compiled, or has no such file.
pub fn violations(set: &SchemaSet, file: &str, document: &Value) -> Result<Vec<(String, String)>, Refusal> {
    let schema = |errors| Refusal::Schema(error::in_order(set.locate(errors)));
    let linked = link::link(set).map_err(schema)?;
    let laws = law::laws(set, &linked).map_err(schema)?;
    let (Some(law), Some(root)) = (laws.get(file), set.get(file)) else { return Err(Refusal::Schema(Vec::new())) };
    let text: Value = serde_json::from_str(&law.text).unwrap_or_default();
    let options = jsonschema::options().with_draft(root.draft).should_validate_formats(true);
    let compiled = options.build(&text);
    let validator = compiled.map_err(|problem| {
        let kind = crate::ErrorKind::Uncompilable { message: problem.to_string() };
        Refusal::Schema(vec![root.error(planwright_source::Pointer::root(), None, kind)])
    })?;
    let errors = validator.iter_errors(document);
    Ok(errors.map(|error| (error.instance_path().as_str().to_owned(), error.to_string())).collect())
}
