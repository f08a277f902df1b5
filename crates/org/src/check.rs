//! Checks blueprints with a snapshot: the rules of every blueprint, and those that need a snapshot.

use std::collections::BTreeSet;

use planwright_check::{Contract, Diagnostic, Policy, Report, rule, text};
use planwright_contracts::action_blueprint::{self, Batch, Blueprint, Context, find_object, is_partial};
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_runtime::{FindingCounts, MOST_FINDINGS};
use planwright_source::Pointer;
use serde_json::Value;

use super::platform_rules;
use super::rules::{self, ENUM_OUTSIDE_PICKLIST, FIELD_CALCULATED, UPSERT_KEY_NOT_EXTERNAL_ID};
use super::standard::{self, OBJECT_NOT_STANDARD};

/// Checks a file of blueprints.
///
/// It reports what [`action_blueprint::check_file`] finds, and in addition what the snapshot implies. Without a
/// snapshot it uses the built-in subset of standard objects. Every command with a snapshot uses this check.
pub fn check_file(text: &str, context: &Context) -> Result<Batch, Report> {
    let checked = action_blueprint::check_file(text, context);
    if context.snapshot.is_none() {
        return if context.no_standard { checked } else { against_standard(text, checked?) };
    }
    let (known, passed) = match checked {
        Ok(batch) => (batch.warnings.clone(), Some(batch)),
        Err(known) => (known, None),
    };
    let mut found: Vec<Diagnostic> = known.into_iter().collect();
    let mut reported: BTreeSet<(&str, Pointer)> = found.iter().map(|one| (one.code, one.at.clone())).collect();
    let mut shown = None;
    // If a blueprint is invalid by itself, the rules about the snapshot are not meaningful.
    if let (Ok(batch), Ok(read)) =
        (action_blueprint::check_file(text, &Context::default()), text::read_document(text, Policy::Fenced))
    {
        for (plan, base) in batch.actions.iter().zip(bases(&read.value)) {
            let known = rule::run(rules::ALL, plan.get(), context, &base);
            // Several required fields may be missing at one location.
            let several = |one: &&Diagnostic| one.code != rules::REQUIRED_FIELD_UNBOUND;
            reported.extend(known.iter().filter(several).map(|one| (one.code, one.at.clone())));
            found.extend(known);
            let more = if is_only_standard(plan.get(), context) {
                standard::check(plan.get(), &base)
            } else {
                platform_rules::check(plan.get(), context, &base)
            };
            found.extend(more.into_iter().filter(|one| !reported.contains(&(one.code, one.at.clone()))));
        }
        shown = Some(read.body.into_owned());
    }
    let report = Report::of_text(remove_superseded(found), shown.as_deref().unwrap_or(text));
    match passed {
        Some(batch) if !report.has_errors() => Ok(batch.with_warnings(report)),
        _ => Err(report),
    }
}

/// Returns whether nothing but the facts of the platform is known about the object of a blueprint.
fn is_only_standard(plan: &ActionBlueprint, context: &Context) -> bool {
    let lacks = |snapshot| is_partial(snapshot) && find_object(snapshot, &plan.target_s_object).is_none();
    !context.no_standard && context.snapshot.as_ref().is_some_and(lacks)
}

/// Checks valid blueprints against the facts about standard objects that hold in every org.
fn against_standard(text: &str, batch: Batch) -> Result<Batch, Report> {
    let mut found = Vec::new();
    for (index, plan) in batch.actions.iter().enumerate() {
        found.extend(standard::check(plan.get(), &batch.place(index)));
    }
    if found.is_empty() {
        return Ok(batch);
    }
    let all = remove_superseded(batch.warnings.iter().cloned().chain(found).collect());
    let report = if batch.has_fence() {
        Report::of_text(all, &text::read_document(text, Policy::Fenced)?.body)
    } else {
        Report::of_text(all, text)
    };
    if report.has_errors() { Err(report) } else { Ok(batch.with_warnings(report)) }
}

/// Summary of a checked file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedFile {
    /// True if the file passes.
    pub passed: bool,
    /// Number of errors and warnings.
    pub counts: FindingCounts,
    /// Number of findings that a report lists.
    pub listed: usize,
}

impl CountedFile {
    fn from_result(checked: &Result<Batch, Report>) -> Self {
        let report = checked.as_ref().map_or_else(|report| report, |batch| &batch.warnings);
        Self { passed: checked.is_ok(), counts: report.counts(), listed: report.len() }
    }
}

/// Counts the findings of [`check_file`].
///
/// Findings about names of standard fields are not created, because most of them would not be shown in a run over many
/// files.
pub fn count_file(text: &str, context: &Context) -> CountedFile {
    if context.snapshot.is_some() || context.no_standard {
        return CountedFile::from_result(&check_file(text, context));
    }
    let checked = action_blueprint::check_file(text, context);
    let mut counted = CountedFile::from_result(&checked);
    let Ok(batch) = checked else { return counted };
    for plan in &batch.actions {
        let Some(counts) = standard::count(plan.get()) else {
            return CountedFile::from_result(&against_standard(text, batch));
        };
        counted.counts = [counted.counts, counts].into_iter().sum();
        for count in [counts.errors, counts.warnings] {
            // If there are too many findings, one additional finding counts the rest.
            counted.listed += count.min(MOST_FINDINGS + 1);
        }
    }
    counted.passed = counted.counts.errors == 0;
    counted
}

/// Runs all rules on a blueprint that is at `base` in its document.
pub fn check_plan(plan: &ActionBlueprint, context: &Context, base: &Pointer) -> Vec<Diagnostic> {
    let mut found = rule::run(Blueprint::RULES, plan, context, base);
    found.extend(rule::run(rules::ALL, plan, context, base));
    remove_superseded(found)
}

/// Returns the locations of the blueprints in a file.
pub(super) fn bases(value: &Value) -> Vec<Pointer> {
    let root = Pointer::root();
    match (value, value.get("actions")) {
        (Value::Array(all), _) => (0..all.len()).map(|index| root.index(index)).collect(),
        (_, Some(Value::Array(all))) => (0..all.len()).map(|index| root.member("actions").index(index)).collect(),
        _ => vec![root],
    }
}

/// Removes findings for which a more specific finding exists at the same location.
fn remove_superseded(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let better = |code: &str| match code {
        "FIELD_NOT_CREATEABLE" | "FIELD_NOT_UPDATEABLE" => Some(FIELD_CALCULATED),
        "VALUE_NOT_IN_PICKLIST" => Some(ENUM_OUTSIDE_PICKLIST),
        "NOT_IN_SNAPSHOT" => Some(OBJECT_NOT_STANDARD),
        "UPSERT_KEY_NOT_UNIQUE" => Some(UPSERT_KEY_NOT_EXTERNAL_ID),
        _ => None,
    };
    if !found.iter().any(|one| better(one.code).is_some()) {
        return found;
    }
    let known: BTreeSet<(&str, Pointer)> = found.iter().map(|one| (one.code, one.at.clone())).collect();
    let is_better_known =
        |one: &Diagnostic| better(one.code).is_some_and(|code| known.contains(&(code, one.at.clone())));
    found.into_iter().filter(|one| !is_better_known(one)).collect()
}
