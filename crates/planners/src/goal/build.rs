//! Builds a blueprint from an understood clause.

mod inputs;
mod wording;

use planwright_contracts::action_blueprint::names::is_id;
use planwright_generated::action_blueprint::{FieldSnapshot, Operation};
use serde_json::{Value, json};

use super::clauses::Clause;
use super::lexicon::Act;
use super::naming::action_name;
use super::reading::Reading;
use super::target::Target;
use super::vocabulary::{Fields, field_label, object_label};

/// Understood clause.
pub(super) struct Understood<'u, 's> {
    pub(super) clause: &'u Clause,
    pub(super) target: &'u Target<'s>,
    pub(super) fields: &'u Fields<'s>,
    pub(super) reading: &'u Reading<'s>,
    /// Key of an upsert, or `None` for Id.
    pub(super) key: Option<&'s FieldSnapshot>,
}

impl Understood<'_, '_> {
    /// Returns the blueprint as JSON, with a name that is not in `taken`.
    pub(super) fn blueprint(&self, taken: &[String]) -> Value {
        let operation = self.clause.act.operation();
        let words = self.title();
        let (summary, checkpoint) = self.sentences(&words);
        let mut blueprint = json!({
            "name": action_name(&words, taken),
            "label": self.label(&words),
            "category": self.category(),
            "targetSObject": self.target.object.api_name,
            "operation": operation,
            "summary": summary,
            "checkpoint": checkpoint,
            "keyFields": [self.key.map_or("Id", |field| &field.api_name)],
            "inputs": self.inputs(operation),
        });
        let guardrails = self.guardrails(operation);
        if !guardrails.is_empty() {
            blueprint["guardrails"] = Value::from(guardrails);
        }
        blueprint
    }

    fn object(&self) -> String {
        object_label(self.target.object)
    }

    fn category(&self) -> &'static str {
        match self.clause.act {
            Act::Create | Act::Change | Act::Upsert => "CRUD",
            Act::Notify => "NOTIFICATION",
            Act::Run => "INTEGRATION",
            _ => "DOMAIN",
        }
    }

    fn guardrails(&self, operation: Operation) -> Vec<Value> {
        if operation == Operation::Call {
            return Vec::new();
        }
        let inputs = self.inputs(operation);
        let written = inputs.iter().filter_map(|input| input["fieldApiName"].as_str()).filter(|field| !is_id(field));
        let mut guardrails = vec![json!({"type": "FLS_EDIT", "params": {"fields": written.collect::<Vec<_>>()}})];
        for binding in &self.reading.bindings {
            let (field, label) = (&binding.field.api_name, field_label(binding.field));
            if !binding.values.is_empty() {
                guardrails.push(json!({"type": "ENUM_ALLOWED", "params": {"field": field, "values": binding.values}}));
            }
            if let Some(range) = &binding.range {
                let (min, max) = range.bounds(binding.field);
                let mut params = json!({"field": field});
                if let Some(min) = min {
                    params["min"] = number(min);
                }
                if let Some(max) = max {
                    params["max"] = number(max);
                }
                let message = format!("{label} must be {}.", range.phrase);
                guardrails.push(json!({"type": "NUMERIC_RANGE", "params": params, "message": message}));
            } else if binding.positive {
                guardrails.push(json!({"type": "NUMERIC_POSITIVE", "params": {"field": field}}));
            }
        }
        guardrails
    }
}

/// Converts a number to JSON, as an integer if it has no fraction.
#[allow(clippy::cast_possible_truncation, reason = "the value is whole and small enough")]
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 { Value::from(value as i64) } else { Value::from(value) }
}
