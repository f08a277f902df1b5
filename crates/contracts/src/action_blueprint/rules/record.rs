//! Which record an action hits.

use planwright_check::Findings;
use planwright_generated::action_blueprint::{ActionBlueprint, Operation};

use crate::action_blueprint::Context;
use crate::action_blueprint::names::{COUNTER_OBJECT, is_id, same};

pub(super) fn missing_record_id(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if plan.operation == Operation::Update && !super::binds(plan, "Id") {
        let message = "an UPDATE needs a FIELD input for Id, none of the inputs binds it";
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
    if same(&plan.target_s_object, COUNTER_OBJECT) {
        let message = format!("{COUNTER_OBJECT} counts requests and is written by the runtime alone");
        findings.report(&[&"targetSObject"], message, "name the object of your action");
    }
}

pub(super) fn upsert_multiple_keys(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if plan.operation == Operation::Upsert && plan.key_fields.len() > 1 {
        let message = format!("an upsert takes one key field, {} are named", plan.key_fields.len());
        findings.report(&[&"keyFields"], message, "keep the one that identifies the record");
    }
}

pub(super) fn upsert_key_unbound(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if plan.operation != Operation::Upsert {
        return;
    }
    let by_default = ["Id".to_owned()];
    let keys = if plan.key_fields.is_empty() { &by_default[..] } else { &plan.key_fields };
    for (index, key) in keys.iter().enumerate() {
        if !super::binds(plan, key) {
            let message = format!("no FIELD input sets the key field {key}");
            let help = format!("add an input with fieldApiName {key:?}, or name another key field");
            findings.report(&[&"keyFields", &index], message, help);
        }
    }
}
