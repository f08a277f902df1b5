//! Rules about facts of the platform, which apply in every org. A describe of the object takes precedence.

use planwright_check::codes::CodeInfo;
use planwright_check::{Diagnostic, Findings, Help, Rule, rule};
use planwright_contracts::action_blueprint::names::{is_id, same};
use planwright_contracts::action_blueprint::{Context, binds, find_field, find_object, is_partial};
use planwright_contracts::platform::{
    FieldFacts, ObjectFacts, Possible, RecordOperation, find_facts, find_family, supports,
};
use planwright_generated::action_blueprint::{
    ActionBlueprint, ActionInput, EnumAllowedGuardrail, Guardrail, InputUsage, Operation, SchemaSnapshot,
};
use planwright_source::Pointer;

use super::fit::{Fit, advice_on_type, fit_type};
use super::names::is_standard;
use super::rules::{
    DATA_TYPE_MISMATCH, REQUIRED_FIELD_UNBOUND, UPSERT_KEY_NOT_EXTERNAL_ID, creates, has_alternatives, may_have,
    updates,
};
use crate::standard_objects;

const INITIAL_VALUE: &str = "INITIAL_VALUE";

/// Known facts about the object of a blueprint.
pub(super) struct Target {
    facts: Option<&'static ObjectFacts>,
    /// True if the org describes the object, so that the facts about its operations and fields do not apply.
    is_described: bool,
    /// Fields of which an insert needs one, as far as the org has them.
    groups: Vec<Vec<&'static str>>,
    /// Inputs that set a standard field of which something is known.
    written: Vec<(usize, &'static FieldFacts)>,
}

type PlatformRule = Rule<ActionBlueprint, Target>;

const RULES: &[PlatformRule] = &[
    Rule::error(
        "OBJECT_NOT_CREATEABLE",
        "An INSERT or UPSERT uses a standard object whose records nobody can create.",
        object_not_createable,
    ),
    Rule::error(
        "OBJECT_NOT_UPDATEABLE",
        "An UPDATE or UPSERT uses a standard object whose records nobody can change.",
        object_not_updateable,
    ),
    Rule::error(
        "FIELD_NOT_CREATEABLE",
        "An INSERT or UPSERT sets a standard field that cannot be set on creation.",
        |plan, target, findings| field_not_createable(plan, target, Possible::Never, findings),
    ),
    Rule::warning(
        "FIELD_NOT_CREATEABLE",
        "According to the Object Reference, an INSERT or UPSERT sets a standard field that cannot be set on creation.",
        |plan, target, findings| field_not_createable(plan, target, Possible::Unlikely, findings),
    ),
    Rule::error(
        "FIELD_NOT_UPDATEABLE",
        "An UPDATE or UPSERT sets a standard field that cannot be changed.",
        |plan, target, findings| field_not_updateable(plan, target, Possible::Never, findings),
    ),
    Rule::warning(
        "FIELD_NOT_UPDATEABLE",
        "According to the Object Reference, an UPDATE or UPSERT sets a standard field that cannot be changed.",
        |plan, target, findings| field_not_updateable(plan, target, Possible::Unlikely, findings),
    ),
    Rule::error(
        UPSERT_KEY_NOT_EXTERNAL_ID,
        "The key of an UPSERT is a standard field that is not a lookup key.",
        |plan, target, findings| upsert_key(plan, target, Possible::Never, findings),
    ),
    Rule::warning(
        UPSERT_KEY_NOT_EXTERNAL_ID,
        "According to the Object Reference, the key of an UPSERT is a standard field that is not a lookup key.",
        |plan, target, findings| upsert_key(plan, target, Possible::Unlikely, findings),
    ),
    Rule::error(
        DATA_TYPE_MISMATCH,
        "The dataType of an input cannot be assigned to the standard field that it sets.",
        data_type_mismatch,
    ),
    Rule::warning(
        REQUIRED_FIELD_UNBOUND,
        "An INSERT does not set a field, or one of several fields, that the platform requires.",
        required_field_unbound,
    ),
    Rule::warning(
        INITIAL_VALUE,
        "An INSERT allows a value that a new record cannot have, such as an order that is not a draft.",
        initial_value,
    ),
];

/// Returns the codes of the rules.
pub(super) fn codes() -> impl Iterator<Item = CodeInfo> {
    RULES.iter().map(|rule| rule.info)
}

/// Returns the findings about a blueprint that is at `base` in its document.
pub(super) fn check(plan: &ActionBlueprint, context: &Context, base: &Pointer) -> Vec<Diagnostic> {
    if context.no_standard || plan.operation == Operation::Call || !is_standard(&plan.target_s_object) {
        return Vec::new();
    }
    let snapshot = context.snapshot.as_ref();
    let is_described = snapshot.is_some_and(|snapshot| describes(snapshot, &plan.target_s_object));
    let facts = find_facts(&plan.target_s_object);
    let object = snapshot.filter(|_| is_described).and_then(|snapshot| find_object(snapshot, &plan.target_s_object));
    let groups = facts.into_iter().flat_map(ObjectFacts::one_of);
    let groups = groups.map(|group| {
        let exists = |field: &&&'static str| object.is_none_or(|object| may_have(object, field));
        group.iter().filter(exists).copied().collect()
    });
    // Of a single field, the describe tells whether it is required.
    let groups = groups.filter(|group: &Vec<_>| group.len() > 1).collect();
    let written = written(plan, facts.filter(|_| !is_described));
    let target = Target { facts, is_described, groups, written };
    rule::run(RULES, plan, &target, base)
}

/// Returns whether the snapshot has everything about the object, or everything about the org.
fn describes(snapshot: &SchemaSnapshot, object: &str) -> bool {
    let known = find_object(snapshot, object);
    known.map_or(!is_partial(snapshot), |object| object.partial != Some(true))
}

/// Returns the inputs that set a standard field of which something is known.
fn written(plan: &ActionBlueprint, facts: Option<&'static ObjectFacts>) -> Vec<(usize, &'static FieldFacts)> {
    let Some(facts) = facts else { return Vec::new() };
    let inputs = plan.inputs.iter().enumerate();
    let fields = inputs.filter(|(_, input)| input.usage == InputUsage::Field && !is_id(&input.field_api_name));
    fields.filter_map(|(index, input)| Some((index, facts.field(&input.field_api_name)?))).collect()
}

impl Target {
    fn written<'p>(
        &self,
        plan: &'p ActionBlueprint,
    ) -> impl Iterator<Item = (usize, &'p ActionInput, &'static FieldFacts)> {
        self.written.iter().filter_map(|(index, field)| Some((*index, plan.inputs.get(*index)?, *field)))
    }
}

