//! Keys of input values, and the fields by which rate limits count requests.

use std::collections::HashSet;

use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput, Guardrail, InputUsage};

use super::names::same;

/// Returns the key of a value: the field that it sets, or its key in the payload.
pub(crate) fn value_key(input: &ActionInput) -> &str {
    if input.usage == InputUsage::Field { &input.field_api_name } else { &input.api_name }
}

/// Returns whether a guardrail counts requests by the value of the input. The input need not set a field.
pub fn counts_by(plan: &ActionBlueprint, input: &ActionInput) -> bool {
    CountingFields::from_plan(plan).has(input)
}

/// Maximum number of names that are searched linearly. For more names, a map or set is built.
pub(crate) const MAX_LINEAR_SEARCH: usize = 32;

/// Fields by which rate limits count requests.
pub(crate) struct CountingFields<'p> {
    all: Vec<&'p str>,
    /// The same fields in lowercase. Only built if there are many.
    folded: Option<HashSet<String>>,
}

impl<'p> CountingFields<'p> {
    pub(crate) fn from_plan(plan: &'p ActionBlueprint) -> Self {
        let field = |guardrail: &'p Guardrail| {
            let Guardrail::RateLimit(limit) = guardrail else { return None };
            limit.params.field.as_deref()
        };
        let all: Vec<&str> = plan.guardrails.iter().flatten().filter_map(field).collect();
        let folded =
            (all.len() > MAX_LINEAR_SEARCH).then(|| all.iter().map(|field| field.to_ascii_lowercase()).collect());
        Self { all, folded }
    }

    /// Returns whether rate limits count by the value of the input.
    pub(crate) fn has(&self, input: &ActionInput) -> bool {
        let key = value_key(input);
        match &self.folded {
            Some(folded) => folded.contains(&key.to_ascii_lowercase()),
            None => self.all.iter().any(|field| same(field, key)),
        }
    }
}
