//! Blueprints without a snapshot: what every org says of the standard objects that are built in.
//!
//! The slice of the planner has the fields that goals speak of, with their types; `standard_fields.txt` has the names of the other
//! fields that the platform gives those objects. A field without a suffix that neither has is probably mistyped. What an org
//! decides by itself, such as picklist values and what a record needs, is not judged.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use planwright_check::{Contract, Diagnostic, Findings, Help, Rule, rule};
use planwright_contracts::action_blueprint::names::same;
use planwright_contracts::action_blueprint::{Blueprint, Context, find_object, lacks_field};
use planwright_generated::action_blueprint::{ActionBlueprint, InputUsage, ObjectSnapshot, Operation, SchemaSnapshot};
use planwright_source::Pointer;

use super::names::is_standard;
use super::rules;
use crate::goal::standard_objects;

const FIELD_NOT_STANDARD: &str = "FIELD_NOT_STANDARD";
const OBJECT_NOT_STANDARD: &str = "OBJECT_NOT_STANDARD";

const OTHERWISE: &str =
    " If not, check it against the org with --snapshot, or leave standard objects unchecked with --no-standard";

/// The rules about names. They need no snapshot.
pub(super) const NAMES: &[Rule<ActionBlueprint, Context>] = &[
    Rule::warning(
        OBJECT_NOT_STANDARD,
        "Without a snapshot: the object is called nearly like a standard object, and has no suffix of a custom one.",
        object_not_standard,
    ),
    Rule::error(
        FIELD_NOT_STANDARD,
        "Without a snapshot: a standard object does not have the field, and has one that is called nearly so.",
        |plan, _, findings| field_not_standard(plan, true, findings),
    ),
    Rule::warning(
        FIELD_NOT_STANDARD,
        "Without a snapshot: the field is not among those that are known of the standard object, and has no suffix of a custom one.",
        |plan, _, findings| field_not_standard(plan, false, findings),
    ),
];

/// Of the rules that need a snapshot those that hold of standard fields in every org.
const IN_EVERY_ORG: [&str; 6] = [
    rules::DATA_TYPE_MISMATCH,
    rules::FIELD_CALCULATED,
    "FIELD_NOT_CREATEABLE",
    "FIELD_NOT_UPDATEABLE",
    "OBJECT_NOT_CREATEABLE",
    "OBJECT_NOT_UPDATEABLE",
];

static ALL: LazyLock<Vec<Rule<ActionBlueprint, Context>>> = LazyLock::new(|| {
    let known = Blueprint::RULES.iter().chain(rules::ALL).filter(|rule| IN_EVERY_ORG.contains(&rule.info.code));
    NAMES.iter().chain(known).map(|rule| Rule { info: rule.info, check: rule.check }).collect()
});

/// The slice as an org of which not everything is known.
static ORG: LazyLock<Context> = LazyLock::new(|| Context {
    snapshot: Some(SchemaSnapshot { partial: Some(true), ..standard_objects().clone() }),
    ..Context::default()
});

static MORE_FIELDS: LazyLock<BTreeMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut fields: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let mut object = "";
    for word in include_str!("standard_fields.txt").split_whitespace() {
        match word.strip_suffix(':') {
            Some(name) => object = name,
            None => fields.entry(object).or_default().push(word),
        }
    }
    fields
});

/// Objects of the platform that are called nearly like one of the slice.
const NEARLY: [&str; 8] = ["ApiEvent", "Folder", "Name", "Note", "Producer", "ProductItem", "UriEvent", "Vote"];

/// What is found in a blueprint that stands at `base` in its document.
pub(super) fn check(plan: &ActionBlueprint, base: &Pointer) -> Vec<Diagnostic> {
    rule::run(&ALL, plan, &ORG, base)
}

fn object_not_standard(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let name = &plan.target_s_object;
    let is_platforms = NEARLY.iter().any(|known| same(known, name)) || name.to_ascii_lowercase().ends_with("feed");
    if !is_standard(name) || is_platforms || find_object(standard_objects(), name).is_some() {
        return;
    }
    if let Some(near) = findings.suggest(name, standard_objects().objects.keys().map(String::as_str)) {
        let help = near.write().unsafely().and(OTHERWISE);
        findings.report(&[&"targetSObject"], format!("no standard object that is built in is called {name}"), help);
    }
}

/// Reports the fields that nobody knows: those that are nearly known, or the others.
fn field_not_standard(plan: &ActionBlueprint, is_nearly: bool, findings: &mut Findings) {
    let Some(object) = find_object(standard_objects(), &plan.target_s_object) else { return };
    if plan.operation == Operation::Call {
        return;
    }
    let inputs = plan.inputs.iter().enumerate().filter(|(_, input)| input.usage == InputUsage::Field);
    let inputs = inputs.map(|(index, input)| ("inputs", index, &input.field_api_name));
    let outputs = plan.outputs.iter().flatten().enumerate();
    let outputs = outputs.map(|(index, output)| ("outputs", index, &output.field_api_name));
    for (list, index, name) in inputs.chain(outputs).filter(|(.., name)| is_unknown(object, name)) {
        let near = findings.suggest(name, known(object));
        if near.is_some() != is_nearly {
            continue;
        }
        let (message, help) = match near {
            Some(near) => (format!("{} has no field {name}", object.api_name), near.write().unsafely().and(OTHERWISE)),
            None => (
                format!("{} is not known to have a field {name}", object.api_name),
                Help::of("check it against the org with --snapshot; --no-standard leaves standard objects unchecked"),
            ),
        };
        findings.report(&[&list, &index, &"fieldApiName"], message, help);
    }
}

/// Whether the object does not have the field, as far as is known. A name with a suffix or a namespace is the org's.
fn is_unknown(object: &ObjectSnapshot, name: &str) -> bool {
    let has = |snapshot: &SchemaSnapshot| !lacks_field(snapshot, object, name);
    is_standard(name) && !ORG.snapshot.as_ref().is_some_and(has) && !more_fields(object).any(|field| same(field, name))
}

fn known(object: &ObjectSnapshot) -> impl Iterator<Item = &str> {
    object.fields.keys().map(String::as_str).chain(more_fields(object))
}

fn more_fields(object: &ObjectSnapshot) -> impl Iterator<Item = &str> {
    MORE_FIELDS.get(object.api_name.as_str()).into_iter().flatten().map(|field| *field as &str)
}

#[cfg(test)]
mod tests {
    use super::{MORE_FIELDS, is_unknown};
    use crate::goal::standard_objects;

    #[test]
    fn more_is_known_of_every_object_of_the_slice_and_nothing_twice() {
        let objects: Vec<&str> = standard_objects().objects.keys().map(String::as_str).collect();
        assert_eq!(MORE_FIELDS.keys().copied().collect::<Vec<_>>(), objects);
        for (object, more) in MORE_FIELDS.iter() {
            let object = &standard_objects().objects[*object];
            assert!(more.is_sorted() && !more.is_empty(), "{}", object.api_name);
            assert!(!more.iter().any(|field| object.fields.contains_key(*field)), "{}", object.api_name);
            assert!(!more.iter().any(|field| is_unknown(object, field)), "{}", object.api_name);
        }
    }
}
