//! Decides which defaults a field can use.

use planwright_schema::model::{Form, Items, Place, Schema};
use serde_json::Value;

use super::forms::{is_struct, single_constant, text_enum};
use crate::shape::Shape;

/// Returns whether a field of this shape can use the default, or an error that says how the default violates the
/// schema.
///
/// Only plain defaults become part of a type: strings, numbers, booleans, lists of these, empty lists and maps, and
/// enum values. Others remain in the schema, and the field is optional.
pub(super) fn is_usable(default: &Value, shape: &Shape, schema: &Schema) -> Result<bool, String> {
    if let Some(values) = &schema.groups().values.enumeration {
        if !values.contains(default) {
            return Err(format!("{default} is not one of its values"));
        }
        // A null default needs no code. Only strings have names in a type.
        if default.is_null() || names_type(shape) {
            return Ok(default.is_string() && values.iter().all(|value| value.is_string() || value.is_null()));
        }
    }
    if let (true, Value::String(default)) = (names_type(shape), default)
        && let Some(texts) = text_enum(schema).or_else(|| single_constant(schema))
    {
        let is_listed = texts.iter().any(|one| one.text == *default);
        return if is_listed { Ok(true) } else { Err(format!("{default:?} is not one of its values")) };
    }
    match (shape, default) {
        (Shape::Named(_), Value::Object(members)) => {
            Ok(members.is_empty() && is_struct(schema) && schema.groups().object.required.is_none())
        }
        // It is unknown here whether a format type accepts the default.
        (Shape::Any(_) | Shape::Named(_) | Shape::NotObject, _)
        | (Shape::Formatted(_), Value::String(_))
        | (Shape::Tuple(_), Value::Array(_))
        | (Shape::Nullable(_) | Shape::Null, Value::Null) => Ok(false),
        (Shape::Nullable(inner), value) => is_usable(value, inner, schema),
        (Shape::Bool, Value::Bool(_))
        | (Shape::String | Shape::Date | Shape::DateTime, Value::String(_))
        | (Shape::Number, Value::Number(_)) => Ok(true),
        (Shape::BigInteger, Value::Number(number)) => {
            if number.as_f64().is_some_and(|number| number.fract() == 0.0) {
                Ok(false)
            } else {
                Err(format!("{number} is of another type"))
            }
        }
        (Shape::Integer(integer), Value::Number(number)) if integer.rust.has(number) => Ok(true),
        (Shape::List(_), Value::Array(items)) if items.is_empty() => Ok(true),
        (Shape::Array(_, length), Value::Array(items)) if items.len() != *length => {
            Err(format!("{default} has not {length} elements"))
        }
        (Shape::List(item) | Shape::Array(item, _), Value::Array(items)) => {
            let any = Schema { place: Place::root(), form: Form::Boolean(true) };
            let schema = match &schema.groups().array.items {
                Some(Items::All(schema)) => schema,
                Some(Items::First(_)) | None => &any,
            };
            items.iter().try_fold(true, |all, value| Ok(all && is_usable(value, item, schema)?))
        }
        (Shape::Map(..), Value::Object(members)) => Ok(members.is_empty()),
        (_, value) => Err(format!("{value} is of another type")),
    }
}

fn names_type(shape: &Shape) -> bool {
    match shape {
        Shape::Named(_) => true,
        Shape::Nullable(inner) => names_type(inner),
        _ => false,
    }
}
