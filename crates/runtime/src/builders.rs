//! What builders of generated structs have in common.

use std::fmt::Display;

use crate::types::{Invalid, Maybe};

/// A field that has its value in an option, a box, or both.
pub trait HoldsValue<T> {
    /// Returns the field with this value.
    fn holding(value: T) -> Self;
}

impl<T> HoldsValue<T> for Box<T> {
    fn holding(value: T) -> Self {
        Self::new(value)
    }
}

impl<T> HoldsValue<T> for Option<T> {
    fn holding(value: T) -> Self {
        Some(value)
    }
}

impl<T> HoldsValue<T> for Option<Box<T>> {
    fn holding(value: T) -> Self {
        Some(Box::new(value))
    }
}

impl<T> HoldsValue<T> for Maybe<T> {
    fn holding(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T> HoldsValue<T> for Maybe<Box<T>> {
    fn holding(value: T) -> Self {
        Self::Value(Box::new(value))
    }
}

/// Returns a field with a value, or why it does not fit.
///
/// # Errors
///
/// Returns the error of the conversion, after the name of the field.
pub fn convert<T>(name: &str, value: impl TryInto<T, Error: Display>) -> Result<T, String> {
    value.try_into().map_err(|error| format!("{name}: {error}"))
}

/// Same as [`convert`], for a field that [holds](HoldsValue) the value.
///
/// # Errors
///
/// Returns the error of the conversion, after the name of the field.
pub fn hold<T, F: HoldsValue<T>>(name: &str, value: impl TryInto<T, Error: Display>) -> Result<F, String> {
    convert(name, value).map(F::holding)
}

/// Returns a field that has no value yet.
///
/// # Errors
///
/// Always returns that the field is missing.
pub fn missing<T>(name: &str) -> Result<T, String> {
    Err(format!("{name} is missing"))
}

/// Checks that all fields have values.
///
/// # Errors
///
/// Returns the errors of all fields together.
pub fn check(errors: &[Option<&String>]) -> Result<(), Invalid> {
    let errors: Vec<&str> = errors.iter().copied().flatten().map(String::as_str).collect();
    if errors.is_empty() { Ok(()) } else { Err(Invalid::new(errors.join("; "))) }
}
