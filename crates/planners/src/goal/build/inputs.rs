//! Inputs of an action.

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_contracts::action_blueprint::names::same;
use planwright_generated::action_blueprint::{FieldSnapshot, Operation};
use serde_json::{Value, json};

use super::super::intent;
use super::super::lexicon::Act;
use super::super::reading::Binding;
use super::super::vocabulary::{data_type, field_label, is_picklist};
use super::Understood;

impl Understood<'_, '_> {
    pub(super) fn inputs(&self, operation: Operation) -> Vec<Value> {
        let mut inputs = Vec::new();
        let id_label = format!("{} Id", self.object());
        match operation {
            Operation::Update => inputs.push(input("Id", &id_label, "Id", true)),
            Operation::Upsert => inputs.push(match self.key {
                Some(key) => field_input(key, true, None),
                None => input("Id", &id_label, "Id", false),
            }),
            Operation::Call => {
                let record = json!({"fieldApiName": "Id", "usage": "PARAMETER"});
                inputs.push(merged(input("RecordId", &id_label, "Id", true), record));
                if self.clause.act == Act::Notify {
                    let said = self.reading.texts.iter().chain(self.reading.bindings.iter().flat_map(|one| &one.hints));
                    let said: Vec<String> = said.map(|text| format!("\"{text}\"")).collect();
                    let message = merged(input("Message", "Message", "String", true), json!({"usage": "PARAMETER"}));
                    inputs.push(described(
                        message,
                        (!said.is_empty()).then(|| format!("The goal mentions {}.", said.join(", "))),
                    ));
                }
                return inputs;
            }
            Operation::Insert | Operation::Create => {}
        }
        let is_key = |field: &FieldSnapshot| self.key.is_some_and(|key| same(&key.api_name, &field.api_name));
        let named = self.reading.bindings.iter().filter(|binding| !is_key(binding.field));
        let subject = self.fields.writable("Subject").filter(|_| operation == Operation::Insert);
        let is_subject =
            |binding: &&Binding<'_>| subject.is_some_and(|field| same(&field.api_name, &binding.field.api_name));
        if let Some(subject) = subject {
            // A task or a case without a subject is hard to find again.
            inputs.push(field_input(subject, true, named.clone().find(is_subject)));
        }
        for binding in named.filter(|binding| !is_subject(binding)) {
            let needed = operation != Operation::Upsert || !binding.field.nillable;
            inputs.push(field_input(binding.field, needed, Some(binding)));
        }
        if operation != Operation::Update {
            let bound = |field: &FieldSnapshot| {
                is_key(field) || self.reading.bindings.iter().any(|one| same(&one.field.api_name, &field.api_name))
            };
            let missing = intent::required(self.fields).filter(|field| !bound(field));
            inputs.extend(missing.map(|field| field_input(field, true, None)));
        }
        inputs
    }
}

/// Returns the input of a field.
fn field_input(field: &FieldSnapshot, required: bool, binding: Option<&Binding<'_>>) -> Value {
    let plain = input(&field.api_name, &field_label(field), &hint(field), required);
    described(plain, binding.and_then(description))
}

fn input(api_name: &str, label: &str, data_type: &str, required: bool) -> Value {
    json!({"apiName": api_name, "fieldApiName": api_name, "label": label, "dataType": data_type, "required": required, "usage": "FIELD"})
}

fn merged(mut input: Value, more: Value) -> Value {
    if let (Some(input), Value::Object(more)) = (input.as_object_mut(), more) {
        input.extend(more);
    }
    input
}

fn described(input: Value, description: Option<String>) -> Value {
    match description {
        Some(text) => merged(input, json!({"description": text})),
        None => input,
    }
}

/// Describes the part of a value in the goal that no guardrail expresses.
fn description(binding: &Binding<'_>) -> Option<String> {
    let hints: Vec<String> = binding.hints.iter().map(|hint| format!("\"{hint}\"")).collect();
    let what = (!hints.is_empty()).then(|| format!("The goal mentions {}.", hints.join(", ")))?;
    let stranger = is_picklist(binding.field) && binding.values.is_empty();
    let named = || binding.field.picklist_values.iter().any(|value| binding.hints.contains(value));
    Some(if stranger && !named() { format!("{what} It is not a value of the picklist.") } else { what })
}

/// Returns the `dataType` for an input of the field.
fn hint(field: &FieldSnapshot) -> String {
    match (data_type(field), field.type_.to_lowercase().as_str()) {
        (Some(DataType::Id), _) => "Id",
        (Some(DataType::Boolean), _) => "Boolean",
        (Some(DataType::Integer), _) => "Integer",
        (Some(DataType::Long), _) => "Long",
        (Some(DataType::Date), _) => "Date",
        (Some(DataType::Datetime), _) => "Datetime",
        (Some(DataType::Time), _) => "Time",
        (Some(DataType::Blob), _) => "Base64",
        (Some(DataType::MultiPicklist), _) => "MultiPicklist",
        (Some(DataType::Decimal), "currency") => "Currency",
        (Some(DataType::Decimal), "percent") => "Percent",
        (Some(DataType::Decimal), _) => "Decimal",
        (_, "picklist") => "Picklist",
        (_, "email") => "Email",
        (_, "phone") => "Phone",
        (_, "url") => "Url",
        (_, "textarea") => "TextArea",
        _ => "String",
    }
    .to_owned()
}
