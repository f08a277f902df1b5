//! Rules on the record that an action writes.

use planwright_check::Findings;
use planwright_generated::action_blueprint::{ActionBlueprint, ConfirmationMode, Operation};

use crate::action_blueprint::Context;
use crate::action_blueprint::input_index::InputIndex;
use crate::action_blueprint::names::{RUNTIME_OBJECTS, is_id, same};
use crate::platform::find_family;

pub(super) fn missing_record_id(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if plan.operation == Operation::Update && !super::binds(plan, "Id") {
        let message = "an UPDATE requires a FIELD input for Id, but no input binds it";
        findings.report(&[&"inputs"], message, "add an input with fieldApiName \"Id\" and dataType \"Id\"");
    }
}

pub(super) fn id_on_insert(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if !matches!(plan.operation, Operation::Insert | Operation::Create) {
        return;
    }
    for (index, input) in super::bound(plan) {
        if is_id(&input.field_api_name) {
            let message = format!("{} cannot set Id: the record does not exist yet", plan.operation);
            findings.report(
                &[&"inputs", &index, &"fieldApiName"],
                message,
                "remove the input, or use UPDATE or UPSERT",
            );
        }
    }
}

pub(super) fn counter_object(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if let Some(object) = RUNTIME_OBJECTS.iter().find(|object| same(&plan.target_s_object, object)) {
        let message = format!("only the runtime writes {object}");
        findings.report(&[&"targetSObject"], message, "name the object of your action");
    }
}

pub(super) fn confirmation_of_nothing(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let asks = plan.checkpoint.as_ref().is_some_and(|text| !text.trim().is_empty());
    if plan.confirmation == ConfirmationMode::Token && !asks {
        let message = "there is no checkpoint, so no token is ever created";
        findings.report(&[&"confirmation"], message, "add a checkpoint, or leave confirmation out");
    }
}

pub(super) fn all_or_none_of_call(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if plan.all_or_none == Some(true) && plan.operation == Operation::Call {
        let message = "a CALL writes nothing, so there is nothing to write together";
        findings.report(&[&"allOrNone"], message, "omit allOrNone; the handler decides what it writes");
    }
}

pub(super) fn dml_option_not_taken(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if !matches!(plan.operation, Operation::Upsert | Operation::Call) {
        return;
    }
    let options = [("useAssignmentRules", plan.use_assignment_rules), ("allowDuplicates", plan.allow_duplicates)];
    for (option, given) in options {
        if given != Some(true) {
            continue;
        }
        let message = format!("{option} applies only to INSERT and UPDATE");
        findings.report(&[&option], message, "leave it out, or make it an INSERT or an UPDATE");
    }
}

pub(super) fn no_assignment_rules(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let object = &plan.target_s_object;
    if plan.use_assignment_rules == Some(true) && !["Case", "Lead"].iter().any(|known| same(known, object)) {
        let message = format!("{object} has no assignment rules");
        findings.report(&[&"useAssignmentRules"], message, "leave it out; Case and Lead have such rules");
    }
}

pub(super) fn callout_without_handler(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if plan.callout == Some(true) && plan.operation != Operation::Call {
        let message = "only the handler of a CALL can call another system";
        findings.report(&[&"callout"], message, "leave callout out, or make it a CALL with a handler");
    }
}

pub(super) fn object_not_writable(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let family = find_family(&plan.target_s_object).filter(|family| family.is_custom());
    if let (Some(family), true) = (family, plan.operation != Operation::Call) {
        let message = format!("{} cannot write {}: {}", plan.operation, plan.target_s_object, family.reason);
        findings.report(&[&"targetSObject"], message, "use CALL and do it in the handler");
    }
}

pub(super) fn insert_without_inputs(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let inserts = matches!(plan.operation, Operation::Insert | Operation::Create);
    if inserts && super::bound(plan).next().is_none() {
        let message = format!("{} sets no field", plan.operation);
        findings.report(&[&"inputs"], message, "add an input for each field that the record needs");
    }
}

pub(super) fn update_without_inputs(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let sets = super::bound(plan).any(|(_, input)| !is_id(&input.field_api_name));
    if plan.operation == Operation::Update && super::binds(plan, "Id") && !sets {
        let message = "UPDATE sets no field but Id";
        findings.report(&[&"inputs"], message, "add an input for each field that is to change, or use CALL");
    }
}

pub(super) fn upsert_multiple_keys(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if plan.operation == Operation::Upsert && plan.key_fields.len() > 1 {
        let message = format!("an upsert uses one key field, but {} are named", plan.key_fields.len());
        findings.report(&[&"keyFields"], message, "keep the one that identifies the record");
    }
}

pub(super) fn upsert_key_unbound(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if plan.operation != Operation::Upsert {
        return;
    }
    let by_default = ["Id".to_owned()];
    let keys = if plan.key_fields.is_empty() { &by_default[..] } else { &plan.key_fields };
    let inputs = InputIndex::new(plan);
    for (index, key) in keys.iter().enumerate() {
        if !inputs.binds(key) {
            let message = format!("no FIELD input sets the key field {key}");
            let help = format!("add an input with fieldApiName {key:?}, or name another key field");
            findings.report(&[&"keyFields", &index], message, help);
        }
    }
}
