//! Converts an exported schema to the `OpenAPI` 3.0 schema object that Vertex AI expects in `responseSchema`.

use planwright_schema::model::Keyword;
use serde_json::{Map, Value, json};

use crate::values::named_types;

/// Keywords with the same meaning in both.
const UNCHANGED_KEYWORDS: [&str; 5] = [
    "description",
    Keyword::MaxItems.name(),
    Keyword::Maximum.name(),
    Keyword::MinItems.name(),
    Keyword::Minimum.name(),
];

/// Converts a schema: `null` becomes `nullable`, types are in capitals, and the order of properties is explicit.
pub(crate) fn form(schema: &Value) -> Value {
    let mut made = Map::new();
    match named_types(schema).as_slice() {
        [] => {}
        [only] => set(&mut made, "type", only.to_uppercase().into()),
        // Several types are always one type and `null`.
        several => {
            let named = several.iter().find(|name| **name != "null").copied().unwrap_or("null");
            set(&mut made, "type", named.to_uppercase().into());
            set(&mut made, "nullable", true.into());
        }
    }
    for keyword in UNCHANGED_KEYWORDS {
        if let Some(value) = schema.get(keyword) {
            set(&mut made, keyword, value.clone());
        }
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        // Enum values of any type are strings here.
        let texts = values.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        set(&mut made, "format", "enum".into());
        set(&mut made, "enum", texts.collect::<Vec<_>>().into());
    }
    if let Some(items) = schema.get("items") {
        set(&mut made, "items", form(items));
    }
    if let Some(members) = schema.get(Keyword::Properties.name()).and_then(Value::as_object) {
        let formed: Map<String, Value> = members.iter().map(|(name, own)| (name.clone(), form(own))).collect();
        set(&mut made, Keyword::Properties.name(), formed.into());
        set(&mut made, "propertyOrdering", members.keys().cloned().collect::<Vec<_>>().into());
        if let Some(required) = schema["required"].as_array().filter(|names| !names.is_empty()) {
            set(&mut made, "required", required.clone().into());
        }
    }
    if let Some(branches) = schema.get(Keyword::AnyOf.name()).and_then(Value::as_array) {
        union(&mut made, branches);
    }
    made.into()
}

/// Converts a union without its `null`, which is a separate keyword. A union with one branch becomes that branch.
fn union(made: &mut Map<String, Value>, branches: &[Value]) {
    let (nulls, others): (Vec<&Value>, Vec<&Value>) =
        branches.iter().partition(|branch| **branch == json!({ "type": "null" }));
    if !nulls.is_empty() {
        set(made, "nullable", true.into());
    }
    match others.as_slice() {
        [only] => {
            let mut formed = form(only);
            let inner = formed.as_object_mut().map(std::mem::take).unwrap_or_default();
            for (keyword, value) in inner {
                match (keyword.as_str(), made.get("description").and_then(Value::as_str), value.as_str()) {
                    ("description", Some(outer), Some(own)) if outer != own => {
                        let both = format!("{own} {outer}");
                        set(made, "description", both.into());
                    }
                    _ => set(made, &keyword, value),
                }
            }
        }
        several => {
            set(made, Keyword::AnyOf.name(), several.iter().map(|branch| form(branch)).collect::<Vec<_>>().into());
        }
    }
}

fn set(made: &mut Map<String, Value>, keyword: &str, value: Value) {
    made.insert(keyword.to_owned(), value);
}

/// Checks whether a schema has this form.
#[must_use]
pub fn is_openapi_form(schema: &Value) -> bool {
    let is_type = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase());
    schema["type"].as_str().is_some_and(is_type)
}
