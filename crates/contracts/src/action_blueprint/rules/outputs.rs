//! Rules on outputs.

use std::collections::HashMap;

use planwright_check::{Findings, Suggestion};
use planwright_generated::action_blueprint::{ActionBlueprint, ActionOutput, Operation};

use crate::action_blueprint::components::components;
use crate::action_blueprint::data_type::{COMMON_HINTS, DataType, Hint, parse_hint};
use crate::action_blueprint::names::{is_id, is_reserved};
use crate::action_blueprint::{Context, find_field, lacks_field};

use super::org;

pub(super) fn duplicate_output(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let mut seen = HashMap::new();
    for (index, output) in all(plan) {
        let first = *seen.entry(output.field_api_name.to_ascii_lowercase()).or_insert(index);
        if first != index {
            let message = format!("output {} is {} already", first + 1, output.field_api_name);
            findings.report(&[&"outputs", &index, &"fieldApiName"], message, "name each output once");
        }
    }
}

pub(super) fn unsupported_output(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    for (index, output) in all(plan) {
        let help = match parse_hint(&output.data_type) {
            Hint::Compound => {
                format!(
                    "name its component fields: {}",
                    components(&output.field_api_name, &output.data_type).join(", ")
                )
            }
            Hint::Known(DataType::Blob) => "return a link, or the required part as a string".to_owned(),
            Hint::Known(_) | Hint::Unknown => continue,
        };
        let message = format!("no answer carries a value of the type {}", output.data_type);
        findings.report(&[&"outputs", &index, &"dataType"], message, help);
    }
}

pub(super) fn unknown_output_type(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    for (index, output) in all(plan).filter(|(_, output)| parse_hint(&output.data_type) == Hint::Unknown) {
        let message = format!("{:?} is not a data type of the platform and is treated as String", output.data_type);
        let help = findings
            .suggest(&output.data_type, COMMON_HINTS.iter().copied())
            .map_or_else(|| format!("use one of {}", COMMON_HINTS.join(", ")).into(), |near| near.write());
        findings.report(&[&"outputs", &index, &"dataType"], message, help);
    }
}

pub(super) fn reserved_output(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    for (index, output) in read_back(plan).filter(|(_, output)| is_reserved(&output.field_api_name)) {
        let message = format!("{:?} is a reserved word of Apex", output.field_api_name);
        findings.report(&[&"outputs", &index, &"fieldApiName"], message, "name the field to read");
    }
}

pub(super) fn relationship_output(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    for (index, output) in read_back(plan) {
        let field = &output.field_api_name;
        if field.to_ascii_lowercase().ends_with("__r") {
            let message = format!("{field} is a relationship, not a field");
            let name = format!("{}__c", &field[..field.len() - "__r".len()]);
            let help = Suggestion { name: &name, is_only: true }.write();
            findings.report(&[&"outputs", &index, &"fieldApiName"], message, help);
        }
    }
}

pub(super) fn output_not_in_schema(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let (Some(snapshot), Some(object)) = (&context.snapshot, org::object(plan, context)) else { return };
    for (index, output) in read_back(plan) {
        if lacks_field(snapshot, object, &output.field_api_name) {
            let message = format!("{} has no field {}", object.api_name, output.field_api_name);
            let help = org::known_name(findings, &output.field_api_name, object.fields.keys());
            findings.report(&[&"outputs", &index, &"fieldApiName"], message, help);
        }
    }
}

pub(super) fn output_not_in_snapshot(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let (Some(snapshot), Some(object)) = (&context.snapshot, org::object(plan, context)) else { return };
    for (index, output) in read_back(plan) {
        let name = &output.field_api_name;
        let known = is_id(name) || find_field(object, name).is_some();
        if !known && !lacks_field(snapshot, object, name) {
            let message = format!("the snapshot does not have {}.{name}, which the org may have", object.api_name);
            let help = org::unchecked(findings, name, object.fields.keys());
            findings.report(&[&"outputs", &index, &"fieldApiName"], message, help);
        }
    }
}

fn all(plan: &ActionBlueprint) -> impl Iterator<Item = (usize, &ActionOutput)> {
    plan.outputs.iter().flatten().enumerate()
}

/// Returns the outputs that are fields. The outputs of a CALL are named by its handler.
fn read_back(plan: &ActionBlueprint) -> impl Iterator<Item = (usize, &ActionOutput)> {
    all(plan).filter(|_| plan.operation != Operation::Call)
}
