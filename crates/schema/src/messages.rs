//! The messages of the validator that we compile schemas with.

use jsonschema::ValidationError;

/// The message of a validator, without the value where that is a container, which stands for pages of text.
pub(crate) fn describe(problem: &ValidationError<'_>) -> String {
    let is_container = problem.instance().is_object() || problem.instance().is_array();
    if is_container { problem.masked_with("this value").to_string() } else { problem.to_string() }
}
