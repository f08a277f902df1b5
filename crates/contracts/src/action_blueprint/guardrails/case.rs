//! One request as the guardrails see it.

use std::collections::BTreeMap;

use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput, Guardrail};

use super::table::problem;
use super::values::fill;
use super::{Turn, info_of, own_message};
use crate::action_blueprint::data_type::{DataType, Hint, read};
use crate::action_blueprint::find_field;
use crate::action_blueprint::payload::inputs::{input_for, value_key};
use crate::action_blueprint::payload::{Request, Typed};

/// What a guardrail of a type that nobody knows says.
const UNSUPPORTED: &str = "Unsupported guardrail: {type}";

/// A guardrail as it is met: of a known type, or of one that nothing can judge.
#[derive(Clone)]
pub(crate) enum MetGuardrail<'r> {
    Known(&'r Guardrail),
    Unknown { name: String, message: Option<String> },
}

impl MetGuardrail<'_> {
    /// When it is judged; what is not known is not kept waiting.
    pub(crate) fn turn(&self) -> Turn {
        match self {
            Self::Known(guardrail) => info_of(guardrail).turn,
            Self::Unknown { .. } => Turn::First,
        }
    }
}

/// What a guardrail is judged by: the blueprint, the converted values, the request.
#[derive(Clone, Copy)]
pub(crate) struct GuardrailCase<'c> {
    pub(crate) blueprint: &'c ActionBlueprint,
    pub(crate) values: &'c BTreeMap<String, Typed>,
    pub(crate) request: &'c Request<'c>,
}

impl<'c> GuardrailCase<'c> {
    /// The error of a guardrail that does not hold: its own message, else the default one of its type.
    pub(crate) fn refusal(&self, rule: &MetGuardrail<'_>) -> Option<String> {
        match rule {
            MetGuardrail::Unknown { name, message } => {
                Some(message.clone().unwrap_or_else(|| fill(UNSUPPORTED, &[("type", name)])))
            }
            MetGuardrail::Known(guardrail) => {
                let problem = problem(self, guardrail)?;
                Some(own_message(guardrail).map_or(problem, str::to_owned))
            }
        }
    }

    /// The fields that a guardrail about access looks at: those it names, else all that the blueprint sets.
    pub(super) fn concerned<'f>(&'f self, named: &'f [String]) -> Vec<&'f str> {
        if named.is_empty() {
            let set = self.blueprint.inputs.iter().filter(|input| value_key(input) == input.field_api_name);
            set.map(|input| input.field_api_name.as_str()).collect()
        } else {
            named.iter().map(String::as_str).collect()
        }
    }

    pub(super) fn input_for(&self, name: &str) -> Option<&'c ActionInput> {
        input_for(self.blueprint, name)
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

    /// Whether the field takes several picklist values: its input says so, or the org does.
    pub(super) fn takes_several(&self, input: &ActionInput) -> bool {
        let several = |hint: &str| read(hint) == Hint::Known(DataType::MultiPicklist);
        let object = self.request.object(&self.blueprint.target_s_object);
        let field = object.and_then(|object| find_field(object, &input.field_api_name));
        several(&input.data_type) || field.is_some_and(|field| several(&field.type_))
    }
}
