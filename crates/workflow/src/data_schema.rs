//! Converts data fields to JSON Schema and back.
//!
//! Two annotations preserve what JSON Schema cannot express. They are only written if necessary: `x-order` is the
//! position of a field among the others, and `x-field` contains unchecked constraints and types that cannot be inferred
//! from the schema.

use std::collections::BTreeMap;

use planwright_generated::workflow_tools::{DataField, DataFieldType, DataSchema};
use serde_json::{Map, Value, json};

use super::fields::is_known;

type Object = Map<String, Value>;

const ORDER_ANNOTATION: &str = "x-order";
const FIELD_ANNOTATION: &str = "x-field";
const DATE_TIME: &str = "date-time";
const FILE_PARTS: [(&str, &str); 4] =
    [("fileName", "string"), ("fileType", "string"), ("fileSize", "integer"), ("fileExtension", "string")];

/// Constraints of a file: constraint, part of the file, keyword.
const FILE_CONSTRAINTS: [(&str, &str, &str); 2] =
    [("maxSize", "fileSize", "maximum"), ("allowedExtensions", "fileExtension", "enum")];

/// Returns the schema of an action's data, or `None` if there are no fields. If names are repeated, the last field
/// wins, so callers must check for duplicates.
pub(super) fn to_schema(fields: &[DataField]) -> Option<DataSchema> {
    if fields.is_empty() {
        return None;
    }
    let in_order = fields.is_sorted_by_key(|field| &field.name);
    let properties = fields.iter().enumerate().map(|(index, field)| {
        let mut schema = property(field);
        if !in_order {
            schema.insert(ORDER_ANNOTATION.to_owned(), index.into());
        }
        (field.name.clone(), schema)
    });
    let properties: BTreeMap<_, _> = properties.collect();
    let required: Vec<_> = fields.iter().filter(|field| field.required).map(|field| field.name.clone()).collect();
    let required = (!required.is_empty()).then_some(required);
    Some(DataSchema { properties, required })
}

/// Returns the fields of a schema in their order.
///
/// # Errors
///
/// Returns the name of the first field without a known type.
pub(super) fn from_schema(schema: &DataSchema) -> Result<Vec<DataField>, &str> {
    let required = schema.required.as_deref().unwrap_or_default();
    let mut fields = Vec::new();
    for (name, property) in &schema.properties {
        let order = property.get(ORDER_ANNOTATION).and_then(Value::as_u64).unwrap_or(u64::MAX);
        let field = field(name, property, required.contains(name)).ok_or(name.as_str())?;
        fields.push((order, field));
    }
    fields.sort_by_key(|(order, _)| *order);
    Ok(fields.into_iter().map(|(_, field)| field).collect())
}

fn property(field: &DataField) -> Object {
    let mut schema = Map::new();
    let mut aside = Map::new();
    match field.type_ {
        DataFieldType::Date => {
            schema.insert("type".to_owned(), "string".into());
            schema.insert("format".to_owned(), DATE_TIME.into());
        }
        DataFieldType::File => {
            let parts = FILE_PARTS.iter().map(|(part, kind)| ((*part).to_owned(), json!({ "type": kind })));
            schema.insert("type".to_owned(), "object".into());
            schema.insert("properties".to_owned(), Value::Object(parts.collect()));
        }
        DataFieldType::String | DataFieldType::Number | DataFieldType::Integer | DataFieldType::Boolean => {
            schema.insert("type".to_owned(), field.type_.to_string().into());
        }
    }
    if let Some(title) = &field.title {
        schema.insert("title".to_owned(), title.as_str().into());
    }
    if let Some(constraints) = &field.constraints {
        let (known, rest): (Object, Object) =
            constraints.clone().into_iter().partition(|(name, value)| is_known(name, field.type_, value));
        if known.is_empty() || !rest.is_empty() {
            aside.insert("constraints".to_owned(), rest.into());
        }
        known.into_iter().for_each(|(name, value)| constrain(&mut schema, name, value));
    }
    if field.type_ == DataFieldType::String && schema.get("format").is_some_and(|format| format == DATE_TIME) {
        aside.insert("type".to_owned(), "string".into());
    }
    if !aside.is_empty() {
        schema.insert(FIELD_ANNOTATION.to_owned(), aside.into());
    }
    schema
}

fn constrain(schema: &mut Object, name: String, value: Value) {
    match FILE_CONSTRAINTS.iter().find(|(constraint, ..)| *constraint == name) {
        Some((_, part, keyword)) => {
            if let Some(part) = schema.get_mut("properties").and_then(|parts| parts.get_mut(part)?.as_object_mut()) {
                part.insert((*keyword).to_owned(), value);
            }
        }
        None => {
            schema.insert(name, value);
        }
    }
}

fn field(name: &str, property: &Object, required: bool) -> Option<DataField> {
    let mut schema = property.clone();
    schema.shift_remove(ORDER_ANNOTATION);
    let aside = schema.shift_remove(FIELD_ANNOTATION);
    let aside = |member: &str| aside.as_ref().and_then(|aside| aside.get(member));
    let is_text = aside("type").is_some_and(|kind| kind == "string");
    let type_ = match schema.shift_remove("type")?.as_str()? {
        "string" if !is_text && schema.get("format").is_some_and(|format| format == DATE_TIME) => {
            schema.shift_remove("format");
            DataFieldType::Date
        }
        "object" if property.get("properties")?.get("fileName").is_some() => DataFieldType::File,
        "object" => return None,
        simple => simple.parse().ok()?,
    };
    // The types `date` and `file` are defined by the tools. JSON Schema does not have them.
    if type_ != DataFieldType::Date && property.get("type") != Some(&json_type(type_).into()) {
        return None;
    }
    let title = match schema.shift_remove("title") {
        Some(Value::String(title)) => Some(title),
        Some(other) => {
            schema.insert("title".to_owned(), other);
            None
        }
        None => None,
    };
    let mut constraints = Map::new();
    if type_ == DataFieldType::File {
        let parts = schema.shift_remove("properties");
        for (constraint, part, keyword) in FILE_CONSTRAINTS {
            if let Some(value) = parts.as_ref().and_then(|parts| parts.get(part)?.get(keyword)) {
                constraints.insert(constraint.to_owned(), value.clone());
            }
        }
    }
    constraints.append(&mut schema);
    let unchecked = aside("constraints").and_then(Value::as_object);
    constraints.extend(unchecked.into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())));
    let constraints = (unchecked.is_some() || !constraints.is_empty()).then_some(constraints);
    Some(DataField { constraints, name: name.to_owned(), required, title, type_ })
}

fn json_type(of: DataFieldType) -> &'static str {
    match of {
        DataFieldType::String | DataFieldType::Date => "string",
        DataFieldType::Number => "number",
        DataFieldType::Integer => "integer",
        DataFieldType::Boolean => "boolean",
        DataFieldType::File => "object",
    }
}
