//! Messages of the validator that compiles the schemas.

use jsonschema::ValidationError;

/// Returns the message of a validation error, without the value if it is a container, because that could be very long.
pub(crate) fn describe(problem: &ValidationError<'_>) -> String {
    let is_container = problem.instance().is_object() || problem.instance().is_array();
    if is_container { problem.masked_with("this value").to_string() } else { problem.to_string() }
}
