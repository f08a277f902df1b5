//! Checks names in blueprints against the standard objects.
//!
//! A field without a suffix that the facts of the platform do not have is probably misspelled. The built-in subset has
//! the types of fields that typical goals mention. Nothing is reported that depends on the org, such as picklist values
//! and required fields.

use std::sync::LazyLock;

use planwright_check::codes::CodeInfo;
use planwright_check::{Diagnostic, Findings, Help, Rule, Suggestion, rule};
use planwright_contracts::Contract as _;
use planwright_contracts::action_blueprint::names::is_id;
use planwright_contracts::action_blueprint::{Blueprint, Context, is_platform_field};
use planwright_contracts::platform::{ObjectFacts, find_facts, is_standard_object_name, suggest_object};
use planwright_generated::action_blueprint::{ActionBlueprint, InputUsage, Operation, SchemaSnapshot};
use planwright_runtime::FindingCounts;
use planwright_source::Pointer;

use super::names::is_standard;
use super::{platform_rules, rules};
use crate::standard_objects;

const FIELD_NOT_STANDARD: &str = "FIELD_NOT_STANDARD";
pub(super) const OBJECT_NOT_STANDARD: &str = "OBJECT_NOT_STANDARD";

const UNKNOWN_OBJECT: &str = "write the API name, with the suffix __c of a custom object; \
    --no-standard leaves standard objects unchecked";
const OTHERWISE: &str =
    " If not, check it against the org with --snapshot, or leave standard objects unchecked with --no-standard";

/// Rule on names of objects. It needs no snapshot.
const OBJECT: Rule<ActionBlueprint, Context> = Rule::warning(
    OBJECT_NOT_STANDARD,
    "Without a describe: no standard object has the name, and it has no suffix of a custom object.",
    object_not_standard,
);

const OBJECT_ONLY: &[Rule<ActionBlueprint, Context>] = &[OBJECT];

/// Rules on names of fields. They need no snapshot, and share one search for similar names.
const FIELDS: &[Rule<ActionBlueprint, Vec<UnknownField>>] = &[
    Rule::error(
        FIELD_NOT_STANDARD,
        "Without a describe: a standard object does not have the field, but has one with a similar name.",
        misspelled_fields,
    ),
    Rule::warning(
        FIELD_NOT_STANDARD,
        "Without a describe: the field is not known of the standard object, and has no suffix of a custom field.",
        unknown_fields,
    ),
];

/// Returns the codes of the rules on names.
pub(super) fn codes() -> impl Iterator<Item = CodeInfo> {
    [OBJECT.info].into_iter().chain(FIELDS.iter().map(|rule| rule.info))
}

/// Rules of the snapshot that apply to standard fields in every org.
const RULES_FOR_EVERY_ORG: [&str; 2] = [rules::DATA_TYPE_MISMATCH, rules::FIELD_CALCULATED];

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

/// Returns whether a standard field is unknown. Names with a suffix or a namespace belong to the org and are not
/// checked.
fn is_unknown(facts: &ObjectFacts, name: &str) -> bool {
    is_standard(name) && facts.has_field(name) == Some(false) && !is_platform_field(name)
}

/// Field that the standard object does not have.
struct UnknownField<N = Option<Suggestion<'static>>> {
    list: FieldList,
    index: usize,
    /// Known field that was probably meant, or whether there is one.
    near: N,
}

#[derive(Clone, Copy)]
enum FieldList {
    Inputs,
    Outputs,
}

/// Returns the findings about a blueprint that is at `base` in its document.
pub(super) fn check(plan: &ActionBlueprint, base: &Pointer) -> Vec<Diagnostic> {
    let mut found = rule::run(&ALL, plan, &ORG, base);
    let unknown = unknown(plan, ObjectFacts::suggest_field);
    if !unknown.is_empty() {
        found.extend(rule::run(FIELDS, plan, &unknown, base));
    }
    found.extend(platform_rules::check(plan, &Context::default(), base));
    found
}

/// Counts the findings of [`check`] without creating them. Returns `None` if one of them is not about names of fields.
pub(super) fn count(plan: &ActionBlueprint) -> Option<FindingCounts> {
    let root = Pointer::root();
    let unknown = unknown(plan, ObjectFacts::has_suggestion);
    let unknown_inputs = unknown.iter().filter(|field| matches!(field.list, FieldList::Inputs)).count();
    let fields = plan.inputs.iter().filter(|input| input.usage == InputUsage::Field && !is_id(&input.field_api_name));
    // Rules on fields of the built-in objects find nothing if the object has none of the fields that are set.
    let rules = if fields.count() > unknown_inputs { ALL.as_slice() } else { OBJECT_ONLY };
    if !rule::run(rules, plan, &ORG, &root).is_empty()
        || !platform_rules::check(plan, &Context::default(), &root).is_empty()
    {
        return None;
    }
    let errors = unknown.iter().filter(|field| field.near).count();
    Some(FindingCounts { errors, warnings: unknown.len() - errors })
}

