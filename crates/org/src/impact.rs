//! Determines which blueprints, and therefore which generated classes, a change in the org breaks.

use std::collections::{BTreeMap, BTreeSet};

use planwright_check::{Checked, Diagnostic, Policy, Report, Severity, text};
use planwright_contracts::action_blueprint::names::{class_name, same, sanitize, test_class_name};
use planwright_contracts::action_blueprint::{
    Context, check_file, find_field, find_object, guarded_field, guarded_fields,
};
use planwright_generated::action_blueprint::{ActionBlueprint, ObjectSnapshot, Operation, SchemaSnapshot};
use planwright_source::Pointer;

use super::check::{bases, check_plan};
use super::diff::{Change, ChangeKind};
use super::names::key;
use super::rules::{
    DATA_TYPE_MISMATCH, ENUM_OUTSIDE_PICKLIST, FIELD_CALCULATED, REQUIRED_FIELD_UNBOUND, UPSERT_KEY_NOT_EXTERNAL_ID,
};

/// Checked blueprint and its source.
#[derive(Clone, Debug)]
pub struct Planned {
    /// File name, as given.
    pub file: String,
    /// Location of the blueprint in the file.
    pub at: Pointer,
    /// The blueprint.
    pub plan: Checked<ActionBlueprint>,
}

impl Planned {
    /// Returns the names of the generated classes: the action and its test.
    pub fn classes(&self) -> Vec<String> {
        sanitize(&self.plan.name).map_or_else(Vec::new, |name| vec![class_name(&name), test_class_name(&name)])
    }

    /// Returns whether the blueprint uses what changed.
    pub fn uses(&self, change: &Change) -> bool {
        let plan = self.plan.get();
        let Some(field) = &change.field else { return same(&plan.target_s_object, &change.object) };
        let guarded = plan.guardrails.iter().flatten();
        let mut guarded = guarded.flat_map(|one| guarded_field(one).into_iter().chain(names(guarded_fields(one))));
        let bound = plan.inputs.iter().any(|input| same(&input.field_api_name, field));
        let answered = plan.operation != Operation::Call
            && plan.outputs.iter().flatten().any(|output| same(&output.field_api_name, field));
        let keys = plan.key_fields.iter().any(|name| same(name, field));
        same(&plan.target_s_object, &change.object)
            && (bound || answered || keys || guarded.any(|name| same(name, field)))
    }
}

fn names(all: &[String]) -> impl Iterator<Item = &str> {
    all.iter().map(String::as_str)
}

/// Problem of a blueprint in the new org that did not exist in the old org.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// Index of the blueprint.
    pub plan: usize,
    /// Indexes of the changes that cause the problem, sorted.
    pub changes: Vec<usize>,
    /// The problem, with a pointer into the blueprint's file.
    pub finding: Diagnostic,
}

/// Returns the blueprints of a file, each checked without a snapshot.
pub fn plans(file: &str, text: &str) -> Result<Vec<Planned>, Report> {
    let batch = check_file(text, &Context::default())?;
    let value = text::read_document(text, Policy::Fenced)?.value;
    let planned = batch.actions.into_iter().zip(bases(&value));
    Ok(planned.map(|(plan, at)| Planned { file: file.to_owned(), at, plan }).collect())
}

/// Adds positions to findings about a file of blueprints.
pub fn located(text: &str, found: Vec<Diagnostic>) -> Report {
    let body = text::read_document(text, Policy::Fenced).map(|read| read.body.into_owned());
    Report::of_text(found, body.as_deref().unwrap_or(text))
}

/// Returns what the changes from `old` to `new` break. `changes` are those that [`diff`](super::diff()) returned.
///
/// A change is a cause if it has the same effect when it is applied alone to the old org.
pub fn impact(old: &SchemaSnapshot, new: &SchemaSnapshot, changes: &[Change], plans: &[Planned]) -> Vec<Break> {
    let mut breaks = Vec::new();
    for (index, planned) in plans.iter().enumerate() {
        let target = &planned.plan.target_s_object;
        let about: Vec<usize> = (0..changes.len()).filter(|&change| same(&changes[change].object, target)).collect();
        if about.is_empty() {
            continue;
        }
        let (before, after) = (find_object(old, target), find_object(new, target));
        let known = Known { planned, before: findings(planned, before, old.partial), partial: new.partial };
        let fresh = known.new_findings(after);
        if fresh.is_empty() {
            continue;
        }
        let effects = effects(&known, before, after, changes, &about);
        for finding in fresh {
            let mut causes: Vec<usize> = about
                .iter()
                .copied()
                .filter(|change| effects.get(&field(&changes[*change])).is_some_and(|found| found.contains(&finding)))
                .collect();
            if causes.is_empty() {
                causes.clone_from(&about);
            }
            let named: Vec<usize> =
                causes.iter().copied().filter(|&change| explains(&changes[change].kind, &finding)).collect();
            let blamed = if named.is_empty() { causes } else { named };
            breaks.push(Break { plan: index, finding: with_severity(finding, &blamed, changes), changes: blamed });
        }
    }
    breaks
}

