//! Table of the rules that need a snapshot. `planwright snapshot check` runs them together with the rules of every
//! blueprint.
//!
//! They report nothing without a snapshot, or if the snapshot does not contain the object.

use planwright_check::{Findings, Rule};
use planwright_contracts::action_blueprint::names::{is_id, same};
use planwright_contracts::action_blueprint::{Context, find_field, find_object};
use planwright_contracts::platform::{ObjectFacts, find_facts};
use planwright_generated::action_blueprint::{
    ActionBlueprint, ActionInput, EnumAllowedGuardrail, FieldSnapshot, Guardrail, InputUsage, ObjectSnapshot, Operation,
};

use super::diff::{computed, is_key, required};
use super::fit::{Fit, advice, fit, fit_of_output};
use super::names::{is_picklist, never_updated};
use crate::standard_objects;

pub(super) const FIELD_CALCULATED: &str = "FIELD_CALCULATED";
pub(super) const REQUIRED_FIELD_UNBOUND: &str = "REQUIRED_FIELD_UNBOUND";
pub(super) const ENUM_OUTSIDE_PICKLIST: &str = "ENUM_OUTSIDE_PICKLIST";
pub(super) const DATA_TYPE_MISMATCH: &str = "DATA_TYPE_MISMATCH";
pub(super) const UPSERT_KEY_NOT_EXTERNAL_ID: &str = "UPSERT_KEY_NOT_EXTERNAL_ID";

/// All rules that need a snapshot.
pub(super) const ALL: &[Rule<ActionBlueprint, Context>] = &[
    Rule::error(
        "OBJECT_NOT_CREATEABLE",
        "An INSERT or UPSERT uses an object whose records the user cannot create.",
        object_not_createable,
    ),
    Rule::error(
        "OBJECT_NOT_UPDATEABLE",
        "An UPDATE or UPSERT uses an object whose records the user cannot change.",
        object_not_updateable,
    ),
    Rule::error(
        FIELD_CALCULATED,
        "An input sets a formula, roll-up or auto-number field, which only the org can set.",
        field_calculated,
    ),
    Rule::error(
        REQUIRED_FIELD_UNBOUND,
        "An INSERT does not set a required field that has no default.",
        required_field_unbound,
    ),
    Rule::warning(
        REQUIRED_FIELD_UNBOUND,
        "An INSERT does not set a required picklist, which may have a default, or an UPSERT a required field, which matters only if it creates a record.",
        required_field_perhaps_unbound,
    ),
    Rule::error(
        ENUM_OUTSIDE_PICKLIST,
        "A guardrail allows a value that a restricted picklist rejects.",
        enum_outside_picklist,
    ),
    Rule::error(
        DATA_TYPE_MISMATCH,
        "The dataType of an input cannot be assigned to the field that it sets.",
        |plan, context, findings| data_type_mismatch(plan, context, Fit::None, findings),
    ),
    Rule::warning(
        DATA_TYPE_MISMATCH,
        "The dataType of an input is assigned to the field that it sets, but not every value will be accepted.",
        |plan, context, findings| data_type_mismatch(plan, context, Fit::Loose, findings),
    ),
    Rule::error(
        DATA_TYPE_MISMATCH,
        "The field of an output cannot be read as the dataType of the output.",
        |plan, context, findings| output_type_mismatch(plan, context, Fit::None, findings),
    ),
    Rule::warning(
        DATA_TYPE_MISMATCH,
        "The field of an output has values that the dataType of the output cannot represent.",
        |plan, context, findings| output_type_mismatch(plan, context, Fit::Loose, findings),
    ),
    Rule::error(
        UPSERT_KEY_NOT_EXTERNAL_ID,
        "The key of an UPSERT is neither an external id nor a lookup key.",
        upsert_key_not_external_id,
    ),
];

pub(super) fn creates(plan: &ActionBlueprint) -> bool {
    matches!(plan.operation, Operation::Insert | Operation::Create | Operation::Upsert)
}

pub(super) fn updates(plan: &ActionBlueprint) -> bool {
    matches!(plan.operation, Operation::Update | Operation::Upsert)
}

/// Returns whether the field is one of several of which an insert needs one, and the org has another of them.
pub(super) fn has_alternatives(facts: &ObjectFacts, field: &str, object: Option<&ObjectSnapshot>) -> bool {
    facts.one_of().any(|group| {
        group.iter().any(|name| same(name, field))
            && group.iter().any(|name| !same(name, field) && object.is_none_or(|object| may_have(object, name)))
    })
}

