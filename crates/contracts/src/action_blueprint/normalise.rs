//! Normalises the names in a checked blueprint to the spelling of the platform or of the blueprint's own inputs.

use planwright_generated::action_blueprint::{ActionBlueprint, InputUsage, Operation};

use super::guardrails::each_field_name;
use super::names::{NameIndex, is_id};
use super::{Context, find_field, find_object};

pub(crate) fn normalise(plan: &mut ActionBlueprint, context: &Context) {
    if plan.key_fields.is_empty() {
        plan.key_fields.push("Id".to_owned());
    }
    let object = context.snapshot.as_ref().and_then(|snapshot| find_object(snapshot, &plan.target_s_object));
    if let Some(object) = object {
        plan.target_s_object.clone_from(&object.api_name);
    }
    for input in &mut plan.inputs {
        let known = object.and_then(|object| find_field(object, &input.field_api_name));
        if let Some(field) = known {
            input.field_api_name.clone_from(&field.api_name);
        } else if is_id(&input.field_api_name) {
            "Id".clone_into(&mut input.field_api_name);
        }
    }
    for output in plan.outputs.iter_mut().flatten().filter(|_| plan.operation != Operation::Call) {
        let known = object.and_then(|object| find_field(object, &output.field_api_name));
        if let Some(field) = known {
            output.field_api_name.clone_from(&field.api_name);
        } else if is_id(&output.field_api_name) {
            "Id".clone_into(&mut output.field_api_name);
        }
    }
    let ActionBlueprint { inputs, key_fields, guardrails, .. } = plan;
    let bound = inputs.iter().filter(|input| input.usage == InputUsage::Field);
    let bound = NameIndex::new(bound.map(|input| input.field_api_name.as_str()));
    // The spelling of the blueprint's own input takes precedence, because values are stored under it.
    let mut respell = |name: &mut String| {
        if let Some(spelling) = bound.find(name) {
            spelling.clone_into(name);
        } else if let Some(field) = object.and_then(|object| find_field(object, name)) {
            name.clone_from(&field.api_name);
        } else if is_id(name) {
            "Id".clone_into(name);
        }
    };
    key_fields.iter_mut().for_each(&mut respell);
    guardrails.iter_mut().flatten().for_each(|guardrail| each_field_name(guardrail, &mut respell));
}