/// Returns whether nobody can do this with records of the object, and a reason if there is one.
fn refusal(plan: &ActionBlueprint, target: &Target, operation: RecordOperation) -> Option<&'static str> {
    let is_supported = match target.facts {
        Some(facts) => facts.supports(operation),
        None => supports(&plan.target_s_object, operation),
    };
    if target.is_described || is_supported != Some(false) {
        return None;
    }
    let family = find_family(&plan.target_s_object).filter(|_| target.facts.is_none());
    Some(family.map_or("the platform maintains them", |family| family.reason))
}

fn object_not_createable(plan: &ActionBlueprint, target: &Target, findings: &mut Findings) {
    if let Some(why) = refusal(plan, target, RecordOperation::Create).filter(|_| creates(plan)) {
        let message = format!("nobody can create records of {}: {why}", plan.target_s_object);
        findings.report(&[&"targetSObject"], message, "use another object, or CALL and do it in the handler");
    }
}

fn object_not_updateable(plan: &ActionBlueprint, target: &Target, findings: &mut Findings) {
    if let Some(why) = refusal(plan, target, RecordOperation::Update).filter(|_| updates(plan)) {
        let message = format!("nobody can change records of {}: {why}", plan.target_s_object);
        findings.report(&[&"targetSObject"], message, "use another operation, or another object");
    }
}

fn field_not_createable(plan: &ActionBlueprint, target: &Target, wanted: Possible, findings: &mut Findings) {
    for (index, input, _) in target.written(plan).filter(|(.., field)| creates(plan) && field.createable == wanted) {
        let message = format!("{} cannot be set when a record is created", input.field_api_name);
        findings.report(&[&"inputs", &index, &"fieldApiName"], message, advice(wanted, "remove the input"));
    }
}

