//! Converts a valid value to its generated type. JSON allows larger integers than Rust's types: such numbers are
//! located and reported, whatever error serde returns.

use planwright_source::Pointer;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::phrases::shorten;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::judged::as_judged;
use crate::types::Invalid;

/// Reads a valid value into the type of its schema.
pub fn fit<T: DeserializeOwned>(value: &Value) -> Result<T, Vec<Diagnostic>> {
    fit_by(value, |value| T::deserialize(value))
}

/// Same as [`fit`], for a type that can borrow. All its strings are owned here.
pub fn fit_borrowing<'de, T: Deserialize<'de>>(value: &Value) -> Result<T, Vec<Diagnostic>> {
    fit_by(value, |value| T::deserialize(value.clone()))
}

fn fit_by<T>(value: &Value, read: impl Fn(&Value) -> serde_json::Result<T>) -> Result<T, Vec<Diagnostic>> {
    as_judged(|| read(value)).map_err(|error| explain(value, &error, &|value| as_judged(|| read(value)).is_ok()))
}

/// Tries every number that exceeds 64-bit integers, and reports those that make the document unreadable as out of
/// range.
fn explain(value: &Value, error: &serde_json::Error, fits: &dyn Fn(&Value) -> bool) -> Vec<Diagnostic> {
    let mut huge = Vec::new();
    collect(value, &mut Pointer::root(), &mut huge);
    let mut tame = value.clone();
    for at in &huge {
        replace(&mut tame, at, Value::from(1));
    }
    if let Some(found) = refused_text(value, &error.to_string()) {
        return vec![found];
    }
    if !fits(&tame) {
        let message =
            format!("the document is valid, but does not fit the type that was generated from the schema: {error}");
        return vec![Diagnostic::error(codes::SCHEMA_VIOLATION, Pointer::root(), message)];
    }
    let mut bad = Vec::new();
    find_failing(&huge, &mut bad, &mut |group| {
        for at in group {
            replace(&mut tame, at, value.pointer(at.as_str()).cloned().unwrap_or_default());
        }
        let fine = fits(&tame);
        for at in group {
            replace(&mut tame, at, Value::from(1));
        }
        fine
    });
    let complain = |at: &Pointer| {
        let shown = value.pointer(at.as_str()).map(shorten).unwrap_or_default();
        Diagnostic::error(codes::OUT_OF_RANGE, at.clone(), format!("{shown} is out of range for a 64-bit integer"))
    };
    bad.into_iter().map(complain).collect()
}

/// Returns the finding for the first string that the schema allows but the type of its format rejects.
fn refused_text(value: &Value, error: &str) -> Option<Diagnostic> {
    let is_meant = |text: &str| error.starts_with(Invalid::refused_text(text, "").to_string().as_str());
    let at = place_of_text(value, &mut Pointer::root(), &is_meant)?;
    Some(Diagnostic::error(codes::FORMAT_MISMATCH, at, format!("valid, but {error}")))
}

/// Returns the location of the first string that satisfies a predicate.
fn place_of_text(value: &Value, at: &mut Pointer, holds: &dyn Fn(&str) -> bool) -> Option<Pointer> {
    match value {
        Value::String(text) => holds(text).then(|| at.clone()),
        Value::Array(items) => items.iter().enumerate().find_map(|(index, item)| {
            at.push_index(index);
            let found = place_of_text(item, at, holds);
            at.pop();
            found
        }),
        Value::Object(members) => members.iter().find_map(|(name, member)| {
            at.push(name);
            let found = place_of_text(member, at, holds);
            at.pop();
            found
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Finds the locations that fail individually, by bisection. Stops after 100.
fn find_failing<'h>(group: &'h [Pointer], bad: &mut Vec<&'h Pointer>, fine: &mut dyn FnMut(&[Pointer]) -> bool) {
    if group.is_empty() || bad.len() >= 100 || fine(group) {
        return;
    }
    if let [only] = group {
        bad.push(only);
    } else {
        let (left, right) = group.split_at(group.len() / 2);
        find_failing(left, bad, fine);
        find_failing(right, bad, fine);
    }
}

fn collect(value: &Value, at: &mut Pointer, huge: &mut Vec<Pointer>) {
    match value {
        Value::Number(number) if !number.is_i64() => huge.push(at.clone()),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push_index(index);
                collect(item, at, huge);
                at.pop();
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                at.push(name);
                collect(member, at, huge);
                at.pop();
            }
        }
        _ => {}
    }
}

fn replace(value: &mut Value, at: &Pointer, with: Value) {
    if let Some(place) = value.pointer_mut(at.as_str()) {
        *place = with;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[allow(dead_code, reason = "only its shape matters")]
    struct Shape {
        whole: Vec<i64>,
        float: f64,
    }

    #[test]
    fn numbers_beyond_integers_are_named_one_by_one() {
        let value = json!({"whole": [1, 1e300, u64::MAX, 2], "float": 1e300});
        let found = fit::<Shape>(&value).unwrap_err();
        let at: Vec<_> = found.iter().map(|one| (one.code, one.at.as_str())).collect();
        assert_eq!(at, [(codes::OUT_OF_RANGE, "/whole/1"), (codes::OUT_OF_RANGE, "/whole/2")]);
        assert_eq!(found[0].message, "1e+300 is out of range for a 64-bit integer");
    }

    #[test]
    fn a_text_that_its_type_refuses_is_named() {
        type Port = crate::Formatted<u16>;
        let value = json!({"a": ["1", "x"], "b": ["70000", "70000"]});
        let found = fit::<std::collections::BTreeMap<String, Vec<Port>>>(&value).unwrap_err();
        assert_eq!((found[0].code, found[0].at.as_str()), (codes::FORMAT_MISMATCH, "/a/1"));
        let found = fit::<Vec<Port>>(&json!(["70000"])).unwrap_err();
        assert!(found[0].message.contains("the type of its format rejects \"70000\""), "{}", found[0].message);
        assert!(fit::<Vec<Port>>(&json!(["07"])).is_ok_and(|read| read[0].as_str() == "07" && *read[0] == 7));
    }

    #[test]
    fn a_type_that_disagrees_is_reported_and_not_a_panic() {
        let found = fit::<Shape>(&json!({"whole": 1, "float": 1e300})).unwrap_err();
        assert_eq!(found[0].code, codes::SCHEMA_VIOLATION);
    }
}
