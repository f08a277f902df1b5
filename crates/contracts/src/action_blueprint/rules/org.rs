//! Rules that compare object and fields with the snapshot of the org. They are skipped without a snapshot, and the
//! field rules also if the object is missing.

use planwright_check::{Findings, Help};
use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput, FieldSnapshot, ObjectSnapshot, Operation};

use crate::action_blueprint::names::is_id;
use crate::action_blueprint::{Context, find_field, find_object, is_partial, lacks_field, lacks_object};
use crate::platform::find_facts;

/// Returns the object of the action, if the snapshot contains it.
pub(super) fn object<'c>(plan: &ActionBlueprint, context: &'c Context) -> Option<&'c ObjectSnapshot> {
    context.snapshot.as_ref().and_then(|snapshot| find_object(snapshot, &plan.target_s_object))
}

pub(super) fn object_not_in_schema(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let Some(snapshot) = &context.snapshot else { return };
    if lacks_object(snapshot, &plan.target_s_object) {
        let message = format!("the org has no object {}", plan.target_s_object);
        let help = known_name(findings, &plan.target_s_object, snapshot.objects.keys());
        findings.report(&[&"targetSObject"], message, help);
    }
}

pub(super) fn field_not_in_schema(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let (Some(snapshot), Some(object)) = (&context.snapshot, object(plan, context)) else { return };
    for (index, input) in super::bound(plan) {
        if lacks_field(snapshot, object, &input.field_api_name) {
            let message = format!("{} has no field {}", object.api_name, input.field_api_name);
            let help = known_name(findings, &input.field_api_name, object.fields.keys());
            findings.report(&[&"inputs", &index, &"fieldApiName"], message, help);
        }
    }
}

pub(super) fn not_in_snapshot(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let Some(snapshot) = context.snapshot.as_ref().filter(|snapshot| is_partial(snapshot)) else { return };
    let facts = find_facts(&plan.target_s_object).filter(|_| !context.no_standard);
    let Some(object) = object(plan, context) else {
        if facts.is_some() {
            return;
        }
        let message = format!("the snapshot does not have {}, which the org may have", plan.target_s_object);
        let help = unchecked(findings, &plan.target_s_object, snapshot.objects.keys());
        findings.report(&[&"targetSObject"], message, help);
        return;
    };
    for (index, input) in super::bound(plan) {
        let name = &input.field_api_name;
        let is_standard = || facts.and_then(|facts| facts.has_field(name)) == Some(true);
        let known = is_id(name) || find_field(object, name).is_some() || is_standard();
        if !known && !lacks_field(snapshot, object, name) {
            let message = format!("the snapshot does not have {}.{name}, which the org may have", object.api_name);
            let help = unchecked(findings, name, object.fields.keys());
            findings.report(&[&"inputs", &index, &"fieldApiName"], message, help);
        }
    }
}

pub(super) fn field_not_createable(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    if matches!(plan.operation, Operation::Insert | Operation::Create | Operation::Upsert) {
        for (index, input, _) in written(plan, context).filter(|(_, _, field)| !field.createable) {
            let message = format!("{} cannot be set when a record is created", input.field_api_name);
            findings.report(&[&"inputs", &index, &"fieldApiName"], message, "remove the input");
        }
    }
}

pub(super) fn field_not_updateable(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    if matches!(plan.operation, Operation::Update | Operation::Upsert) {
        for (index, input, _) in written(plan, context).filter(|(_, _, field)| !field.updateable) {
            let message = format!("{} cannot be changed on an existing record", input.field_api_name);
            findings.report(&[&"inputs", &index, &"fieldApiName"], message, "remove the input");
        }
    }
}

pub(super) fn upsert_key_not_unique(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let Some(object) = object(plan, context).filter(|_| plan.operation == Operation::Upsert) else { return };
    for (index, key) in plan.key_fields.iter().enumerate().filter(|(_, key)| !is_id(key)) {
        let usable = find_field(object, key).is_none_or(|field| {
            field.external_id == Some(true)
                || field.id_lookup == Some(true)
                || field.external_id.is_none() && field.id_lookup.is_none()
        });
        if !usable {
            let message = format!("{key} is not an external id, so an upsert cannot find records by it");
            findings.report(&[&"keyFields", &index], message, "mark the field as an external id, or use another key");
        }
    }
}

/// Returns the inputs that write a field of the snapshot. `Id` is excluded, because it only identifies the record.
fn written<'p>(
    plan: &'p ActionBlueprint,
    context: &'p Context,
) -> impl Iterator<Item = (usize, &'p ActionInput, &'p FieldSnapshot)> {
    let object = object(plan, context);
    super::bound(plan)
        .filter(|(_, input)| !is_id(&input.field_api_name))
        .filter_map(move |(index, input)| Some((index, input, find_field(object?, &input.field_api_name)?)))
}

pub(super) fn unchecked<'k>(findings: &mut Findings, given: &str, known: impl Iterator<Item = &'k String>) -> Help {
    findings.suggest(given, known.map(String::as_str)).map_or_else(
        || "nothing about it is checked; the describe of the object has more details".into(),
        |near| near.ask().and(" If not, nothing about it is checked"),
    )
}

pub(super) fn known_name<'k>(findings: &mut Findings, given: &str, known: impl Iterator<Item = &'k String>) -> Help {
    findings
        .suggest(given, known.map(String::as_str))
        .map_or_else(|| "use an API name of the snapshot, or refresh it".into(), |near| near.write().unsafely())
}
