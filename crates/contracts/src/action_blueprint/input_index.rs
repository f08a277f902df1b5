//! Index of a blueprint's inputs, for callers that look up many of them.

use std::collections::{HashMap, HashSet};

use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput, InputUsage};

use super::counted::{MAX_LINEAR_SEARCH, value_key};
use super::names::same;
use super::payload::inputs::{input_for, used_inputs};

/// Finds the same inputs as [`input_for`], without a linear search if there are many.
pub(crate) struct InputIndex<'b> {
    blueprint: &'b ActionBlueprint,
    /// Only built if there are many inputs.
    folded: Option<FoldedInputs<'b>>,
}

/// Inputs by lowercase name.
struct FoldedInputs<'b> {
    by_value: HashMap<String, &'b ActionInput>,
    by_field: HashMap<String, &'b ActionInput>,
    /// Fields that inputs set.
    set: HashSet<String>,
}

impl<'b> InputIndex<'b> {
    pub(crate) fn new(blueprint: &'b ActionBlueprint) -> Self {
        let folded = (blueprint.inputs.len() > MAX_LINEAR_SEARCH).then(|| FoldedInputs::new(blueprint));
        Self { blueprint, folded }
    }

    /// Returns the input for a name. Letter case does not matter. The keys of values are searched before the fields.
    pub(crate) fn input_for(&self, name: &str) -> Option<&'b ActionInput> {
        let Some(folded) = &self.folded else { return input_for(self.blueprint, name) };
        let name = name.to_ascii_lowercase();
        folded.by_value.get(&name).or_else(|| folded.by_field.get(&name)).copied()
    }

    /// Returns whether a FIELD input sets the field.
    pub(crate) fn binds(&self, field: &str) -> bool {
        let Some(folded) = &self.folded else { return binds(self.blueprint, field) };
        folded.set.contains(&field.to_ascii_lowercase())
    }
}

impl<'b> FoldedInputs<'b> {
    fn new(blueprint: &'b ActionBlueprint) -> Self {
        let (mut by_value, mut by_field) = (HashMap::new(), HashMap::new());
        for input in used_inputs(blueprint) {
            by_value.entry(value_key(input).to_ascii_lowercase()).or_insert(input);
            by_field.insert(input.field_api_name.to_ascii_lowercase(), input);
        }
        let set = set(blueprint).map(str::to_ascii_lowercase).collect();
        Self { by_value, by_field, set }
    }
}

/// Returns whether a FIELD input sets the field. For many fields, `InputIndex` is faster.
pub fn binds(blueprint: &ActionBlueprint, field: &str) -> bool {
    set(blueprint).any(|known| same(known, field))
}

/// Returns the fields that inputs set.
fn set(blueprint: &ActionBlueprint) -> impl Iterator<Item = &str> {
    let inputs = blueprint.inputs.iter().filter(|input| input.usage == InputUsage::Field);
    inputs.map(|input| input.field_api_name.as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The index and the linear search find the same inputs, even if several names differ only in case.
    #[test]
    fn the_index_equals_the_linear_search() {
        let inputs: Vec<_> = (0..90)
            .map(|number| {
                let usage = ["FIELD", "PARAMETER", "CONTEXT"][number % 3];
                json!({
                    "apiName": format!("Key{}", number % 70), "fieldApiName": format!("Field{}__c", number % 40), "label": "A",
                    "dataType": "String", "required": false, "usage": usage,
                })
            })
            .collect();
        let limits: Vec<_> = (0..40)
            .map(|number| json!({ "type": "RATE_LIMIT", "params": { "field": format!("key{}", number * 2), "requests": 1, "seconds": 60 } }))
            .collect();
        for (operation, limits) in [("UPDATE", &limits[..]), ("UPDATE", &limits[..3]), ("CALL", &limits[..0])] {
            let plan = json!({
                "name": "A", "label": "A", "category": "DOMAIN", "targetSObject": "Case", "operation": operation, "keyFields": [],
                "inputs": inputs, "guardrails": limits,
            });
            let plan = ActionBlueprint::parse(plan.to_string().as_bytes()).unwrap();
            let index = InputIndex::new(&plan);
            assert!(index.folded.is_some());
            for number in 0..100 {
                for name in [format!("KEY{number}"), format!("key{number}"), format!("fielD{number}__C")] {
                    let (found, sought) = (index.input_for(&name), input_for(&plan, &name));
                    assert_eq!(found.map(std::ptr::from_ref), sought.map(std::ptr::from_ref), "{name}");
                    assert_eq!(index.binds(&name), binds(&plan, &name), "{name}");
                }
            }
        }
    }
}
