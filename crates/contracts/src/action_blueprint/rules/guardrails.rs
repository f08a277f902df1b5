//! Rules on guardrails that would not have their intended effect.

use planwright_check::Findings;
use planwright_generated::action_blueprint::{
    ActionBlueprint, ActionInput, EnumAllowedGuardrail, Guardrail, NumericRangeGuardrail, ObjectSnapshot, Operation,
    PiiRedactGuardrail, SchemaSnapshot,
};

use crate::action_blueprint::data_type::{DataType, Hint, parse_hint};
use crate::action_blueprint::guardrails::{
    Subject, guarded_field, guarded_fields, guardrail_type, info_of, record_fields, requires_edit_access,
    requires_field_access,
};
use crate::action_blueprint::input_index::InputIndex;
use crate::action_blueprint::names::is_id;
use crate::action_blueprint::payload::inputs::{input_for, used_inputs, value_key};
use crate::action_blueprint::{Context, find_field, lacks_field};

pub(super) fn field_unbound(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let inputs = InputIndex::new(plan);
    for (index, guardrail) in guardrails(plan) {
        let counts = info_of(guardrail).subject == Subject::History;
        let is_bound = |field: &&str| if counts { inputs.input_for(field).is_some() } else { inputs.binds(field) };
        let Some(field) = guarded_field(guardrail).filter(|field| !is_bound(field)) else { continue };
        let message = format!("{} looks at {field}, which no FIELD input sets", guardrail_type(guardrail));
        let known = super::bound(plan).map(|(_, input)| input.field_api_name.as_str());
        let help = findings
            .suggest(field, known)
            .map_or_else(|| "name the fieldApiName of an input, or add the input".into(), |near| near.write());
        findings.report(&[&"guardrails", &index, &"params", &"field"], message, help);
    }
    let known: Vec<&str> = used_inputs(plan).map(value_key).collect();
    for (index, guardrail) in guardrails(plan).filter(|(_, guardrail)| names_records(guardrail)) {
        for (number, field) in guarded_fields(guardrail).iter().enumerate() {
            if inputs.input_for(field).is_none() {
                let message = format!("{} looks at {field}, which no input names", guardrail_type(guardrail));
                let help = findings.suggest(field, known.iter().copied()).map_or_else(
                    || "name the fieldApiName of an input for a record id, or add the input".into(),
                    |near| near.write(),
                );
                findings.report(&[&"guardrails", &index, &"params", &"fields", &number], message, help);
            }
        }
    }
}

pub(super) fn no_record_to_guard(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let by_id = match plan.operation {
        Operation::Insert | Operation::Create => false,
        // Another rule reports an UPDATE without an input for Id.
        Operation::Update => true,
        Operation::Upsert => plan.key_fields.first().is_none_or(|key| is_id(key)),
        Operation::Call => input_for(plan, "Id").is_some(),
    };
    for (index, guardrail) in guardrails(plan) {
        if !by_id && names_records(guardrail) && guarded_fields(guardrail).is_empty() {
            let name = guardrail_type(guardrail);
            let message = format!("this {} addresses no record by Id, so {name} would never refuse", plan.operation);
            let help = "name the reference fields to look at in params.fields, or leave the guardrail out";
            findings.report(&[&"guardrails", &index], message, help);
        }
    }
}

pub(super) fn guarded_field_no_id(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let inputs = InputIndex::new(plan);
    for (index, guardrail) in guardrails(plan) {
        let is_named = !guarded_fields(guardrail).is_empty();
        for (number, field) in record_fields(guardrail).into_iter().enumerate() {
            let Some(input) = inputs.input_for(field) else { continue };
            // The record's own Id is read as an Id, whatever its dataType is.
            let is_key = is_id(value_key(input)) && plan.operation != Operation::Call;
            if is_key || parse_hint(&input.data_type) == Hint::Known(DataType::Id) {
                continue;
            }
            let message = format!("{field} has the dataType {:?}, which cannot contain a record id", input.data_type);
            let help = "give the input the dataType Id or Reference, or leave the field out of the guardrail";
            if is_named {
                findings.report(&[&"guardrails", &index, &"params", &"fields", &number], message, help);
            } else {
                findings.report(&[&"guardrails", &index], message, help);
            }
        }
    }
}

/// Returns whether a guardrail on numbers applies to a text input.
fn applies_to_text(guardrail: &Guardrail, input: &ActionInput) -> bool {
    let of_numbers = matches!(guardrail, Guardrail::NumericPositive(_) | Guardrail::NumericRange(_));
    of_numbers && matches!(parse_hint(&input.data_type), Hint::Known(DataType::Text | DataType::MultiPicklist))
}

pub(super) fn number_of_text(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let inputs = InputIndex::new(plan);
    for (index, guardrail) in guardrails(plan) {
        let Some(input) = guarded_field(guardrail).and_then(|field| inputs.input_for(field)) else { continue };
        if applies_to_text(guardrail, input) {
            let (name, field) = (guardrail_type(guardrail), &input.field_api_name);
            let message =
                format!("{name} checks {field}, which contains a string: its dataType is {:?}", input.data_type);
            let help = "correct the dataType, or leave the guardrail out";
            findings.report(&[&"guardrails", &index, &"params", &"field"], message, help);
        }
    }
}

