//! Evaluates a request as the generated class does before any DML: conversion, required inputs, guardrails,
//! confirmation.
//!
//! The Apex runtime implements the same semantics. Both read shared data: [`DATA_TYPES`] defines how a value is
//! converted, and [`GUARDRAILS`](super::guardrails::GUARDRAILS) defines what is validated and the messages. All
//! functions here are pure.
//!
//! [`DATA_TYPES`]: super::payload::DATA_TYPES

mod vector;

pub use vector::{evaluate_value, evaluate_vector};

use std::collections::BTreeMap;

use planwright_check::{Diagnostic, Report};
use planwright_generated::action_blueprint::{ActionBlueprint, ConfirmationMode, Operation};
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use super::guardrails::{AnyGuardrail, GuardrailCase, Phase};
use super::payload::{CONFIRMATION_REFUSED, Confirmation, GUARDRAIL_FAILED, Request, Typed, inputs};

/// Result of evaluating one request.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// True if the request passed conversion and guardrails.
    pub valid: bool,
    /// Findings. Those about inputs point into the payload, `GUARDRAIL_FAILED` points into the blueprint.
    pub report: Report,
    /// Error messages, in the order of the generated class.
    pub errors: Vec<String>,
    /// Warnings of the generated class: the checkpoint, if it was not confirmed.
    pub warnings: Vec<String>,
    /// Log entries that are written if the DML succeeds. Empty if no DML is reached.
    pub logs: Vec<String>,
    /// True if the user must first confirm the checkpoint.
    pub confirmation_required: bool,
    /// DML statement that is reached, in canonical uppercase form. `None` for `CALL`, a refused request and an
    /// unconfirmed checkpoint.
    pub dml: Option<&'static str>,
    /// Converted values by field, or by payload key for inputs without a field. Absent keys leave a field unchanged,
    /// `Null` clears it.
    pub values: BTreeMap<String, Typed>,
}

impl Evaluation {
    /// Returns what a test vector can assert in addition to validity and report: `dml`, `errors`, `logs`,
    /// `confirmation_required`, `values`.
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

/// Evaluates one request against a blueprint, as the generated class would.
///
/// The stages are inputs and guardrails. Guardrails run only if no input is missing or malformed, and those of the last
/// phase only if all others pass. A checkpoint that is not confirmed is not an error: the request is valid, and nothing
/// is written.
pub fn evaluate(blueprint: &ActionBlueprint, request: &Request<'_>) -> Evaluation {
    let rules: Vec<AnyGuardrail<'_>> = blueprint.guardrails.iter().flatten().map(AnyGuardrail::Known).collect();
    evaluate_rules(blueprint, &rules, request)
}

fn evaluate_rules(blueprint: &ActionBlueprint, rules: &[AnyGuardrail<'_>], request: &Request<'_>) -> Evaluation {
    let read = inputs::read_inputs(blueprint, request);
    let mut found = read.found;
    let mut errors = read.errors;
    if errors.is_empty() {
        let case = GuardrailCase { blueprint, values: &read.values, request, trial_input: None };
        for phase in [Phase::First, Phase::Last] {
            let due = rules.iter().enumerate().filter(|(_, rule)| rule.phase() == phase && errors.is_empty());
            let refused: Vec<_> = due.filter_map(|(index, rule)| Some((index, case.refusal(rule)?))).collect();
            for (index, message) in refused {
                let at = Pointer::root().member("guardrails").index(index);
                found.push(Diagnostic::error(GUARDRAIL_FAILED, at, message.clone()));
                errors.push(message);
            }
        }
    }
    let checkpoint = blueprint.checkpoint.as_deref().filter(|text| !text.trim().is_empty());
    let answer = Answer::resolve(blueprint.confirmation, request.confirmation);
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

/// Message for a token that does not confirm the request.
const TOKEN_REFUSED: &str = "the confirmation is not for this request, was used, or is too old. Ask again.";

/// Meaning of a confirmation for an action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    None,
    Refused,
}

impl Answer {
    /// Resolves a confirmation. An action accepts either the caller's word or a token, never both.
    fn resolve(mode: ConfirmationMode, given: Confirmation) -> Self {
        match (mode, given) {
            (ConfirmationMode::Confirmed, Confirmation::Given) | (ConfirmationMode::Token, Confirmation::Redeemed) => {
                Self::Yes
            }
            (ConfirmationMode::Token, Confirmation::Rejected) => Self::Refused,
            (ConfirmationMode::Confirmed | ConfirmationMode::Token, _) => Self::None,
        }
    }
}

/// Returns the DML statement of an operation: `CREATE` is `INSERT`, `CALL` has none.
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
