//! Checks blueprints without a snapshot against built-in standard objects.
//!
//! The built-in subset has the fields that typical goals mention, with their types. `standard_fields.txt` has the names
//! of the other fields of these objects. A field without a suffix that is in neither list is probably misspelled.
//! Nothing is reported that depends on the org, such as picklist values and required fields.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use planwright_check::codes::CodeInfo;
use planwright_check::{Contract, Diagnostic, Findings, Help, KnownNames, Rule, Suggestion, rule};
use planwright_contracts::action_blueprint::names::same;
use planwright_contracts::action_blueprint::{Blueprint, Context, find_object, lacks_field};
use planwright_generated::action_blueprint::{ActionBlueprint, InputUsage, ObjectSnapshot, Operation, SchemaSnapshot};
use planwright_runtime::FindingCounts;
use planwright_source::Pointer;

use super::names::is_standard;
use super::rules;
use crate::standard_objects;

const FIELD_NOT_STANDARD: &str = "FIELD_NOT_STANDARD";
const OBJECT_NOT_STANDARD: &str = "OBJECT_NOT_STANDARD";

const OTHERWISE: &str =
    " If not, check it against the org with --snapshot, or leave standard objects unchecked with --no-standard";

/// Rule on names of objects. It needs no snapshot.
const OBJECT: Rule<ActionBlueprint, Context> = Rule::warning(
    OBJECT_NOT_STANDARD,
    "Without a snapshot: the object has nearly the name of a standard object, and no suffix of a custom object.",
    object_not_standard,
);

/// Rules on names of fields. They need no snapshot, and share one search for similar names.
const FIELDS: &[Rule<ActionBlueprint, Vec<UnknownField>>] = &[
    Rule::error(
        FIELD_NOT_STANDARD,
        "Without a snapshot: a standard object does not have the field, but has one with a similar name.",
        misspelled_fields,
    ),
    Rule::warning(
        FIELD_NOT_STANDARD,
        "Without a snapshot: the field is not in the built-in list of the standard object, and has no suffix of a custom field.",
        unknown_fields,
    ),
];

/// Returns the codes of the rules on names.
pub(super) fn codes() -> impl Iterator<Item = CodeInfo> {
    [OBJECT.info].into_iter().chain(FIELDS.iter().map(|rule| rule.info))
}

/// Rules of the snapshot that hold for standard fields in every org.
const RULES_FOR_EVERY_ORG: [&str; 6] = [
    rules::DATA_TYPE_MISMATCH,
    rules::FIELD_CALCULATED,
    "FIELD_NOT_CREATEABLE",
    "FIELD_NOT_UPDATEABLE",
    "OBJECT_NOT_CREATEABLE",
    "OBJECT_NOT_UPDATEABLE",
];

static ALL: LazyLock<Vec<Rule<ActionBlueprint, Context>>> = LazyLock::new(|| {
    let known = Blueprint::RULES.iter().chain(rules::ALL).filter(|rule| RULES_FOR_EVERY_ORG.contains(&rule.info.code));
    let known = known.map(|rule| Rule { info: rule.info, check: rule.check });
    [OBJECT].into_iter().chain(known).collect()
});

/// The built-in subset as a partial snapshot.
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

/// Objects of the platform with names similar to those of the subset.
const SIMILAR_OBJECTS: [&str; 8] =
    ["ApiEvent", "Folder", "Name", "Note", "Producer", "ProductItem", "UriEvent", "Vote"];

/// Standard object with the names of its fields. The indexes are built on first use.
struct StandardObject {
    object: &'static ObjectSnapshot,
    /// Field names, sorted without regard to case.
    sorted: OnceLock<Vec<&'static str>>,
    near: OnceLock<KnownNames<'static>>,
}

static OBJECTS: LazyLock<BTreeMap<&'static str, StandardObject>> = LazyLock::new(|| {
    let prepared = |object| StandardObject { object, sorted: OnceLock::new(), near: OnceLock::new() };
    standard_objects().objects.values().map(|object| (object.api_name.as_str(), prepared(object))).collect()
});

static OBJECT_NAMES: LazyLock<KnownNames<'static>> =
    LazyLock::new(|| KnownNames::new(standard_objects().objects.keys().map(String::as_str)));

impl StandardObject {
    fn named(name: &str) -> Option<&'static Self> {
        OBJECTS.get(find_object(standard_objects(), name)?.api_name.as_str())
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        let more = MORE_FIELDS.get(self.object.api_name.as_str()).into_iter().flatten();
        self.object.fields.keys().map(String::as_str).chain(more.copied())
    }

    /// Returns whether a standard field is unknown. Names with a suffix or a namespace belong to the org and are not
    /// checked.
    fn is_unknown(&self, name: &str) -> bool {
        let sorted = self.sorted.get_or_init(|| {
            let mut names: Vec<_> = self.names().collect();
            names.sort_by(|one, other| in_any_case(one, other));
            names
        });
        let lacks = |snapshot: &SchemaSnapshot| lacks_field(snapshot, self.object, name);
        is_standard(name)
            && sorted.binary_search_by(|known| in_any_case(known, name)).is_err()
            && ORG.snapshot.as_ref().is_none_or(lacks)
    }

    fn suggest(&self, name: &str) -> Option<Suggestion<'static>> {
        self.near.get_or_init(|| KnownNames::new(self.names())).suggest(name)
    }
}

fn in_any_case(one: &str, other: &str) -> Ordering {
    let [one, other] = [one, other].map(|name| name.bytes().map(|byte| byte.to_ascii_lowercase()));
    one.cmp(other)
}

/// Field that the standard object does not have.
struct UnknownField {
    list: FieldList,
    index: usize,
    /// Known field that was probably meant.
    near: Option<Suggestion<'static>>,
}

