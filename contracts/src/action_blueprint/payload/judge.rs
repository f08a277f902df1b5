//! The second stage: guardrails, each with one verdict.

use std::collections::BTreeMap;

use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput, Guardrail};

use super::decimal::Decimal;
use super::guardrails::{ABOVE, BELOW, NO_INPUT, NOT_A_NUMBER, UNSUPPORTED, fill, guardrail_info};
use super::inputs::{taken, value_key};
use super::own_message;
use super::request::{RecordAccess, Request};
use super::typed::Typed;
use crate::action_blueprint::data_type::{DataType, Hint, read};
use crate::action_blueprint::names::{is_id, same};
use crate::action_blueprint::{edited, find_field, guarded_field, guarded_fields, guardrail_type};

/// A guardrail as it is met: of a known type, or of one that nothing can judge.
#[derive(Clone)]
pub(super) enum Rule<'r> {
    Known(&'r Guardrail),
    Unknown { name: String, message: Option<String> },
}

/// What a guardrail is judged by.
pub(super) struct Bench<'b> {
    pub(super) blueprint: &'b ActionBlueprint,
    pub(super) values: &'b BTreeMap<String, Typed>,
    pub(super) request: &'b Request<'b>,
}

impl Bench<'_> {
    /// The error of a guardrail that does not hold: its own message, else the default one of its type.
    pub(super) fn refusal(&self, rule: &Rule<'_>) -> Option<String> {
        match rule {
            Rule::Unknown { name, message } => {
                Some(message.clone().unwrap_or_else(|| fill(UNSUPPORTED, &[("type", name)])))
            }
            Rule::Known(guardrail) => {
                let problem = self.problem(guardrail)?;
                Some(own_message(guardrail).map_or(problem, str::to_owned))
            }
        }
    }

    fn problem(&self, guardrail: &Guardrail) -> Option<String> {
        let usual = guardrail_info(guardrail_type(guardrail)).map_or(UNSUPPORTED, |info| info.message);
        match guardrail {
            Guardrail::SharingRequired { .. } => (self.request.user.records == RecordAccess::None)
                .then(|| fill(usual, &[("object", &self.object_label())])),
            Guardrail::PiiRedact { params, .. } => {
                let filled = params.fields.iter().filter_map(|field| self.input_for(field));
                let filled = filled.filter(|input| *self.value(input) != Typed::Null).map(|input| input.label.as_str());
                listed(usual, &filled.collect::<Vec<_>>())
            }
            Guardrail::NumericPositive { .. } | Guardrail::NumericRange { .. } | Guardrail::EnumAllowed { .. } => {
                self.value_problem(guardrail, usual)
            }
            _ => {
                let user = self.request.user;
                let may = |field: &&str| {
                    if edited(guardrail) && !is_id(field) { user.edits(field) } else { user.reads(field) }
                };
                let blocked = self.concerned(guardrail).into_iter().filter(|field| !may(field));
                listed(usual, &blocked.map(|field| self.label_of(field)).collect::<Vec<_>>())
            }
        }
    }

    fn value_problem(&self, guardrail: &Guardrail, usual: &str) -> Option<String> {
        let Some(input) = guarded_field(guardrail).and_then(|field| self.input_for(field)) else {
            return Some(fill(NO_INPUT, &[("type", guardrail_type(guardrail))]));
        };
        let value = self.value(input);
        let text = value.text()?;
        let said = |message: &str, value: (&str, &str)| Some(fill(message, &[("label", &input.label), value]));
        if let Guardrail::EnumAllowed { params, .. } = guardrail {
            let allowed = params.values.contains(&text) || self.takes_several(input) && all_of(&text, &params.values);
            return if allowed { None } else { said(usual, ("values", &params.values.join(", "))) };
        }
        let Some(number) = value.number() else { return said(NOT_A_NUMBER, ("", "")) };
        match guardrail {
            Guardrail::NumericPositive { .. } if !number.is_positive() => said(usual, ("", "")),
            Guardrail::NumericRange { params, .. } => {
                let (min, max) = (params.min.map(Decimal::from), params.max.map(Decimal::from));
                match (min.filter(|min| number < *min), max.filter(|max| number > *max)) {
                    (Some(min), _) => said(BELOW, ("min", &min.to_string())),
                    (None, Some(max)) => said(ABOVE, ("max", &max.to_string())),
                    (None, None) => None,
                }
            }
            _ => None,
        }
    }

    /// The fields that a guardrail about access looks at: those it names, else all that the blueprint sets.
    fn concerned<'g>(&'g self, guardrail: &'g Guardrail) -> Vec<&'g str> {
        let named = guarded_fields(guardrail);
        if named.is_empty() {
            let set = self.blueprint.inputs.iter().filter(|input| value_key(input) == input.field_api_name);
            set.map(|input| input.field_api_name.as_str()).collect()
        } else {
            named.iter().map(String::as_str).collect()
        }
    }

    /// The input behind a name, whatever its case: by the name of its value first.
    fn input_for(&self, name: &str) -> Option<&ActionInput> {
        let by_value = taken(self.blueprint).find(|input| same(value_key(input), name));
        by_value.or_else(|| taken(self.blueprint).filter(|input| same(&input.field_api_name, name)).last())
    }

    fn label_of<'n>(&'n self, name: &'n str) -> &'n str {
        self.input_for(name).map_or(name, |input| &input.label)
    }

    fn value(&self, input: &ActionInput) -> &Typed {
        self.values.get(value_key(input)).unwrap_or(&Typed::Null)
    }

    fn object_label(&self) -> String {
        let object = self.request.object(&self.blueprint.target_s_object);
        object.and_then(|object| object.label.clone()).unwrap_or_else(|| self.blueprint.target_s_object.clone())
    }

    /// Whether the field takes several picklist values: its input says so, or the org does.
    fn takes_several(&self, input: &ActionInput) -> bool {
        let several = |hint: &str| read(hint) == Hint::Known(DataType::MultiPicklist);
        let object = self.request.object(&self.blueprint.target_s_object);
        let field = object.and_then(|object| find_field(object, &input.field_api_name));
        several(&input.data_type) || field.is_some_and(|field| several(&field.type_))
    }
}

