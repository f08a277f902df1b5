//! Blueprints against a snapshot: the rules that every blueprint obeys, and those that only a snapshot can decide.

use std::collections::BTreeSet;

use planwright_check::{Contract, Diagnostic, Policy, Report, rule, text};
use planwright_contracts::action_blueprint::{self, Blueprint, Context};
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_source::Pointer;
use serde_json::Value;

use super::rules::{self, ENUM_OUTSIDE_PICKLIST, FIELD_CALCULATED, UPSERT_KEY_NOT_EXTERNAL_ID};

/// Checks a file of blueprints: what [`action_blueprint::check_file`] finds, and what the snapshot knows besides. The report
/// of warnings if it passes, else of errors and warnings.
pub fn check_file(text: &str, context: &Context) -> Result<Report, Report> {
    let (Ok(known) | Err(known)) = action_blueprint::check_file(text, context).map(|batch| batch.warnings);
    let mut found: Vec<Diagnostic> = known.into_iter().collect();
    let mut shown = None;
    // Blueprints that are right by themselves; of others the snapshot cannot say anything.
    if let (Ok(batch), Ok(read)) =
        (action_blueprint::check_file(text, &Context::default()), text::read(text, Policy::Fenced))
    {
        for (plan, base) in batch.actions.iter().zip(bases(&read.value)) {
            found.extend(rule::run(rules::ALL, plan.get(), context, &base));
        }
        shown = Some(read.body.into_owned());
    }
    let report = Report::of_text(supersede(found), shown.as_deref().unwrap_or(text));
    if report.has_errors() { Err(report) } else { Ok(report) }
}

/// All that the rules say of one blueprint that stands at `base` in its document.
pub fn check_plan(plan: &ActionBlueprint, context: &Context, base: &Pointer) -> Vec<Diagnostic> {
    let mut found = rule::run(Blueprint::RULES, plan, context, base);
    found.extend(rule::run(rules::ALL, plan, context, base));
    supersede(found)
}

/// Where the blueprints of a file stand.
pub(super) fn bases(value: &Value) -> Vec<Pointer> {
    let root = Pointer::root();
    match (value, value.get("actions")) {
        (Value::Array(all), _) => (0..all.len()).map(|index| root.index(index)).collect(),
        (_, Some(Value::Array(all))) => (0..all.len()).map(|index| root.member("actions").index(index)).collect(),
        _ => vec![root],
    }
}

/// A finding that says the same about the same place with less knowledge is dropped.
fn supersede(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let better = |code: &str| match code {
        "FIELD_NOT_CREATEABLE" | "FIELD_NOT_UPDATEABLE" => Some(FIELD_CALCULATED),
        "VALUE_NOT_IN_PICKLIST" => Some(ENUM_OUTSIDE_PICKLIST),
        "UPSERT_KEY_NOT_UNIQUE" => Some(UPSERT_KEY_NOT_EXTERNAL_ID),
        _ => None,
    };
    let known: BTreeSet<(&str, Pointer)> = found.iter().map(|one| (one.code, one.at.clone())).collect();
    let is_better_known =
        |one: &Diagnostic| better(one.code).is_some_and(|code| known.contains(&(code, one.at.clone())));
    found.into_iter().filter(|one| !is_better_known(one)).collect()
}