#[derive(Clone, Copy)]
enum FieldList {
    Inputs,
    Outputs,
}

/// Returns the findings about a blueprint that is at `base` in its document.
pub(super) fn check(plan: &ActionBlueprint, base: &Pointer) -> Vec<Diagnostic> {
    let mut found = rule::run(&ALL, plan, &ORG, base);
    let unknown = unknown(plan);
    if !unknown.is_empty() {
        found.extend(rule::run(FIELDS, plan, &unknown, base));
    }
    found
}

/// Counts the findings of [`check`] without creating them. Returns `None` if one of them is not about names of fields.
pub(super) fn count(plan: &ActionBlueprint) -> Option<FindingCounts> {
    if !rule::run(&ALL, plan, &ORG, &Pointer::root()).is_empty() {
        return None;
    }
    let unknown = unknown(plan);
    let errors = unknown.iter().filter(|field| field.near.is_some()).count();
    Some(FindingCounts { errors, warnings: unknown.len() - errors })
}

fn object_not_standard(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let name = &plan.target_s_object;
    let is_platforms =
        SIMILAR_OBJECTS.iter().any(|known| same(known, name)) || name.to_ascii_lowercase().ends_with("feed");
    if !is_standard(name) || is_platforms || find_object(standard_objects(), name).is_some() {
        return;
    }
    if let Some(near) = OBJECT_NAMES.suggest(name) {
        let help = near.write().unsafely().and(OTHERWISE);
        findings.report(&[&"targetSObject"], format!("no standard object that is built in is called {name}"), help);
    }
}

/// Returns the fields of a plan that its standard object does not have.
fn unknown(plan: &ActionBlueprint) -> Vec<UnknownField> {
    let Some(object) = StandardObject::named(&plan.target_s_object).filter(|_| plan.operation != Operation::Call)
    else {
        return Vec::new();
    };
    let inputs = plan.inputs.iter().enumerate().filter(|(_, input)| input.usage == InputUsage::Field);
    let inputs = inputs.map(|(index, input)| (FieldList::Inputs, index, &input.field_api_name));
    let outputs = plan.outputs.iter().flatten().enumerate();
    let outputs = outputs.map(|(index, output)| (FieldList::Outputs, index, &output.field_api_name));
    let unknown = inputs.chain(outputs).filter(|(.., name)| object.is_unknown(name));
    unknown.map(|(list, index, name)| UnknownField { list, index, near: object.suggest(name) }).collect()
}

fn misspelled_fields(plan: &ActionBlueprint, unknown: &Vec<UnknownField>, findings: &mut Findings) {
    for field in unknown {
        let Some(near) = field.near else { continue };
        let help = near.write().unsafely().and(OTHERWISE);
        field.report(plan, |object, name| format!("{object} has no field {name}"), help, findings);
    }
}

#[allow(clippy::ptr_arg, reason = "all rules have one signature: a reference to their context")]
fn unknown_fields(plan: &ActionBlueprint, unknown: &Vec<UnknownField>, findings: &mut Findings) {
    for field in unknown.iter().filter(|field| field.near.is_none()) {
        let help =
            Help::of("check it against the org with --snapshot; --no-standard leaves standard objects unchecked");
        field.report(plan, |object, name| format!("{object} is not known to have a field {name}"), help, findings);
    }
}

impl UnknownField {
    fn report(
        &self,
        plan: &ActionBlueprint,
        message: impl Fn(&str, &str) -> String,
        help: impl Into<Help>,
        findings: &mut Findings,
    ) {
        let Some(object) = StandardObject::named(&plan.target_s_object) else { return };
        let (list, name) = match self.list {
            FieldList::Inputs => ("inputs", plan.inputs.get(self.index).map(|input| &input.field_api_name)),
            FieldList::Outputs => {
                let outputs = plan.outputs.as_ref().and_then(|outputs| outputs.get(self.index));
                ("outputs", outputs.map(|output| &output.field_api_name))
            }
        };
        let message = message(&object.object.api_name, name.map_or("", |name| name));
        findings.report(&[&list, &self.index, &"fieldApiName"], message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::{MORE_FIELDS, OBJECTS};
    use crate::standard_objects;
    use planwright_check::suggest;

    #[test]
    fn every_standard_object_has_more_fields_without_duplicates() {
        let objects: Vec<&str> = standard_objects().objects.keys().map(String::as_str).collect();
        assert_eq!(MORE_FIELDS.keys().copied().collect::<Vec<_>>(), objects);
        for (object, more) in MORE_FIELDS.iter() {
            let known = &OBJECTS[object];
            assert!(more.is_sorted() && !more.is_empty(), "{object}");
            assert!(!more.iter().any(|field| known.object.fields.contains_key(*field)), "{object}");
            for field in known.names() {
                assert!(!known.is_unknown(field) && !known.is_unknown(&field.to_ascii_uppercase()), "{object} {field}");
            }
            assert!(known.is_unknown("Nothing") && !known.is_unknown("id") && !known.is_unknown("Nothing__c"));
        }
    }

    /// The prepared index gives the same suggestions as a linear search, for each name with one and with two typing
    /// errors.
    #[test]
    fn the_index_suggests_the_same_names_as_a_linear_search() {
        for (object, known) in OBJECTS.iter() {
            let names: Vec<&str> = known.names().collect();
            for (index, name) in names.iter().enumerate() {
                let (head, tail) = name.split_at(1 + index % (name.len() - 1));
                for given in [
                    format!("{head}x{tail}"),
                    format!("{head}{}", &tail[1..]),
                    format!("{tail}{head}"),
                    format!("{head}xyz{tail}"),
                ] {
                    assert_eq!(known.suggest(&given), suggest(&given, names.iter().copied()), "{object} {given}");
                }
            }
        }
    }
}
