//! The second stage: guardrails, each with one verdict.

use std::collections::BTreeMap;

use planwright_generated::action_blueprint::{
    ActionBlueprint, ActionInput, Guardrail, RateLimitParams, RecordAccessLevel,
};

use super::decimal::Decimal;
use super::guardrails::{ABOVE, BELOW, NO_INPUT, NOT_A_NUMBER, Turn, UNCOUNTED, UNSUPPORTED, fill, guardrail_info};
use super::inputs::{input_for, value_key};
use super::own_message;
use super::request::{Earlier, RecordAccess, Request};
use super::typed::Typed;
use crate::action_blueprint::data_type::{DataType, Hint, read};
use crate::action_blueprint::names::is_id;
use crate::action_blueprint::{
    edited, find_field, guarded_field, guarded_fields, guardrail_type, record_access, record_fields,
};

/// A guardrail as it is met: of a known type, or of one that nothing can judge.
#[derive(Clone)]
pub(super) enum Rule<'r> {
    Known(&'r Guardrail),
    Unknown { name: String, message: Option<String> },
}

impl Rule<'_> {
    /// When it is judged; what is not known is not kept waiting.
    pub(super) fn turn(&self) -> Turn {
        match self {
            Self::Known(guardrail) => guardrail_info(guardrail_type(guardrail)).map_or(Turn::First, |info| info.turn),
            Self::Unknown { .. } => Turn::First,
        }
    }
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
            Guardrail::RecordAccess { .. } => {
                let wanted = record_access(guardrail)?;
                let named = record_fields(guardrail).into_iter();
                let blocked: Vec<&str> = named.filter_map(|field| self.blocked(field, wanted)).collect();
                listed(&usual.replace("{access}", access_word(wanted)), &blocked)
            }
            Guardrail::RateLimit { params, .. } => self.rate_problem(params, usual),
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

    /// The label of a field whose record the user does not reach. No record is named where there is no value.
    fn blocked<'n>(&'n self, field: &'n str, wanted: RecordAccessLevel) -> Option<&'n str> {
        let Some(input) = self.input_for(field) else { return Some(field) };
        let record = self.value(input).text()?;
        (!self.request.user.reaches(&record, wanted)).then_some(input.label.as_str())
    }

    fn rate_problem(&self, params: &RateLimitParams, usual: &str) -> Option<String> {
        let action = ("action", self.blueprint.label.as_str());
        let Earlier::Ago(ages) = self.request.earlier else { return Some(fill(UNCOUNTED, &[action])) };
        let counted = ages.iter().filter(|age| **age < params.seconds.saturating_mul(1000)).count();
        let (requests, seconds) = (params.requests.to_string(), params.seconds.to_string());
        let passes = u64::try_from(counted).is_ok_and(|counted| counted < params.requests);
        (!passes).then(|| fill(usual, &[action, ("requests", &requests), ("seconds", &seconds)]))
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

    fn input_for(&self, name: &str) -> Option<&ActionInput> {
        input_for(self.blueprint, name)
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

/// What the runtime calls an access.
fn access_word(access: RecordAccessLevel) -> &'static str {
    match access {
        RecordAccessLevel::Read => "read",
        RecordAccessLevel::Edit => "edit",
        RecordAccessLevel::Delete => "delete",
        RecordAccessLevel::Transfer => "transfer",
        RecordAccessLevel::All => "full",
    }
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
            r#"{"type":"RECORD_ACCESS"}"#,
            r#"{"type":"RATE_LIMIT","params":{"requests":1,"seconds":1}}"#,
        ];
        let names: Vec<_> = super::super::GUARDRAILS.iter().map(|info| info.name).collect();
        let known = samples.map(|text| guardrail_type(&serde_json::from_str::<Guardrail>(text).unwrap()));
        assert_eq!(names, known);
    }
}
