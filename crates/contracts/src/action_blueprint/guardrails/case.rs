//! The data of one request that guardrails use.

use std::collections::BTreeMap;

use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput};

use crate::action_blueprint::data_type::{DataType, Hint, parse_hint};
use crate::action_blueprint::find_field;
use crate::action_blueprint::names::same;
use crate::action_blueprint::payload::inputs::{input_for, value_key};
use crate::action_blueprint::payload::{Request, Typed};

/// Blueprint, converted values and request that a guardrail is evaluated on.
#[derive(Clone, Copy)]
pub(crate) struct GuardrailCase<'c> {
    pub(crate) blueprint: &'c ActionBlueprint,
    pub(crate) values: &'c BTreeMap<String, Typed>,
    pub(crate) request: &'c Request<'c>,
    /// Input whose sample values are tried, if the case is a trial. It takes precedence over other inputs with the same
    /// key.
    pub(crate) trial_input: Option<&'c ActionInput>,
}

impl<'c> GuardrailCase<'c> {
    /// Returns the fields that an access guardrail checks: the fields it names, or all that the blueprint sets.
    pub(super) fn checked_fields<'f>(&'f self, named: &'f [String]) -> Vec<&'f str> {
        if named.is_empty() {
            let set = self.blueprint.inputs.iter().filter(|input| value_key(input) == input.field_api_name);
            set.map(|input| input.field_api_name.as_str()).collect()
        } else {
            named.iter().map(String::as_str).collect()
        }
    }

    pub(super) fn input_for(&self, name: &str) -> Option<&'c ActionInput> {
        let tried = self.trial_input.filter(|input| same(value_key(input), name));
        tried.or_else(|| input_for(self.blueprint, name))
    }

    pub(super) fn label_of<'n>(&self, name: &'n str) -> &'n str
    where
        'c: 'n,
    {
        self.input_for(name).map_or(name, |input| &input.label)
    }

    pub(super) fn value(&self, input: &ActionInput) -> &'c Typed {
        self.values.get(value_key(input)).unwrap_or(&Typed::Null)
    }

    pub(super) fn object_label(&self) -> String {
        let object = self.request.object(&self.blueprint.target_s_object);
        object.and_then(|object| object.label.clone()).unwrap_or_else(|| self.blueprint.target_s_object.clone())
    }

    /// Returns whether the field accepts several picklist values, according to its input or to the org.
    pub(super) fn accepts_several(&self, input: &ActionInput) -> bool {
        let several = |hint: &str| parse_hint(hint) == Hint::Known(DataType::MultiPicklist);
        let object = self.request.object(&self.blueprint.target_s_object);
        let field = object.and_then(|object| find_field(object, &input.field_api_name));
        several(&input.data_type) || field.is_some_and(|field| several(&field.type_))
    }
}
