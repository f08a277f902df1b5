//! The key of an input's value, and whether requests are counted by it.

use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput, Guardrail, InputUsage};

use super::names::same;

/// The name under which a value is kept: the field that it sets, else its key in the payload.
pub(crate) fn value_key(input: &ActionInput) -> &str {
    if input.usage == InputUsage::Field { &input.field_api_name } else { &input.api_name }
}

/// Whether a guardrail counts requests by the value of the input, though it may set no field.
pub fn counts_by(plan: &ActionBlueprint, input: &ActionInput) -> bool {
    plan.guardrails.iter().flatten().any(|guardrail| {
        let Guardrail::RateLimit(limit) = guardrail else { return false };
        limit.params.field.as_ref().is_some_and(|field| same(field, value_key(input)))
    })
}