/// Returns whether the org may have a field. A partial snapshot does not tell.
pub(super) fn may_have(object: &ObjectSnapshot, field: &str) -> bool {
    object.partial == Some(true) || find_field(object, field).is_some()
}

fn object<'c>(plan: &ActionBlueprint, context: &'c Context) -> Option<&'c ObjectSnapshot> {
    find_object(context.snapshot.as_ref()?, &plan.target_s_object)
}

/// Returns the inputs that write a field of the snapshot. A CALL writes none, and `Id` only identifies the record.
fn written<'p>(
    plan: &'p ActionBlueprint,
    context: &'p Context,
) -> impl Iterator<Item = (usize, &'p ActionInput, &'p FieldSnapshot)> {
    let object = object(plan, context).filter(|_| plan.operation != Operation::Call);
    plan.inputs
        .iter()
        .enumerate()
        .filter(|(_, input)| input.usage == InputUsage::Field && !is_id(&input.field_api_name))
        .filter_map(move |(index, input)| Some((index, input, find_field(object?, &input.field_api_name)?)))
}

fn object_not_createable(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    if object(plan, context).is_some_and(|object| creates(plan) && object.createable == Some(false)) {
        let message = format!("the user cannot create records of {}", plan.target_s_object);
        let help = if never_updated(&plan.target_s_object) {
            "nobody can; use another object"
        } else {
            "give the user the right to create them, or use another operation"
        };
        findings.report(&[&"targetSObject"], message, help);
    }
}

fn object_not_updateable(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    if object(plan, context)
        .is_some_and(|object| updates(plan) && (object.updateable == Some(false) || never_updated(&object.api_name)))
    {
        let message = format!("the user cannot change records of {}", plan.target_s_object);
        let help = if never_updated(&plan.target_s_object) {
            "nobody can; use another operation, or another object"
        } else {
            "give the user the right to edit them, or use another operation"
        };
        findings.report(&[&"targetSObject"], message, help);
    }
}

fn field_calculated(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    for (index, _, field) in written(plan, context).filter(|(_, _, field)| computed(field)) {
        let what = if field.auto_number == Some(true) { "an auto-number" } else { "a formula or roll-up" };
        let message = format!("{} is {what}: the org computes it, nothing can set it", field.api_name);
        let help = "remove the input, or set the fields that it is computed from";
        findings.report(&[&"inputs", &index, &"fieldApiName"], message, help);
    }
}

fn required_field_unbound(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    if matches!(plan.operation, Operation::Insert | Operation::Create) {
        for field in unbound(plan, context).filter(|field| !is_picklist(&field.type_)) {
            let message = format!("no input sets {}, which {} needs", field.api_name, plan.operation);
            findings.report(&[&"inputs"], message, format!("add an input for {}", field.api_name));
        }
    }
}

fn required_field_perhaps_unbound(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let (picklists_only, reason) = match plan.operation {
        Operation::Insert | Operation::Create => (true, "needs unless it has a default"),
        Operation::Upsert => (false, "needs where it creates a record"),
        Operation::Update | Operation::Call => return,
    };
    for field in unbound(plan, context).filter(|field| !picklists_only || is_picklist(&field.type_)) {
        let message = format!("no input sets {}, which {} {reason}", field.api_name, plan.operation);
        findings.report(&[&"inputs"], message, format!("add an input for {}", field.api_name));
    }
}

/// Returns the required fields that no input sets. Another rule checks the key of an UPSERT.
fn unbound<'p>(plan: &'p ActionBlueprint, context: &'p Context) -> impl Iterator<Item = &'p FieldSnapshot> {
    let binds = |field: &FieldSnapshot| {
        plan.inputs.iter().any(|input| input.usage == InputUsage::Field && same(&input.field_api_name, &field.api_name))
    };
    let facts = find_facts(&plan.target_s_object);
    // The platform fills some fields that a describe calls required, and accepts others in their place.
    let is_optional = move |field: &FieldSnapshot| {
        facts.is_some_and(|facts| {
            object(plan, context).is_some_and(|object| has_alternatives(facts, &field.api_name, Some(object)))
                || facts.field(&field.api_name).is_some_and(|known| known.defaulted)
                || is_built_in(plan, context, field)
        })
    };
    let fields = object(plan, context).into_iter().flat_map(|object| object.fields.values());
    fields.filter(move |field| required(field) && !is_id(&field.api_name) && !is_optional(field) && !binds(field))
}

