//! Rules that a controller must never violate, checked on the list of its actions (FR-006 to FR-010).
//!
//! A controller records [`Event`]s while it works, and [`check_events`] reports the rules that they violate. Every rule is one
//! entry of [`RULES`] and iterates over the list once.

mod event;

pub use event::Event;

use std::collections::BTreeMap;

use planwright_check::{Diagnostic, Findings, Report, Rule, codes, rule};
use planwright_source::Pointer;
use serde::Deserialize;
use serde_json::Value;

/// All rules on events.
pub const RULES: &[Rule<[Event], ()>] = &[
    Rule::error("AUDIT_MISSING", "A tool has run, but its outcome is not in the audit log (FR-006).", audit_missing),
    Rule::error(
        "STATUS_CHANGE_UNVERIFIED",
        "The status of a task changed without verification (FR-007).",
        status_change_unverified,
    ),
    Rule::error("TOOL_NOT_MEDIATED", "A tool was not started by the controller (FR-008).", tool_not_mediated),
    Rule::error(
        "STATE_NOT_RELOADED",
        "A proposal was based on a state that was not loaded in its cycle (FR-009).",
        state_not_reloaded,
    ),
    Rule::error("PARTIAL_EXECUTION", "A tool was started for an invalid proposal (FR-010).", partial_execution),
    Rule::error(
        "INVALID_OUTPUT_UNHANDLED",
        "An invalid proposal was followed by neither a retry nor an abort (FR-010).",
        invalid_output_unhandled,
    ),
];

/// Checks the events of a controller. Pointers contain the indexes of events.
pub fn check_events(events: &[Event]) -> Report {
    Report::of_value(rule::run(RULES, events, &(), &Pointer::root()))
}

/// Checks events that are given as a JSON array. If events cannot be parsed, only that is reported.
pub fn check_events_json(events: &Value) -> Report {
    let Some(entries) = events.as_array() else {
        let error = Diagnostic::error(codes::TYPE_MISMATCH, Pointer::root(), "the events are not an array");
        return Report::of_value(vec![error.with_help("write [{\"event\": \"state_loaded\"}, …]")]);
    };
    let (mut read, mut unreadable) = (Vec::new(), Vec::new());
    for (index, entry) in entries.iter().enumerate() {
        match Event::deserialize(entry) {
            Ok(event) => read.push(event),
            Err(error) => unreadable.push(Diagnostic::error(
                codes::SCHEMA_VIOLATION,
                Pointer::root().member(&index.to_string()),
                format!("not an event of a controller: {error}"),
            )),
        }
    }
    if unreadable.is_empty() { check_events(&read) } else { Report::of_value(unreadable) }
}

/// Requires an audit entry for each run of a tool. An entry matches the last unmatched run of its tool with the same
/// outcome.
fn audit_missing(events: &[Event], (): &(), findings: &mut Findings) {
    let mut open: BTreeMap<(&str, bool), Vec<usize>> = BTreeMap::new();
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::ToolFinished { tool, success } => open.entry((tool, *success)).or_default().push(index),
            Event::AuditAppended { action_type, success } => {
                open.get_mut(&(action_type.as_str(), *success)).and_then(Vec::pop);
            }
            _ => {}
        }
    }
    for ((tool, success), runs) in open {
        let ended = if success { "succeeded" } else { "failed" };
        for index in runs {
            let message = format!("{tool} {ended}, and no later audit entry records it");
            findings.report(&[&index], message, "append an audit entry for every run, also for one that failed");
        }
    }
}

fn status_change_unverified(events: &[Event], (): &(), findings: &mut Findings) {
    for (index, event) in events.iter().enumerate() {
        if let Event::TaskStatusChanged { task_id, from, to, verified: false } = event {
            let message = format!("the task {task_id} went from {from} to {to} unverified");
            findings.report(&[&index], message, "verify the outcome before the status changes");
        }
    }
}

fn tool_not_mediated(events: &[Event], (): &(), findings: &mut Findings) {
    for (index, event) in events.iter().enumerate() {
        if let Event::ToolStarted { tool, by } = event
            && by != "controller"
        {
            let message = format!("{tool} was started by {by:?}");
            findings.report(&[&index], message, "let the controller start every tool");
        }
    }
}

/// Requires a reload of the state in each cycle. Retries belong to the cycle and use the same state.
fn state_not_reloaded(events: &[Event], (): &(), findings: &mut Findings) {
    let (mut fresh, mut of_cycle) = (false, false);
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::StateLoaded {} => fresh = true,
            Event::Retry { .. } => fresh |= of_cycle,
            Event::Proposal { .. } => {
                if !fresh {
                    let message = "the state was not loaded for this proposal";
                    findings.report(&[&index], message, "load the state at the start of every cycle");
                }
                of_cycle = fresh;
                fresh = false;
            }
            _ => {}
        }
    }
}

fn partial_execution(events: &[Event], (): &(), findings: &mut Findings) {
    let mut refused = false;
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::Proposal { .. } => refused = false,
            Event::Validated { valid } => refused = !valid,
            Event::ToolStarted { tool, .. } if refused => {
                let message = format!("{tool} was started although the proposal is not valid");
                findings.report(&[&index], message, "execute nothing of a proposal that is not valid");
            }
            _ => {}
        }
    }
}

/// Requires a reaction to each rejected answer. A retry reacts to the last one, an abort to all of them.
fn invalid_output_unhandled(events: &[Event], (): &(), findings: &mut Findings) {
    let mut open = Vec::new();
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::Validated { valid: false } => open.push(index),
            Event::Retry { .. } => drop(open.pop()),
            Event::Abort {} => open.clear(),
            _ => {}
        }
    }
    for index in open {
        let message = "the proposal is not valid, and neither a retry nor an abort follows";
        findings.report(&[&index], message, "ask the agent again with the errors, or abort");
    }
}
