//! Chooses the documents for a test: the examples of the schema, or an invented document with every property once.

use serde_json::{Map, Value, json};

use super::model::{Class, Model, Type};

/// Returns the test documents of a root.
pub(super) fn documents(model: &Model, root: &str, examples: &[Value]) -> Vec<Value> {
    let document = model.classes.get(root).and_then(Class::document);
    let is_document = |example: &&Value| match document.map(|document| &document.kind) {
        Some(Type::List(_)) => example.is_array(),
        Some(Type::Any) => example.is_array() || example.is_object(),
        _ => example.is_object(),
    };
    let objects: Vec<Value> = examples.iter().filter(is_document).cloned().collect();
    if objects.is_empty() {
        vec![made_up(model, &Type::Class(root.to_owned()), &mut Vec::new(), &mut 0)]
    } else {
        objects
    }
}

/// Returns whether the classes name every property of a document.
pub(super) fn names_every_property(model: &Model, kind: &Type, value: &Value) -> bool {
    if let Some(document) = kind_of_document(model, kind) {
        return names_every_property(model, document, value);
    }
    match (kind, value) {
        (Type::Class(name), Value::Object(properties)) => properties.iter().all(|(property, value)| {
            let members = model.classes.get(name.as_str()).map_or(&[][..], |class| &class.members);
            let member = members.iter().find(|member| member.property == *property);
            member.is_some_and(|member| names_every_property(model, &member.kind, value))
        }),
        (Type::List(item), Value::Array(items)) => items.iter().all(|value| names_every_property(model, item, value)),
        (Type::Map(inner), Value::Object(properties)) => {
            properties.values().all(|value| names_every_property(model, inner, value))
        }
        _ => true,
    }
}

/// Returns the type of the whole document, if the class has it as its only field.
fn kind_of_document<'m>(model: &'m Model, kind: &Type) -> Option<&'m Type> {
    let Type::Class(name) = kind else { return None };
    model.classes.get(name.as_str())?.document().map(|document| &document.kind)
}

/// Maximum number of invented values. Beyond it, objects are left out.
const MAX_VALUES: usize = 200;

/// Maximum nesting of objects. Beyond it, objects are left out.
const MAX_DEPTH: usize = 16;

/// Returns a value of a type. A class inside itself is left out.
fn made_up(model: &Model, kind: &Type, open: &mut Vec<String>, made: &mut usize) -> Value {
    *made += 1;
    match kind {
        Type::Text => json!("text"),
        Type::Flag => json!(true),
        Type::Integer => json!(7),
        Type::Long => json!(3_000_000_000_u64),
        Type::Decimal => json!(2.5),
        Type::Date => json!("2026-01-31"),
        Type::Datetime => json!("2026-01-31T10:20:30.000Z"),
        Type::Any => json!({ "any": ["value", 1, true, null] }),
        Type::List(item) => json!([made_up(model, item, open, made)]),
        Type::Map(value) => json!({ "key": made_up(model, value, open, made) }),
        Type::Class(_) if kind_of_document(model, kind).is_some() => {
            kind_of_document(model, kind).map_or(Value::Null, |document| made_up(model, document, open, made))
        }
        Type::Class(name) => {
            open.push(name.clone());
            let mut members = Map::new();
            for member in model.classes.get(name.as_str()).into_iter().flat_map(|class| &class.members) {
                let is_object = member.kind.class().is_some();
                if is_object && (*made > MAX_VALUES || open.len() > MAX_DEPTH || is_open(&member.kind, open)) {
                    continue;
                }
                let choices = model.choices.iter().find(|list| Some(&list.name) == member.choices.as_ref());
                let value = match choices.and_then(|list| list.values.first()) {
                    Some(first) => json!(first),
                    None => made_up(model, &member.kind, open, made),
                };
                members.insert(member.property.clone(), value);
            }
            open.pop();
            members.into()
        }
    }
}

fn is_open(kind: &Type, open: &[String]) -> bool {
    kind.class().is_some_and(|name| open.iter().any(|open| open == name))
}
