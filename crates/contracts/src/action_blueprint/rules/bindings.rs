//! Rules on inputs: the fields that they bind, and their types.

use std::collections::HashMap;

use planwright_check::{Findings, Suggestion};
use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput, InputUsage, Operation};

use crate::action_blueprint::Context;
use crate::action_blueprint::components::components;
use crate::action_blueprint::counted::{CountingFields, value_key};
use crate::action_blueprint::data_type::{COMMON_HINTS, Hint, parse_hint};
use crate::action_blueprint::names::same;

pub(super) fn duplicate_field_binding(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    // Counting values without a field are stored under their own key, next to the fields.
    let counting = CountingFields::from_plan(plan);
    let is_kept = |(_, input): &(usize, &ActionInput)| {
        input.usage == InputUsage::Field || plan.operation != Operation::Call && counting.has(input)
    };
    for (index, first, input) in repeated(plan.inputs.iter().enumerate().filter(is_kept), value_key) {
        let message = format!("the field {} is already set by input {}", value_key(input), first + 1);
        let member = if input.usage == InputUsage::Field { "fieldApiName" } else { "apiName" };
        findings.report(&[&"inputs", &index, &member], message, "bind each field once");
    }
}

pub(super) fn duplicate_input(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    for (index, first, input) in repeated(plan.inputs.iter().enumerate(), |input| &input.api_name) {
        let message = format!("the payload key {} is already bound by input {}", input.api_name, first + 1);
        findings.report(&[&"inputs", &index, &"apiName"], message, "give each input a different key");
    }
}

pub(super) fn unsupported_data_type(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    for (index, input) in plan.inputs.iter().enumerate() {
        if parse_hint(&input.data_type) == Hint::Compound {
            let message = format!("a value of the compound type {} cannot be set", input.data_type);
            let parts = components(&input.field_api_name, &input.data_type).join(", ");
            let help = format!("bind its component fields instead: {parts}");
            findings.report(&[&"inputs", &index, &"dataType"], message, help);
        }
    }
}

pub(super) fn unknown_data_type(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    for (index, input) in plan.inputs.iter().enumerate() {
        if parse_hint(&input.data_type) == Hint::Unknown {
            let message = format!("{:?} is not a data type of the platform and is treated as String", input.data_type);
            let help = findings
                .suggest(&input.data_type, COMMON_HINTS.iter().copied())
                .map_or_else(|| format!("use one of {}", COMMON_HINTS.join(", ")).into(), |near| near.write());
            findings.report(&[&"inputs", &index, &"dataType"], message, help);
        }
    }
}

/// Suffix of custom relationship names.
pub(super) const RELATIONSHIP_SUFFIX: &str = "__r";

pub(super) fn relationship_name(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    for (index, input) in super::bound(plan) {
        let field = &input.field_api_name;
        if field.to_ascii_lowercase().ends_with(RELATIONSHIP_SUFFIX) {
            let message = format!("{field} is a relationship, not a field");
            let name = format!("{}__c", &field[..field.len() - RELATIONSHIP_SUFFIX.len()]);
            let help = Suggestion { name: &name, is_only: true }.write();
            findings.report(&[&"inputs", &index, &"fieldApiName"], message, help);
        }
    }
}

/// Fields that only the platform can set.
const SYSTEM_FIELDS: [&str; 9] = [
    "CreatedById",
    "CreatedDate",
    "LastModifiedById",
    "LastModifiedDate",
    "SystemModstamp",
    "IsDeleted",
    "LastActivityDate",
    "LastViewedDate",
    "LastReferencedDate",
];

pub(super) fn system_field(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if plan.operation == Operation::Call {
        return;
    }
    for (index, input) in super::bound(plan) {
        let field = &input.field_api_name;
        if is_system_field(field) {
            let message = format!("only the platform sets {field}");
            findings.report(&[&"inputs", &index, &"fieldApiName"], message, "remove the input");
        }
    }
}

/// Returns whether only the platform can set a field.
pub(super) fn is_system_field(field: &str) -> bool {
    SYSTEM_FIELDS.iter().any(|known| same(known, field))
}

pub(super) fn input_ignored(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if plan.operation == Operation::Call {
        return;
    }
    let counting = CountingFields::from_plan(plan);
    for (index, input) in plan.inputs.iter().enumerate() {
        if input.usage != InputUsage::Field && !counting.has(input) {
            let message = format!(
                "a {} input is not written to the record, and {} does nothing else",
                input.usage, plan.operation
            );
            findings.report(&[&"inputs", &index, &"usage"], message, "use FIELD, or the operation CALL");
        }
    }
}

/// Returns the inputs whose name repeats that of an earlier one, ignoring case: own index, index of the first, input.
fn repeated<'i>(
    inputs: impl Iterator<Item = (usize, &'i ActionInput)>,
    name: impl Fn(&ActionInput) -> &str,
) -> Vec<(usize, usize, &'i ActionInput)> {
    let mut seen = HashMap::new();
    let mut found = Vec::new();
    for (index, input) in inputs {
        let first = *seen.entry(name(input).to_ascii_lowercase()).or_insert(index);
        if first != index {
            found.push((index, first, input));
        }
    }
    found
}