pub(super) fn redacted_but_required(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let inputs = InputIndex::new(plan);
    for (index, guardrail) in guardrails(plan) {
        let Guardrail::PiiRedact(PiiRedactGuardrail { params, .. }) = guardrail else { continue };
        for (number, field) in params.fields.iter().enumerate() {
            if inputs.input_for(field).is_some_and(|input| input.required) {
                let message = format!("PII_REDACT on {field} can never pass: its input is required");
                let help = "leave the field out of the guardrail, or the input out of the action";
                findings.report(&[&"guardrails", &index, &"params", &"fields", &number], message, help);
            }
        }
    }
}

pub(super) fn guarded_field_type(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let inputs = InputIndex::new(plan);
    for (index, guardrail) in guardrails(plan) {
        let takes = info_of(guardrail).accepts_types;
        let Some(input) = guarded_field(guardrail).and_then(|field| inputs.input_for(field)) else { continue };
        let Hint::Known(data_type) = parse_hint(&input.data_type) else { continue };
        if takes.is_empty() || takes.contains(&data_type) || applies_to_text(guardrail, input) {
            continue;
        }
        let (name, field) = (guardrail_type(guardrail), &input.field_api_name);
        let message = format!("{name} does not suit {field}, whose dataType is {:?}", input.data_type);
        let help = "correct the dataType, or leave the guardrail out";
        findings.report(&[&"guardrails", &index, &"params", &"field"], message, help);
    }
}

pub(super) fn edit_on_record_key(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    for (index, guardrail) in guardrails(plan).filter(|(_, guardrail)| requires_edit_access(guardrail)) {
        for (number, _) in guarded_fields(guardrail).iter().enumerate().filter(|(_, field)| is_id(field)) {
            let message = "Id is addressed, not edited; it only has to be readable";
            findings.report(
                &[&"guardrails", &index, &"params", &"fields", &number],
                message,
                "leave Id out of the fields",
            );
        }
    }
}

pub(super) fn unsatisfiable(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let object = super::org::object(plan, context);
    for (index, guardrail) in guardrails(plan) {
        if let Guardrail::NumericRange(NumericRangeGuardrail { params, .. }) = guardrail
            && let (Some(min), Some(max)) = (params.min, params.max)
            && min > max
        {
            let message = format!("no number is at least {min} and at most {max}");
            findings.report(&[&"guardrails", &index, &"params", &"max"], message, "swap the bounds");
        }
        let (Some(snapshot), Some(object)) = (&context.snapshot, object.filter(|_| requires_field_access(guardrail)))
        else {
            continue;
        };
        for (number, field) in guarded_fields(guardrail).iter().enumerate() {
            if let Some(why) = impossible_access(guardrail, plan.operation, (snapshot, object), field) {
                let message = format!("{} on {field} can never pass: {why}", guardrail_type(guardrail));
                let help = "leave the field out of the guardrail";
                findings.report(&[&"guardrails", &index, &"params", &"fields", &number], message, help);
            }
        }
    }
}

pub(super) fn value_not_in_picklist(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let Some(object) = super::org::object(plan, context) else { return };
    for (index, guardrail) in guardrails(plan) {
        let Guardrail::EnumAllowed(EnumAllowedGuardrail { params, .. }) = guardrail else { continue };
        let Some(field) = find_field(object, &params.field).filter(|field| !field.picklist_values.is_empty()) else {
            continue;
        };
        for (number, value) in params.values.iter().enumerate() {
            let several = parse_hint(&field.type_) == Hint::Known(DataType::MultiPicklist);
            let text = value;
            for value in parts(value, several).filter(|part| !field.picklist_values.iter().any(|known| known == part)) {
                let message = format!("{value:?} is not a value of the picklist {}", field.api_name);
                let near = findings.suggest(value, field.picklist_values.iter().map(String::as_str));
                let help = near.map_or_else(
                    || "remove it, or add it to the picklist".into(),
                    // If the value lists several values, the fix keeps the others.
                    |near| if value == text { near.write() } else { near.ask() },
                );
                findings.report(&[&"guardrails", &index, &"params", &"values", &number], message, help);
            }
        }
    }
}

/// Returns the parts of an allowed value: the value itself, or its values separated by `;`. Empty values at the end are
/// ignored.
fn parts(value: &str, several: bool) -> impl Iterator<Item = &str> {
    let whole = (!several).then_some(value);
    let parts = several.then(|| value.trim_end_matches(';').split(';'));
    whole.into_iter().chain(parts.into_iter().flatten())
}

fn names_records(guardrail: &Guardrail) -> bool {
    info_of(guardrail).subject == Subject::NamedRecords
}

fn guardrails(plan: &ActionBlueprint) -> impl Iterator<Item = (usize, &Guardrail)> {
    plan.guardrails.iter().flatten().enumerate()
}

/// Returns the reason why no user can have the access that the guardrail requires.
fn impossible_access(
    guardrail: &Guardrail,
    operation: Operation,
    (snapshot, object): (&SchemaSnapshot, &ObjectSnapshot),
    field: &str,
) -> Option<&'static str> {
    let Some(known) = find_field(object, field) else {
        return lacks_field(snapshot, object, field).then_some("the object does not have the field");
    };
    if !requires_edit_access(guardrail) || is_id(field) {
        return None;
    }
    let (creates, updates) = match operation {
        Operation::Insert | Operation::Create => (true, false),
        Operation::Update | Operation::Call => (false, true),
        Operation::Upsert => (true, true),
    };
    if creates && !known.createable {
        Some("the field cannot be set on creation")
    } else if updates && !known.updateable {
        Some("the field cannot be changed")
    } else {
        None
    }
}
