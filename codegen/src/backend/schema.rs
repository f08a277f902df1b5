//! Shapes as the plain schemas that typify is given.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{docs, members, variants};
use crate::shape::{Field, Kind, Shape, TypeDef};

/// The definition that stands for whole numbers of any size; `names` keeps it from all others.
pub(super) const BIG_INTEGER: &str = "AnyInteger";

/// The kinds of the types of one module, by name.
pub(super) type Kinds<'a> = BTreeMap<&'a str, &'a Kind>;

/// The definition that makes typify render this type.
pub(super) fn of(def: &TypeDef, kinds: &Kinds<'_>) -> Value {
    match &def.kind {
        Kind::Struct(fields) => object(fields, None, kinds),
        Kind::Enum(values) => json!({ "type": "string", "enum": variants::spelled(values) }),
        Kind::Tagged { tag, variants } => {
            let padded = members::padded_variant(tag, variants);
            let branches = variants.iter().enumerate().map(|(index, variant)| {
                let mut branch = object(&variant.fields, Some((tag, &variant.value)), kinds);
                if padded == Some(index) {
                    branch["properties"][members::PADDING] = json!({});
                }
                describe(&mut branch, &docs::lines(&variant.docs));
                branch
            });
            json!({ "oneOf": branches.collect::<Vec<_>>() })
        }
        Kind::Untagged(shapes) => json!({ "oneOf": shapes.iter().map(shape).collect::<Vec<_>>() }),
        Kind::Alias(inner) => shape(inner),
    }
}

fn object(fields: &[Field], tag: Option<(&String, &String)>, kinds: &Kinds<'_>) -> Value {
    let names = members::names_of(fields, tag.map(|(tag, _)| tag.as_str()));
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (field, name) in fields.iter().zip(names) {
        properties.insert(name.clone(), member(field, kinds));
        if field.required {
            required.push(name);
        }
    }
    if let Some((tag, value)) = tag {
        properties.insert(tag.clone(), json!({ "type": "string", "enum": [value] }));
        required.push(tag.clone());
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// A member. An optional list or map is `Option`, so that absent and empty stay apart, unless it has a default.
fn member(field: &Field, kinds: &Kinds<'_>) -> Value {
    let is_group = matches!(field.shape, Shape::List(_) | Shape::Map(_));
    let mut value = if is_group && !field.required && field.default.is_none() {
        shape(&Shape::Nullable(Box::new(field.shape.clone())))
    } else {
        shape(&field.shape)
    };
    if let Some(default) = field.default.as_ref().filter(|_| !field.required) {
        value = match value.get("$ref") {
            Some(_) => json!({ "allOf": [value] }),
            None => value,
        };
        if let Some(members) = value.as_object_mut() {
            members.insert("default".to_owned(), spelled_out(default, &field.shape, kinds));
        }
    }
    let lines = docs::lines(&field.docs);
    if value.get("$ref").is_some() && !lines.is_empty() {
        value = json!({ "allOf": [value] });
    }
    describe(&mut value, &lines);
    value
}

/// The default as typify takes it: `{}` for a struct has the defaults of its members, under their names in Rust.
fn spelled_out(default: &Value, shape: &Shape, kinds: &Kinds<'_>) -> Value {
    match (shape, default) {
        (Shape::Nullable(inner), default) => spelled_out(default, inner, kinds),
        (Shape::Named(name), Value::Object(given)) if given.is_empty() => match kinds.get(name.as_str()) {
            Some(Kind::Struct(fields)) => {
                let named = fields.iter().zip(members::names_of(fields, None));
                let own = named.filter_map(|(field, name)| {
                    let default = field.default.as_ref().filter(|_| !field.required)?;
                    Some((name, spelled_out(default, &field.shape, kinds)))
                });
                Value::Object(own.collect())
            }
            Some(Kind::Alias(inner)) => spelled_out(default, inner, kinds),
            _ => default.clone(),
        },
        _ => default.clone(),
    }
}

fn describe(value: &mut Value, lines: &str) {
    if let Some(members) = value.as_object_mut().filter(|_| !lines.is_empty()) {
        members.insert("description".to_owned(), lines.into());
    }
}

fn shape(shape_: &Shape) -> Value {
    match shape_ {
        Shape::Any(_) => json!({}),
        Shape::Null => json!({ "type": "null" }),
        Shape::Bool => json!({ "type": "boolean" }),
        Shape::Integer(true) | Shape::Int32(true) => json!({ "type": "integer", "minimum": 0 }),
        Shape::Integer(false) | Shape::Int32(false) => json!({ "type": "integer" }),
        Shape::BigInteger => json!({ "$ref": format!("#/definitions/{BIG_INTEGER}") }),
        Shape::Number => json!({ "type": "number" }),
        Shape::String | Shape::Date | Shape::DateTime => json!({ "type": "string" }),
        Shape::List(item) => json!({ "type": "array", "items": shape(item) }),
        Shape::Map(value) => json!({ "type": "object", "additionalProperties": shape(value) }),
        Shape::Nullable(inner) => json!({ "oneOf": [{ "type": "null" }, shape(inner)] }),
        Shape::Named(name) => json!({ "$ref": format!("#/definitions/{name}") }),
    }
}
