//! Strings that the generated tests share with the runtime.

use planwright_apex::tokens::plain_digits;

/// Returns an error message that starts with a label.
pub(crate) fn about(label: &str, what: &str) -> String {
    format!("{label}: {what}")
}

/// Formats a number as a picklist value.
pub(crate) fn number_text(value: f64) -> String {
    plain_digits(value)
}