/// Whether `A;B` holds nothing but allowed values, and at least one. Blank ends are no values, as `split` drops them.
fn all_of(text: &str, allowed: &[String]) -> bool {
    let mut parts = text.trim_end_matches(';').split(';');
    !text.trim_matches(';').is_empty() && parts.all(|part| allowed.iter().any(|value| value == part))
}

fn listed(message: &str, labels: &[&str]) -> Option<String> {
    (!labels.is_empty()).then(|| fill(message, &[("labels", &labels.join(", "))]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_guardrail_has_its_words() {
        let samples = [
            r#"{"type":"FLS_VIEW"}"#,
            r#"{"type":"FLS_ACCESS"}"#,
            r#"{"type":"FLS_EDIT"}"#,
            r#"{"type":"FLS_UPDATE"}"#,
            r#"{"type":"FLS_WRITE"}"#,
            r#"{"type":"NUMERIC_POSITIVE","params":{"field":"A"}}"#,
            r#"{"type":"NUMERIC_RANGE","params":{"field":"A"}}"#,
            r#"{"type":"ENUM_ALLOWED","params":{"field":"A","values":["x"]}}"#,
            r#"{"type":"PII_REDACT","params":{"fields":["A"]}}"#,
            r#"{"type":"SHARING_REQUIRED"}"#,
        ];
        let names: Vec<_> = super::super::GUARDRAILS.iter().map(|info| info.name).collect();
        let known = samples.map(|text| guardrail_type(&serde_json::from_str::<Guardrail>(text).unwrap()));
        assert_eq!(names, known);
    }
}