fn object_not_standard(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let name = &plan.target_s_object;
    if !is_standard(name) || is_standard_object_name(name) {
        return;
    }
    let help = match suggest_object(name) {
        Some(near) => near.write().unsafely().and(OTHERWISE),
        None => Help::sentence(UNKNOWN_OBJECT),
    };
    findings.report(&[&"targetSObject"], format!("no standard object is called {name}"), help);
}

/// Returns the facts about the object of a plan that writes it.
fn facts(plan: &ActionBlueprint) -> Option<&'static ObjectFacts> {
    find_facts(&plan.target_s_object).filter(|_| plan.operation != Operation::Call)
}

/// Returns the fields of a plan that its standard object does not have.
fn unknown<N>(plan: &ActionBlueprint, near: impl Fn(&'static ObjectFacts, &str) -> N) -> Vec<UnknownField<N>> {
    let Some(facts) = facts(plan) else { return Vec::new() };
    let inputs = plan.inputs.iter().enumerate().filter(|(_, input)| input.usage == InputUsage::Field);
    let inputs = inputs.map(|(index, input)| (FieldList::Inputs, index, &input.field_api_name));
    let outputs = plan.outputs.iter().flatten().enumerate();
    let outputs = outputs.map(|(index, output)| (FieldList::Outputs, index, &output.field_api_name));
    let unknown = inputs.chain(outputs).filter(|(.., name)| is_unknown(facts, name));
    unknown.map(|(list, index, name)| UnknownField { list, index, near: near(facts, name) }).collect()
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
            Help::sentence("check it against the org with --snapshot; --no-standard leaves standard objects unchecked");
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
        let Some(object) = facts(plan) else { return };
        let (list, name) = match self.list {
            FieldList::Inputs => ("inputs", plan.inputs.get(self.index).map(|input| &input.field_api_name)),
            FieldList::Outputs => {
                let outputs = plan.outputs.as_ref().and_then(|outputs| outputs.get(self.index));
                ("outputs", outputs.map(|output| &output.field_api_name))
            }
        };
        let message = message(object.name, name.map_or("", |name| name));
        findings.report(&[&list, &self.index, &"fieldApiName"], message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::is_unknown;
    use crate::standard_objects;
    use planwright_check::suggest;
    use planwright_contracts::platform::{Possible, find_facts};

    /// The built-in subset agrees with the facts of the platform.
    #[test]
    fn built_in_objects_agree_with_the_facts() {
        for object in standard_objects().objects.values() {
            let facts = find_facts(&object.api_name).unwrap();
            for (name, field) in object.fields.iter().filter(|(name, _)| *name != "Id") {
                assert!(!is_unknown(facts, name) && !is_unknown(facts, &name.to_ascii_uppercase()), "{name}");
                let Some(known) = facts.field(name) else { continue };
                for (built_in, fact) in [(field.createable, known.createable), (field.updateable, known.updateable)] {
                    assert_eq!(built_in, fact == Possible::Perhaps, "{}.{name}", object.api_name);
                }
            }
            assert!(is_unknown(facts, "Nothing") && !is_unknown(facts, "id") && !is_unknown(facts, "Nothing__c"));
        }
    }

    /// The prepared index gives the same suggestions as a linear search, for each name with one and with two typing
    /// errors.
    #[test]
    fn the_index_suggests_the_same_names_as_a_linear_search() {
        for object in standard_objects().objects.keys() {
            let facts = find_facts(object).unwrap();
            let names: Vec<&str> = facts.field_names().collect();
            for (index, name) in names.iter().enumerate() {
                let (head, tail) = name.split_at(1 + index % (name.len() - 1));
                for given in [
                    format!("{head}x{tail}"),
                    format!("{head}{}", &tail[1..]),
                    format!("{tail}{head}"),
                    format!("{head}xyz{tail}"),
                ] {
                    assert_eq!(facts.suggest_field(&given), suggest(&given, names.iter().copied()), "{object} {given}");
                }
            }
        }
    }
}
