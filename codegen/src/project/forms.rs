//! What kind of thing a schema describes: questions that look at one schema and follow nothing.

use serde_json::Value;

use super::{object, reasons};
use crate::names;
use crate::shape::Shape;
use crate::unions::{self, UNION};

/// The schema inside an `allOf` of one, which is how draft-07 puts a default beside a `$ref`, or inside a union of one.
pub(super) fn single(schema: &Value) -> &Value {
    single_in(schema).map_or(schema, |(_, only)| single(only))
}

/// One step of [`single`], with its keyword.
pub(super) fn single_in(schema: &Value) -> Option<(&'static str, &Value)> {
    let members = schema.as_object()?;
    let keyword = ["allOf", "anyOf", "oneOf"].into_iter().find(|keyword| members.contains_key(*keyword))?;
    let constrains =
        |key: &str| key != keyword && !matches!(key, "default" | "description" | "title" | "examples" | "$comment");
    match members.get(keyword)?.as_array()?.as_slice() {
        [only] if !members.keys().any(|key| constrains(key)) => Some((keyword, only)),
        _ => None,
    }
}

/// The union keyword of a schema that is nothing but a union, with its branches.
pub(super) fn union_of(schema: &Value) -> Option<(&'static str, &Vec<Value>)> {
    let bare = schema.get("properties").is_none() && schema.get("allOf").is_none();
    UNION.iter().find_map(|keyword| Some((*keyword, schema.get(keyword)?.as_array().filter(|_| bare)?)))
}

/// Whether a schema becomes a type with a name rather than something written in place.
pub(super) fn deserves_name(schema: &Value) -> bool {
    unions::reference(schema).is_none()
        && (text_enum(schema).is_some() || union_of(schema).is_some() || object::is_struct(schema))
}

/// The texts of an enum that are all fit to be variants.
pub(super) fn text_enum(schema: &Value) -> Option<Vec<String>> {
    text_values(schema).filter(|values| names::are_variants(values))
}

pub(super) fn text_values(schema: &Value) -> Option<Vec<String>> {
    let is_text = schema.get("type").is_none_or(|kind| kind == "string");
    let values = schema.get("enum")?.as_array().filter(|values| is_text && !values.is_empty())?;
    values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
}

pub(super) fn constant(value: &Value) -> Shape {
    match value {
        Value::Null => Shape::Null,
        Value::Bool(_) => Shape::Bool,
        Value::String(_) => Shape::String,
        Value::Number(number) if number.is_u64() => Shape::Integer(true),
        Value::Number(number) if number.is_i64() => Shape::Integer(false),
        Value::Number(_) => Shape::Number,
        _ => Shape::Any(Some(reasons::CONST)),
    }
}

pub(super) fn is_not_negative(schema: &Value) -> bool {
    let bound = |keyword| schema.get(keyword).and_then(Value::as_f64);
    bound("minimum").is_some_and(|low| low >= 0.0) || bound("exclusiveMinimum").is_some_and(|low| low >= -1.0)
}

/// Whether every value fits 32 bits, by its bounds or its format.
pub(super) fn is_int32(schema: &Value) -> bool {
    let bound = |keyword| schema.get(keyword).and_then(Value::as_f64);
    let (lowest, highest) = (f64::from(i32::MIN), f64::from(i32::MAX));
    let low = bound("minimum").or_else(|| bound("exclusiveMinimum"));
    let high = bound("maximum").or_else(|| bound("exclusiveMaximum"));
    let bounded = low.is_some_and(|low| low >= lowest) && high.is_some_and(|high| high <= highest);
    bounded || schema.get("format").is_some_and(|format| format == "int32")
}

/// The shape of a text by its format.
pub(super) fn text(schema: &Value) -> Shape {
    match schema.get("format").and_then(Value::as_str) {
        Some("date") => Shape::Date,
        Some("date-time") => Shape::DateTime,
        _ => Shape::String,
    }
}