/// Returns whether a field of a partial snapshot is required only because the built-in subset says so. The facts of the
/// platform decide that.
fn is_built_in(plan: &ActionBlueprint, context: &Context, field: &FieldSnapshot) -> bool {
    let built_in = || find_object(standard_objects(), &plan.target_s_object);
    object(plan, context).is_some_and(|object| object.partial == Some(true))
        && built_in().and_then(|object| find_field(object, &field.api_name)).is_some_and(|known| !known.nillable)
}

fn enum_outside_picklist(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let Some(object) = object(plan, context) else { return };
    for (index, guardrail) in plan.guardrails.iter().flatten().enumerate() {
        let Guardrail::EnumAllowed(EnumAllowedGuardrail { params, .. }) = guardrail else { continue };
        let known = find_field(object, &params.field);
        let Some(field) = known.filter(|field| field.restricted_picklist == Some(true)) else { continue };
        let values = &field.picklist_values;
        let several = same(&field.type_, "MultiPicklist");
        for (number, value) in params.values.iter().enumerate() {
            let fits = values.contains(value)
                || several && value.split(';').all(|one| values.iter().any(|known| known == one.trim()));
            if !fits && !values.is_empty() {
                let message = format!("the restricted picklist {} refuses {value:?}", field.api_name);
                let near = findings.suggest(value, values.iter().map(String::as_str));
                let help = near.filter(|_| !several || !value.contains(';')).map_or_else(
                    || format!("allow only its values: {}", first_values(values)).into(),
                    |near| near.write(),
                );
                findings.report(&[&"guardrails", &index, &"params", &"values", &number], message, help);
            }
        }
    }
}

/// Formats the first values of a picklist.
fn first_values(values: &[String]) -> String {
    let mut shown: Vec<&str> = values.iter().take(5).map(String::as_str).collect();
    if values.len() > shown.len() {
        shown.push("…");
    }
    shown.join(", ")
}

fn data_type_mismatch(plan: &ActionBlueprint, context: &Context, bad: Fit, findings: &mut Findings) {
    for (index, input, field) in written(plan, context).filter(|(_, input, field)| fit(&input.data_type, field) == bad)
    {
        let verb = if bad == Fit::None { "cannot represent" } else { "does not accept every" };
        let message = format!("{} is of type {} and {verb} {}", field.api_name, field.type_, input.data_type);
        findings.report(&[&"inputs", &index, &"dataType"], message, advice(field));
    }
}

fn output_type_mismatch(plan: &ActionBlueprint, context: &Context, bad: Fit, findings: &mut Findings) {
    let object = object(plan, context).filter(|_| plan.operation != Operation::Call);
    for (index, output) in plan.outputs.iter().flatten().enumerate() {
        let Some(field) = object.and_then(|object| find_field(object, &output.field_api_name)) else { continue };
        if fit_of_output(&output.data_type, field) == bad {
            let verb = if bad == Fit::None { "cannot be read as" } else { "does not always fit" };
            let message = format!("{} is of type {} and {verb} {}", field.api_name, field.type_, output.data_type);
            let help = format!("write the dataType {:?}", field.type_);
            findings.report(&[&"outputs", &index, &"dataType"], message, help);
        }
    }
}

fn upsert_key_not_external_id(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let Some(object) = object(plan, context).filter(|_| plan.operation == Operation::Upsert) else { return };
    for (index, key) in plan.key_fields.iter().enumerate().filter(|(_, key)| !is_id(key)) {
        let known = find_field(object, key);
        let surely = known.is_some_and(|field| {
            is_key(field) == Some(false) && field.external_id.is_some() && field.id_lookup.is_some()
        });
        if surely {
            let message = format!("{key} is neither an external id nor a lookup key, so no upsert can use it");
            let keys: Vec<String> = object
                .fields
                .values()
                .filter(|field| is_key(field) == Some(true) && !is_id(&field.api_name))
                .map(|field| field.api_name.clone())
                .collect();
            let help = if keys.is_empty() {
                "mark the field as an external id".to_owned()
            } else {
                format!("mark the field as an external id, or use one of: {}", first_values(&keys))
            };
            findings.report(&[&"keyFields", &index], message, help);
        }
    }
}