fn field_not_updateable(plan: &ActionBlueprint, target: &Target, wanted: Possible, findings: &mut Findings) {
    for (index, input, _) in target.written(plan).filter(|(.., field)| updates(plan) && field.updateable == wanted) {
        let message = format!("{} cannot be changed on an existing record", input.field_api_name);
        findings.report(&[&"inputs", &index, &"fieldApiName"], message, advice(wanted, "remove the input"));
    }
}

fn upsert_key(plan: &ActionBlueprint, target: &Target, wanted: Possible, findings: &mut Findings) {
    let facts = target.facts.filter(|_| plan.operation == Operation::Upsert && !target.is_described);
    for (index, key) in plan.key_fields.iter().enumerate().filter(|(_, key)| !is_id(key)) {
        if facts.and_then(|facts| facts.field(key)).is_some_and(|field| field.upsert_key == wanted) {
            let message = format!("{key} is not a lookup key, so no upsert can use it");
            let help = advice(wanted, "use a field that is an external id, or Id");
            findings.report(&[&"keyFields", &index], message, help);
        }
    }
}

/// Returns advice, with the way out if the fact has only one source.
fn advice(possible: Possible, what: &str) -> Help {
    match possible {
        Possible::Unlikely => Help::sentence(format!("{what}, or check it against the org with --snapshot")),
        Possible::Perhaps | Possible::Never => Help::sentence(what.to_owned()),
    }
}

/// Reports types of fields that the built-in objects do not have. Another rule checks those.
fn data_type_mismatch(plan: &ActionBlueprint, target: &Target, findings: &mut Findings) {
    let built_in = find_object(standard_objects(), &plan.target_s_object);
    for (index, input, field) in target.written(plan) {
        let is_checked = built_in.is_some_and(|object| find_field(object, field.name).is_some());
        if !is_checked && fit_type(&input.data_type, field.type_name) == Fit::None {
            let message =
                format!("{} is of type {} and cannot represent {}", field.name, field.type_name, input.data_type);
            findings.report(&[&"inputs", &index, &"dataType"], message, advice_on_type(field.type_name));
        }
    }
}

fn required_field_unbound(plan: &ActionBlueprint, target: &Target, findings: &mut Findings) {
    let (Some(facts), true) = (target.facts, creates(plan)) else { return };
    let reason = match plan.operation {
        Operation::Upsert => "needs where it creates a record",
        Operation::Insert | Operation::Create | Operation::Update | Operation::Call => {
            "needs unless a trigger or flow sets it"
        }
    };
    for group in &target.groups {
        if group.iter().any(|field| binds(plan, field)) {
            continue;
        }
        let message = format!("no input sets {}, one of which {} {reason}", group.join(" or "), plan.operation);
        findings.report(&[&"inputs"], message, format!("add an input for {}", group.join(" or ")));
    }
    if target.is_described {
        return;
    }
    for field in facts.fields().iter().filter(|field| field.required && !binds(plan, field.name)) {
        if !has_alternatives(facts, field.name, None) {
            let message = format!("no input sets {}, which {} {reason}", field.name, plan.operation);
            findings.report(&[&"inputs"], message, format!("add an input for {}", field.name));
        }
    }
}

fn initial_value(plan: &ActionBlueprint, target: &Target, findings: &mut Findings) {
    if !matches!(plan.operation, Operation::Insert | Operation::Create) {
        return;
    }
    for (field, value) in target.facts.into_iter().flat_map(ObjectFacts::initial_values) {
        let bound =
            plan.inputs.iter().position(|input| input.usage == InputUsage::Field && same(&input.field_api_name, field));
        let Some(index) = bound.filter(|_| !allows_only(plan, field, value)) else { continue };
        let message = format!("a new {} is a {value}: Salesforce refuses another {field}", plan.target_s_object);
        let help = format!(
            "allow only {value:?} with a guardrail ENUM_ALLOWED, or the org's names for it, and change the {field} with an UPDATE"
        );
        findings.report(&[&"inputs", &index, &"fieldApiName"], message, help);
    }
}

/// Returns whether a guardrail allows only this value of the field.
fn allows_only(plan: &ActionBlueprint, field: &str, value: &str) -> bool {
    plan.guardrails.iter().flatten().any(|guardrail| {
        let Guardrail::EnumAllowed(EnumAllowedGuardrail { params, .. }) = guardrail else { return false };
        same(&params.field, field) && params.values.iter().all(|allowed| allowed == value)
    })
}
