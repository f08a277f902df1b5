//! What may become of a document on its way through a generated type, and what may not.

use std::rc::Rc;

use serde_json::Value;

/// What is wrong with a document.
pub type FindViolations = dyn Fn(&Value) -> Option<String>;

/// A document through a type and back, with the members that have their default.
pub type WriteFilled = dyn Fn(&Value) -> serde_json::Result<Value>;

/// What a compiled root can do, whichever crate it was generated into.
#[derive(Clone)]
pub struct Root {
    /// Path of the schema in its set.
    pub file: &'static str,
    /// What is wrong with a value that breaks the schema, if it does.
    pub violations: Rc<FindViolations>,
    /// The value through the type and back.
    pub normalize: fn(&Value) -> serde_json::Result<Value>,
    /// The same with the members that have their default.
    pub filled: Rc<WriteFilled>,
    /// Whether members that have their default are written always.
    pub grows: bool,
}

/// The [`Root`] of one in a list `ROOTS`, whichever `RootInfo` that has, and the `with_defaults` beside the list.
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

/// A valid document stays valid on its way through the type, and loses nothing.
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

/// What a document is written as without the members that have their default: valid, no member more than it had, and the same
/// as `filled` when it is read again.
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

/// The first member of `after` that `before` does not have.
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

/// An invalid document is refused by the compiled schema, whatever the type says of it.
pub fn check_invalid(root: &Root, document: &Value) -> Result<(), String> {
    if root.errors(document).is_none() { Err("the schema takes it".to_owned()) } else { Ok(()) }
}

/// The first place of `before` that is not in `after`. Members that `after` has on top are defaults; a member that is
/// null may go, for an absent member says the same to a type.
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
