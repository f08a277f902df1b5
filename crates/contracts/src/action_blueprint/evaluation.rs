//! What a generated class does with a request, before any DML: conversion, required inputs, guardrails, confirmation.
//!
//! The same semantics stand once more in the Apex runtime. What both must agree on is data: [`DATA_TYPES`] says how a value
//! is read and [`GUARDRAILS`](super::guardrails::GUARDRAILS) what is judged, with the words of every refusal. Pure functions
//! over one request.
//!
//! [`DATA_TYPES`]: super::payload::DATA_TYPES

mod vector;

pub use vector::{evaluate_value, evaluate_vector};

use std::collections::BTreeMap;

use planwright_check::{Diagnostic, Report};
use planwright_generated::action_blueprint::{ActionBlueprint, ConfirmationMode, Operation};
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use super::guardrails::{GuardrailCase, MetGuardrail, Turn};
use super::payload::{CONFIRMATION_REFUSED, Confirmation, GUARDRAIL_FAILED, Request, Typed, inputs};

/// What became of one request.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Whether conversion and guardrails let the request pass.
    pub valid: bool,
    /// The findings: those about inputs point into the payload, `GUARDRAIL_FAILED` into the blueprint.
    pub report: Report,
    /// The error messages, in the order in which the generated class gives them.
    pub errors: Vec<String>,
    /// The warnings of the generated class: the checkpoint, where it was not confirmed.
    pub warnings: Vec<String>,
    /// What is logged if the DML succeeds; empty where none is reached.
    pub logs: Vec<String>,
    /// Whether the user must confirm the checkpoint first.
    pub confirmation_required: bool,
    /// The statement that is reached, canonical and in upper case. `CALL`, a refusal and an open question reach none.
    pub dml: Option<&'static str>,
    /// The converted values by field, or by payload key for what is no field. An absent key is left alone, `Null` clears.
    pub values: BTreeMap<String, Typed>,
}

impl Evaluation {
    /// What a test vector can assert besides validity and report: `dml`, `errors`, `logs`, `confirmation_required`, `values`.
    pub fn facts(&self) -> Map<String, Value> {
        let values: Map<String, Value> =
            self.values.iter().map(|(field, value)| (field.clone(), value.to_json())).collect();
        let facts = json!({
            "dml": self.dml,
            "errors": self.errors,
            "logs": self.logs,
            "confirmation_required": self.confirmation_required,
            "values": values,
        });
        facts.as_object().cloned().unwrap_or_default()
    }
}

/// Runs one request against a blueprint as the generated class would.
///
/// The stages are inputs and guardrails; guardrails run only if no input is missing or malformed, and those of the last turn
/// only if all others hold. A checkpoint that is not
/// confirmed is no error: the request is valid, and nothing is written.
pub fn evaluate(blueprint: &ActionBlueprint, request: &Request<'_>) -> Evaluation {
    let rules: Vec<MetGuardrail<'_>> = blueprint.guardrails.iter().flatten().map(MetGuardrail::Known).collect();
    evaluate_rules(blueprint, &rules, request)
}

fn evaluate_rules(blueprint: &ActionBlueprint, rules: &[MetGuardrail<'_>], request: &Request<'_>) -> Evaluation {
    let read = inputs::read(blueprint, request);
    let mut found = read.found;
    let mut errors = read.errors;
    if errors.is_empty() {
        let case = GuardrailCase { blueprint, values: &read.values, request, tried: None };
        for turn in [Turn::First, Turn::Last] {
            let due = rules.iter().enumerate().filter(|(_, rule)| rule.turn() == turn && errors.is_empty());
            let refused: Vec<_> = due.filter_map(|(index, rule)| Some((index, case.refusal(rule)?))).collect();
            for (index, message) in refused {
                let at = Pointer::root().member("guardrails").index(index);
                found.push(Diagnostic::error(GUARDRAIL_FAILED, at, message.clone()));
                errors.push(message);
            }
        }
    }
    let checkpoint = blueprint.checkpoint.as_deref().filter(|text| !text.trim().is_empty());
    let answer = Answer::of(blueprint.confirmation, request.confirmation);
    if errors.is_empty() && checkpoint.is_some() && answer == Answer::Refused {
        let message = format!("{}: {TOKEN_REFUSED}", blueprint.label);
        found.push(Diagnostic::error(CONFIRMATION_REFUSED, Pointer::root(), message.clone()));
        errors.push(message);
    }
    let valid = errors.is_empty();
    let question = checkpoint.filter(|_| valid && answer == Answer::None);
    let executes = valid && question.is_none();
    Evaluation {
        valid,
        report: Report::of_value(found),
        errors,
        warnings: question.map(str::to_owned).into_iter().collect(),
        logs: if executes { vec![success_log(blueprint)] } else { Vec::new() },
        confirmation_required: question.is_some(),
        dml: if executes { canonical_dml(blueprint.operation) } else { None },
        values: read.values,
    }
}

/// The message for a token that does not fit.
const TOKEN_REFUSED: &str = "the confirmation is not for this request, was used, or is too old. Ask again.";

/// What a confirmation is to an action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    None,
    Refused,
}

impl Answer {
    /// An action takes the word of its caller, or a token, never both.
    fn of(mode: ConfirmationMode, given: Confirmation) -> Self {
        match (mode, given) {
            (ConfirmationMode::Confirmed, Confirmation::Given) | (ConfirmationMode::Token, Confirmation::Redeemed) => {
                Self::Yes
            }
            (ConfirmationMode::Token, Confirmation::Rejected) => Self::Refused,
            (ConfirmationMode::Confirmed | ConfirmationMode::Token, _) => Self::None,
        }
    }
}

/// The statement behind an operation: `CREATE` is `INSERT`, `CALL` has none.
pub fn canonical_dml(operation: Operation) -> Option<&'static str> {
    match operation {
        Operation::Insert | Operation::Create => Some("INSERT"),
        Operation::Update => Some("UPDATE"),
        Operation::Upsert => Some("UPSERT"),
        Operation::Call => None,
    }
}

fn success_log(blueprint: &ActionBlueprint) -> String {
    let summary = blueprint.summary.as_ref().filter(|text| !text.trim().is_empty());
    summary.unwrap_or(&blueprint.label).clone()
}
