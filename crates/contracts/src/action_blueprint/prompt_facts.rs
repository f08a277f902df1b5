//! Lists the objects, fields and picklist values of an org for a prompt. All names come from outside, so their length and
//! number are bounded, and they are JSON strings.

use planwright_check::repair::tame;
use planwright_generated::action_blueprint::{FieldSnapshot, ObjectSnapshot, SchemaSnapshot};
use serde_json::{Map, Value, json};

/// Maximum number of objects.
const MAX_OBJECTS: usize = 40;
/// Maximum number of fields of an object.
const MAX_FIELDS: usize = 150;
/// Maximum number of picklist values of a field.
const MAX_PICKLIST_VALUES: usize = 50;
/// Maximum length of a name or value, in characters.
const MAX_NAME: usize = 100;
/// Maximum length of the whole list in bytes.
const MAX_BYTES: usize = 48 * 1024;

/// Returns the objects of a snapshot as JSON, one object per line. Objects that the goal names come first.
///
/// A field is its type, or its picklist values. `and N more` counts what is left out.
pub fn org_facts(snapshot: &SchemaSnapshot, goal: &str) -> String {
    let goal = goal.to_lowercase();
    let is_named = |object: &ObjectSnapshot| {
        let names = std::iter::once(&object.api_name).chain(&object.label);
        names.into_iter().any(|name| !name.is_empty() && goal.contains(&name.to_lowercase()))
    };
    let (mut objects, others): (Vec<_>, Vec<_>) = snapshot.objects.values().partition(|object| is_named(object));
    objects.extend(others);
    let mut lines: Vec<String> = Vec::new();
    let mut left_bytes = MAX_BYTES;
    for object in objects.iter().take(MAX_OBJECTS) {
        let line = format!("{}: {}", name(&object.api_name), object_facts(object));
        let Some(left) = left_bytes.checked_sub(line.len()) else { break };
        left_bytes = left;
        lines.push(line);
    }
    let left_out = objects.len() - lines.len();
    lines.extend((left_out > 0).then(|| format!("\"and {left_out} more\": {{}}")));
    format!("{{\n{}\n}}", lines.join(",\n"))
}

fn object_facts(object: &ObjectSnapshot) -> Value {
    let fields = object.fields.values().take(MAX_FIELDS);
    let mut facts: Map<String, Value> =
        fields.map(|field| (tame(&field.api_name, MAX_NAME), field_facts(field))).collect();
    let left_out = object.fields.len().saturating_sub(MAX_FIELDS);
    facts.extend((left_out > 0).then(|| (format!("and {left_out} more"), Value::Null)));
    facts.into()
}

fn field_facts(field: &FieldSnapshot) -> Value {
    let is_read_only = !field.createable && !field.updateable;
    let kind = format!("{}{}", tame(&field.type_, MAX_NAME), if is_read_only { ", read-only" } else { "" });
    let all = &field.picklist_values;
    if all.is_empty() {
        return kind.into();
    }
    let mut values: Vec<String> = all.iter().take(MAX_PICKLIST_VALUES).map(|value| tame(value, MAX_NAME)).collect();
    let left_out = all.len().saturating_sub(MAX_PICKLIST_VALUES);
    values.extend((left_out > 0).then(|| format!("and {left_out} more")));
    json!({ kind: values })
}

fn name(text: &str) -> Value {
    tame(text, MAX_NAME).into()
}
