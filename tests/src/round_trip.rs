//! Checks the changes of a document that is read and written with a generated type.

use std::rc::Rc;

use serde_json::Value;

/// Returns the violations of a document, if there are any.
pub type FindViolations = dyn Fn(&Value) -> Option<String>;

/// Reads and writes a document, including properties that have their default.
pub type WriteFilled = dyn Fn(&Value) -> serde_json::Result<Value>;

/// Functions of a generated root, independent of the crate that contains it.
#[derive(Clone)]
pub struct Root {
    /// Path of the schema in its set.
    pub file: &'static str,
    /// Returns the violations of a value, if there are any.
    pub violations: Rc<FindViolations>,
    /// Reads and writes the value with the type.
    pub normalize: fn(&Value) -> serde_json::Result<Value>,
    /// Does the same, including properties that have their default.
    pub filled: Rc<WriteFilled>,
    /// Set if properties that have their default are always written.
    pub grows: bool,
}

/// Creates the [`Root`] of an entry of `ROOTS` in any crate, with the `with_defaults` of that crate.
#[macro_export]
macro_rules! root {
    ($info:expr, $with_defaults:path) => {{
        let info = $info;
        $crate::round_trip::Root {
            file: info.file,
            violations: ::std::rc::Rc::new(|document| info.check(document).err().map(|report| report.to_string())),
            normalize: info.normalize,
            filled: ::std::rc::Rc::new(|document| $with_defaults(|| (info.normalize)(document))),
            grows: false,
        }
    }};
}

impl Root {
    fn errors(&self, document: &Value) -> Option<String> {
        (self.violations)(document)
    }
}

/// Checks that a valid document stays valid when it is read and written, and loses nothing.
pub fn check_valid(root: &Root, document: &Value) -> Result<(), String> {
    if let Some(errors) = root.errors(document) {
        return Err(format!("the schema refuses it: {errors}"));
    }
    let again = (root.filled)(document).map_err(|error| format!("the type refuses it: {error}"))?;
    check_short(root, document, &again)?;
    if let Some(errors) = root.errors(&again) {
        return Err(format!("it comes out of the type as {again}, which the schema refuses: {errors}"));
    }
    match lost(document, &again, "") {
        None => Ok(()),
        Some(place) => Err(format!("it comes out of the type as {again}, and {place:?} is lost")),
    }
}

/// Checks a document without the properties that have their default. It must be valid, have no additional properties,
/// and yield `filled` when it is read again.
pub fn check_short(root: &Root, document: &Value, filled: &Value) -> Result<(), String> {
    let short = (root.normalize)(document).map_err(|error| format!("the type refuses it: {error}"))?;
    if let Some(errors) = root.errors(&short) {
        return Err(format!("{document} is written as {short}, which the schema refuses: {errors}"));
    }
    let read = (root.filled)(&short).map_err(|error| format!("{short} is not read again: {error}"))?;
    if lost(&read, filled, "").or_else(|| lost(filled, &read, "")).is_some() {
        return Err(format!("{document} is {filled}, is written as {short}, and that is read as {read}"));
    }
    match added(document, &short, "").filter(|_| !root.grows) {
        None => Ok(()),
        Some(place) => Err(format!("{document} is written as {short}: it did not have {place:?}")),
    }
}

/// Returns the first property of `after` that `before` does not have.
fn added(before: &Value, after: &Value, at: &str) -> Option<String> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => after.iter().find_map(|(name, value)| {
            let here = format!("{at}/{name}");
            before.get(name).map_or_else(|| Some(here.clone()), |known| added(known, value, &here))
        }),
        (Value::Array(before), Value::Array(after)) => {
            let both = before.iter().zip(after).enumerate();
            both.into_iter().find_map(|(index, (one, other))| added(one, other, &format!("{at}/{index}")))
        }
        _ => None,
    }
}

/// Checks that the compiled schema refuses an invalid document.
pub fn check_invalid(root: &Root, document: &Value) -> Result<(), String> {
    if root.errors(document).is_none() { Err("the schema takes it".to_owned()) } else { Ok(()) }
}

/// Returns the first location of `before` that is missing in `after`. Additional properties of `after` are defaults. A
/// property that is `null` may be missing, because both mean the same for a type.
pub fn lost(before: &Value, after: &Value, at: &str) -> Option<String> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => before.iter().find_map(|(name, value)| {
            let here = format!("{at}/{name}");
            match after.get(name) {
                Some(other) => lost(value, other, &here),
                None => (!value.is_null()).then_some(here),
            }
        }),
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => before
            .iter()
            .zip(after)
            .enumerate()
            .find_map(|(index, (one, other))| lost(one, other, &format!("{at}/{index}"))),
        (Value::Number(one), Value::Number(other)) if one.as_f64() == other.as_f64() => None,
        _ => (before != after).then(|| at.to_owned()),
    }
}
