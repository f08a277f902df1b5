//! The key of an input's value, and whether requests are counted by it.

use std::collections::HashSet;

use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput, Guardrail, InputUsage};

use super::names::same;

/// The name under which a value is kept: the field that it sets, else its key in the payload.
pub(crate) fn value_key(input: &ActionInput) -> &str {
    if input.usage == InputUsage::Field { &input.field_api_name } else { &input.api_name }
}

/// Whether a guardrail counts requests by the value of the input, though it may set no field.
pub fn counts_by(plan: &ActionBlueprint, input: &ActionInput) -> bool {
    CountingFields::of(plan).has(input)
}

/// So many names are looked through; more are looked up.
pub(crate) const FEW: usize = 32;

/// The fields that requests are counted by.
pub(crate) struct CountingFields<'p> {
    all: Vec<&'p str>,
    /// The same in small letters, where there are many.
    folded: Option<HashSet<String>>,
}

impl<'p> CountingFields<'p> {
    pub(crate) fn of(plan: &'p ActionBlueprint) -> Self {
        let field = |guardrail: &'p Guardrail| {
            let Guardrail::RateLimit(limit) = guardrail else { return None };
            limit.params.field.as_deref()
        };
        let all: Vec<&str> = plan.guardrails.iter().flatten().filter_map(field).collect();
        let folded = (all.len() > FEW).then(|| all.iter().map(|field| field.to_ascii_lowercase()).collect());
        Self { all, folded }
    }

    /// Whether the value of the input is one of them.
    pub(crate) fn has(&self, input: &ActionInput) -> bool {
        let key = value_key(input);
        match &self.folded {
            Some(folded) => folded.contains(&key.to_ascii_lowercase()),
            None => self.all.iter().any(|field| same(field, key)),
        }
    }
}
