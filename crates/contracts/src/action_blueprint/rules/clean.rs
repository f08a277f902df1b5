//! Fast check in one pass whether any rule of the table could report something.
//!
//! If it is not certain, it answers no and the rules run. A test compares its answers with the rules.

use planwright_generated::action_blueprint::{
    ActionBlueprint, ConfirmationMode, Guardrail, InputUsage, NumericRangeGuardrail, Operation,
};

use super::naming::{is_api_name, is_writable};
use super::{bindings, binds};
use crate::action_blueprint::Context;
use crate::action_blueprint::data_type::{DataType, Hint, parse_hint};
use crate::action_blueprint::guardrails::{Subject, guarded_field, guarded_fields, info_of};
use crate::action_blueprint::input_index::InputIndex;
use crate::action_blueprint::names::{
    API_NAME_LIMIT, NAME_LIMIT, RUNTIME_OBJECTS, is_id, is_reserved, is_standard_object, name_hash, same, separators,
};
use crate::action_blueprint::setup_objects::find_setup_object;

/// Returns whether no rule can report anything. With a snapshot the answer is always no.
pub(crate) fn is_clean(plan: &ActionBlueprint, context: &Context) -> bool {
    let inputs = InputIndex::new(plan);
    context.snapshot.is_none()
        && !(context.for_agents && find_setup_object(&plan.target_s_object).is_some())
        && names_are_clean(plan)
        && inputs_are_clean(plan)
        && outputs_are_clean(plan)
        && plan.guardrails.iter().flatten().all(|guardrail| guardrail_is_clean(plan, &inputs, guardrail))
}

fn names_are_clean(plan: &ActionBlueprint) -> bool {
    let object = plan.target_s_object.as_str();
    // Sanitising adds at most one letter.
    plan.name.len() < NAME_LIMIT
        && plan.name.bytes().any(|byte| byte.is_ascii_alphanumeric())
        && is_writable(&plan.label)
        && is_api_name(object)
        && holds_records(object)
        && (!is_reserved(object) || is_standard_object(object))
        && !RUNTIME_OBJECTS.iter().any(|known| same(known, object))
        && plan.confirmation != ConfirmationMode::Token
        && plan.all_or_none != Some(true)
        && plan.use_assignment_rules != Some(true)
        && plan.allow_duplicates != Some(true)
        && plan.callout != Some(true)
        && plan.key_fields.iter().all(|key| is_api_name(key))
}

/// Returns whether an object's name has no suffix, or the suffix of objects with records.
fn holds_records(object: &str) -> bool {
    separators(object) == Some(0) || ends_with(object, "__c")
}

fn inputs_are_clean(plan: &ActionBlueprint) -> bool {
    let calls = plan.operation == Operation::Call;
    let (mut sets_id, mut sets_others) = (false, false);
    let (mut keys, mut fields) = (Vec::with_capacity(plan.inputs.len()), Vec::with_capacity(plan.inputs.len()));
    for input in &plan.inputs {
        let field = input.field_api_name.as_str();
        let sets = input.usage == InputUsage::Field;
        let fits = (sets || calls)
            && is_writable(&input.label)
            && input.api_name.len() <= API_NAME_LIMIT
            && is_api_name(field)
            && matches!(parse_hint(&input.data_type), Hint::Known(_));
        let is_refused = sets
            && (is_reserved(field)
                || ends_with(field, bindings::RELATIONSHIP_SUFFIX)
                || !calls && bindings::is_system_field(field));
        if !fits || is_refused {
            return false;
        }
        keys.push(name_hash(&input.api_name));
        if sets {
            fields.push(name_hash(field));
            let is_key = is_id(field);
            sets_id |= is_key;
            sets_others |= !is_key;
        }
    }
    let suits = match plan.operation {
        Operation::Insert | Operation::Create => sets_others && !sets_id,
        Operation::Update => sets_others && sets_id,
        Operation::Upsert => match plan.key_fields.as_slice() {
            [] => sets_id,
            [key] => binds(plan, key),
            _ => false,
        },
        Operation::Call => true,
    };
    suits && are_distinct(keys) && are_distinct(fields)
}

fn outputs_are_clean(plan: &ActionBlueprint) -> bool {
    let reads_back = plan.operation != Operation::Call;
    let Some(outputs) = &plan.outputs else { return true };
    let fit = outputs.iter().all(|output| {
        let field = output.field_api_name.as_str();
        is_writable(&output.label)
            && is_api_name(field)
            && matches!(parse_hint(&output.data_type), Hint::Known(data_type) if data_type != DataType::Blob)
            && !(reads_back && (is_reserved(field) || ends_with(field, bindings::RELATIONSHIP_SUFFIX)))
    });
    fit && are_distinct(outputs.iter().map(|output| name_hash(&output.field_api_name)).collect())
}

fn guardrail_is_clean(plan: &ActionBlueprint, inputs: &InputIndex<'_>, guardrail: &Guardrail) -> bool {
    let info = info_of(guardrail);
    let (field, fields) = (guarded_field(guardrail), guarded_fields(guardrail));
    let are_named = field.is_none_or(is_api_name) && fields.iter().all(|field| is_api_name(field));
    let holds = match info.subject {
        Subject::FieldRead | Subject::RecordAccess => true,
        Subject::History => field.is_none() && find_setup_object(&plan.target_s_object).is_none(),
        Subject::FieldEdit => !fields.iter().any(|field| is_id(field)),
        Subject::Value => field.is_some_and(|field| {
            let input = inputs.input_for(field).map(|input| parse_hint(&input.data_type));
            let suits = |data_type| info.accepts_types.is_empty() || info.accepts_types.contains(&data_type);
            inputs.binds(field) && matches!(input, Some(Hint::Known(data_type)) if suits(data_type))
        }),
        Subject::Values => !fields.iter().any(|field| inputs.input_for(field).is_none_or(|input| input.required)),
        Subject::NamedRecords => plan.operation == Operation::Update && fields.is_empty(),
    };
    are_named && holds && !is_empty_range(guardrail)
}

/// Returns whether no number is within the bounds.
fn is_empty_range(guardrail: &Guardrail) -> bool {
    let Guardrail::NumericRange(NumericRangeGuardrail { params, .. }) = guardrail else { return false };
    params.min.zip(params.max).is_some_and(|(min, max)| min > max)
}

/// Returns whether a name has this ending, ignoring case.
fn ends_with(name: &str, end: &str) -> bool {
    let start = name.len().checked_sub(end.len());
    start.and_then(|start| name.as_bytes().get(start..)).is_some_and(|own| own.eq_ignore_ascii_case(end.as_bytes()))
}

/// Returns whether all hashes are different.
fn are_distinct(mut hashes: Vec<u64>) -> bool {
    hashes.sort_unstable();
    !hashes.windows(2).any(|pair| pair[0] == pair[1])
}