/// Reduces a finding to a warning if it is only caused by removed source files, because the org may still have what
/// they described.
fn with_severity(finding: Diagnostic, caused_by: &[usize], changes: &[Change]) -> Diagnostic {
    if caused_by.iter().all(|&change| changes[change].kind == ChangeKind::LeftSources) {
        return Diagnostic { severity: Severity::Warning, ..finding };
    }
    finding
}

/// Blueprint and its problems before the change.
struct Known<'p> {
    planned: &'p Planned,
    before: Vec<Diagnostic>,
    /// True if the new snapshot is partial.
    partial: Option<bool>,
}

impl Known<'_> {
    /// Returns the problems of the blueprint with this version of the object that it did not have before.
    fn new_findings(&self, object: Option<&ObjectSnapshot>) -> Vec<Diagnostic> {
        // A changed help sentence does not make it a new finding.
        let same_finding = |one: &Diagnostic, other: &Diagnostic| {
            (one.code, &one.at, &one.message) == (other.code, &other.at, &other.message)
        };
        let found = findings(self.planned, object, self.partial);
        found.into_iter().filter(|one| !self.before.iter().any(|other| same_finding(one, other))).map(bare).collect()
    }
}

fn bare(mut finding: Diagnostic) -> Diagnostic {
    finding.span = None;
    finding
}

fn findings(planned: &Planned, object: Option<&ObjectSnapshot>, partial: Option<bool>) -> Vec<Diagnostic> {
    let objects = object.map(|object| (object.api_name.clone(), object.clone())).into_iter().collect();
    let context = Context { snapshot: Some(SchemaSnapshot { objects, partial }), ..Context::default() };
    check_plan(planned.plan.get(), &context, &planned.at)
}

/// Returns what each changed field, or the object without its fields, breaks by itself.
fn effects(
    known: &Known<'_>,
    before: Option<&ObjectSnapshot>,
    after: Option<&ObjectSnapshot>,
    changes: &[Change],
    about: &[usize],
) -> BTreeMap<Option<String>, Vec<Diagnostic>> {
    let (Some(before), Some(after)) = (before, after) else { return BTreeMap::new() };
    let names: BTreeSet<Option<String>> = about.iter().map(|&change| field(&changes[change])).collect();
    let effect = |name: &Option<String>| {
        let mut mixed = before.clone();
        if let Some(name) = name {
            if let Some(key) = key(&mixed.fields, name).cloned() {
                mixed.fields.remove(&key);
            }
            mixed.fields.extend(find_field(after, name).map(|field| (field.api_name.clone(), field.clone())));
        } else {
            (mixed.createable, mixed.updateable) = (after.createable, after.updateable);
            mixed.partial = after.partial;
        }
        known.new_findings(Some(&mixed))
    };
    names.into_iter().map(|name| (name.clone(), effect(&name))).collect()
}

fn field(change: &Change) -> Option<String> {
    change.field.clone()
}

/// Returns whether a change of this kind can cause a finding with this code.
fn explains(kind: &ChangeKind, finding: &Diagnostic) -> bool {
    match finding.code {
        "OBJECT_NOT_IN_SCHEMA" => *kind == ChangeKind::ObjectRemoved,
        "FIELD_NOT_IN_SCHEMA" => matches!(kind, ChangeKind::FieldRemoved | ChangeKind::LeftSources),
        "NOT_IN_SNAPSHOT" => *kind == ChangeKind::LeftSources,
        "FIELD_NOT_CREATEABLE" | "OBJECT_NOT_CREATEABLE" => *kind == ChangeKind::NoLongerCreateable,
        "FIELD_NOT_UPDATEABLE" | "OBJECT_NOT_UPDATEABLE" => *kind == ChangeKind::NoLongerUpdateable,
        "UPSERT_KEY_NOT_UNIQUE" | UPSERT_KEY_NOT_EXTERNAL_ID => *kind == ChangeKind::ExternalIdLost,
        FIELD_CALCULATED => *kind == ChangeKind::BecameCalculated,
        DATA_TYPE_MISMATCH => matches!(kind, ChangeKind::TypeChanged { .. }),
        REQUIRED_FIELD_UNBOUND => matches!(kind, ChangeKind::BecameRequired | ChangeKind::FieldAdded { .. }),
        "VALUE_NOT_IN_PICKLIST" | ENUM_OUTSIDE_PICKLIST => match kind {
            ChangeKind::PicklistValueRemoved { value } => finding.message.contains(&format!("{value:?}")),
            kind => *kind == ChangeKind::BecameRestricted,
        },
        _ => true,
    }
}
