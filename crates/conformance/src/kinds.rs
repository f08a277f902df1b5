//! Runs a vector according to its kind.

mod workflow;

use planwright_contracts::action_blueprint::{self, Batch, Blueprint, Snapshot, check_envelope};
use planwright_contracts::{Checked, Report, agent_proposal, check, fix_plan, form_plan};
use planwright_forms::{self as form, Judged};
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_generated::agent_proposal::AgentProposal;
use planwright_planners::forms::PlannerConfig;
use planwright_templates::{Options, lower, render};
use serde::Serialize;
use serde_json::{Value, json};

use super::compare::VectorResult;
use super::vector::Vector;

/// Runs a vector. Returns `None` if its kind is not supported.
pub(crate) fn run(vector: &Vector) -> Option<VectorResult> {
    let outcome = match (vector.contract.as_str(), vector.kind.as_str()) {
        ("action-blueprint", "blueprint") => blueprint(vector),
        ("action-blueprint", "envelope") => envelope(vector),
        ("action-blueprint", "snapshot") => plain(check::<Snapshot>(&vector.text, &())),
        ("action-blueprint", "codegen") => codegen(vector),
        ("action-blueprint", "payload") => payload(vector),
        ("agent-proposal", "snapshot") => plain(check::<agent_proposal::State>(&vector.text, &())),
        ("agent-proposal", "proposal" | "proposal_text") => proposal(vector),
        ("form-plan", "plan") => {
            plain(check::<form_plan::Plan>(&vector.text, &form_plan::read_context(&vector.context)))
        }
        ("agent-proposal", "invariant") => {
            let report = planwright_agent::invariants::check_events_json(&vector.input);
            VectorResult::new(!report.has_errors(), report)
        }
        ("form-plan", "llm_output") => llm_output(vector),
        ("form-plan", "utterance") => utterance(vector),
        ("form-plan", "preview") => judged(form::run_preview(&vector.text, &vector.context)),
        ("form-plan", "execute") => judged(form::run_execute(&vector.text, &vector.context)),
        ("form-plan", "undo") => judged(form::run_undo(&vector.text, &vector.context)),
        ("workflow-tools", "tool_call") => workflow::tool_call(vector),
        ("workflow-tools", "validate") => workflow::validate(vector),
        ("fix-plan", "plan" | "plan_text") => plain(check::<fix_plan::Fix>(&vector.text, &())),
        _ => return None,
    };
    Some(outcome)
}

/// Returns an outcome with validity, report and normalized document.
fn plain<T: Serialize>(result: Result<Checked<T>, Report>) -> VectorResult {
    match result {
        Err(report) => VectorResult::new(false, report),
        Ok(checked) => {
            let normalized = serde_json::to_value(checked.get()).ok();
            VectorResult { normalized, ..VectorResult::new(true, checked.warnings().clone()) }
        }
    }
}

/// Returns the context of a blueprint vector. If its snapshot is invalid, that report is the outcome of the vector.
fn blueprint_context(vector: &Vector) -> Result<action_blueprint::Context, Report> {
    let snapshot = vector.context("snapshot").map(|value| check::<Snapshot>(&value.to_string(), &())).transpose()?;
    Ok(action_blueprint::Context { snapshot: snapshot.map(Checked::into_inner), ..Default::default() })
}

fn checked_blueprint(vector: &Vector) -> Result<Checked<ActionBlueprint>, Report> {
    check::<Blueprint>(&vector.text, &blueprint_context(vector)?)
}

fn blueprint(vector: &Vector) -> VectorResult {
    plain(checked_blueprint(vector))
}

fn envelope(vector: &Vector) -> VectorResult {
    let result = blueprint_context(vector).map(|context| check_envelope(&vector.text, &context));
    match result {
        Err(report) => VectorResult::new(false, report),
        Ok(Err(refusal)) => VectorResult::new(false, refusal.report).with("fallback", true).with("actions", 0),
        Ok(Ok(Batch { actions, warnings, .. })) => {
            VectorResult::new(true, warnings).with("fallback", false).with("actions", actions.len())
        }
    }
}

fn codegen(vector: &Vector) -> VectorResult {
    let checked = match checked_blueprint(vector) {
        Ok(checked) => checked,
        Err(report) => return VectorResult::new(false, report),
    };
    let bundle = render(&lower(&checked), &Options::default());
    let class = bundle.files.iter().find(|file| file.path.ends_with(&format!("{}.cls", bundle.class_name)));
    let emitted = class.map(|file| file.text.clone()).unwrap_or_default();
    let dml = ["insert", "update", "upsert"].into_iter().find(|verb| emitted.contains(&format!("Database.{verb}(")));
    VectorResult { emitted, ..VectorResult::new(true, checked.warnings().clone()) }
        .with("class_name", bundle.class_name.clone())
        .with("dml", dml.map_or(Value::Null, Value::from))
}

/// Runs a planner vector, whose input is a request in natural language.
fn utterance(vector: &Vector) -> VectorResult {
    let request = vector.input.as_str().unwrap_or(&vector.text);
    let found = planwright_planners::forms::plan(request, &PlannerConfig::from_json(&vector.context)).ok();
    let outcome = if found.is_some() { "plan" } else { "no_plan" };
    let facts = json!({"outcome": outcome, "plan": found.as_ref().map(|found| found.plan.get())});
    let Value::Object(facts) = facts else { unreachable!("the facts are an object") };
    VectorResult { facts, ..VectorResult::new(true, Report::default()) }
}

fn judged(Judged { valid, report, facts }: Judged) -> VectorResult {
    VectorResult { facts, ..VectorResult::new(valid, report) }
}

fn payload(vector: &Vector) -> VectorResult {
    match action_blueprint::evaluation::evaluate_vector(&vector.input, &vector.context) {
        Err(report) => VectorResult::new(false, report),
        Ok(evaluation) => {
            VectorResult { facts: evaluation.facts(), ..VectorResult::new(evaluation.valid, evaluation.report) }
        }
    }
}

fn proposal(vector: &Vector) -> VectorResult {
    let result = agent_proposal::read_context(&vector.context)
        .and_then(|context| check::<agent_proposal::Proposal>(&vector.text, &context));
    let action_type = result.as_ref().ok().and_then(|checked| action_type(checked.get()));
    let outcome = plain(result);
    match action_type {
        Some(name) => outcome.with("action_type", name),
        None => outcome,
    }
}

/// Returns the tag of a proposal, as it is serialized.
fn action_type(proposal: &AgentProposal) -> Option<String> {
    Some(serde_json::to_value(proposal).ok()?.get("action_type")?.as_str()?.to_owned())
}

fn llm_output(vector: &Vector) -> VectorResult {
    match form_plan::check_output(&vector.text, &form_plan::read_context(&vector.context)) {
        Err(report) => VectorResult::new(false, report),
        Ok(form_plan::FormAnswer::None) => VectorResult::new(true, Report::default()).with("outcome", "none"),
        Ok(form_plan::FormAnswer::Plan(plan)) => {
            let document = json!(plan.get());
            plain(Ok(plan)).with("outcome", "plan").with("plan", document)
        }
    }
}
