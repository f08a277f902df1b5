//! Checks documents with several blueprints: the envelope of a model's answer, and files written by people.

use std::collections::BTreeMap;

use planwright_check::text::{self, Read};
use planwright_check::{
    Checked, Diagnostic, Findings, Passed, Policy, Report, Rule, Violation, check_allowed, codes, rule, schema,
    validate, validate_rules,
};
use planwright_generated::action_blueprint::{ActionBlueprint, Operation, ResponseEnvelope};
use planwright_runtime::RootInfo;
use planwright_source::Pointer;
use serde_json::Value;

use super::rules::MIXED_DML;
use super::setup_objects::{runtime_records, written_setup_object};
use super::{Blueprint, Context, names, recode};

/// Checked blueprints of one document.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Blueprints in document order, at least one. Their warnings point into the document.
    pub actions: Vec<Checked<ActionBlueprint>>,
    /// All warnings, including those about the document as a whole.
    pub warnings: Report,
    /// Location of the array of blueprints, or `None` if the document is a single blueprint.
    array: Option<Pointer>,
    has_fence: bool,
}

impl Batch {
    /// Returns the location of a blueprint in the document.
    pub fn place(&self, index: usize) -> Pointer {
        self.array.as_ref().map_or_else(Pointer::root, |array| array.index(index))
    }

    /// Returns whether a code fence surrounds the document.
    pub fn has_fence(&self) -> bool {
        self.has_fence
    }

    /// Replaces the warnings about the whole document.
    #[must_use]
    pub fn with_warnings(self, warnings: Report) -> Self {
        Self { warnings, ..self }
    }
}

/// Rejection of a model's answer.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// All errors. One invalid blueprint rejects the whole answer, because half a plan must not run.
    pub report: Report,
    /// Reason to record if the caller falls back to its heuristic factory.
    pub fallback: FallbackReason,
}

/// Reason for the fallback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FallbackReason {
    /// The answer contains no JSON, or malformed JSON.
    NoJson,
    /// The JSON is neither an array nor an envelope.
    NoEnvelope,
    /// The envelope contains no blueprint.
    NoActions,
    /// At least one blueprint is invalid.
    InvalidAction,
}

impl FallbackReason {
    /// Returns the reason in words.
    pub fn reason(self) -> &'static str {
        match self {
            Self::NoJson => "the model answered without JSON",
            Self::NoEnvelope => "the model's answer is in neither of the two shapes",
            Self::NoActions => "the model's answer contains no action",
            Self::InvalidAction => "the model's answer contains an invalid action",
        }
    }
}

/// Rules of an envelope, which look at all of its blueprints together.
pub(crate) const BATCH_RULES: &[Rule<[ActionBlueprint], Context>] = &[
    Rule::error(
        "DUPLICATE_ACTION_NAME",
        "Two actions would have the same Apex class name after sanitising, ignoring case.",
        duplicate_action_name,
    ),
    Rule::error(
        MIXED_DML,
        "One action of an envelope writes a setup object and another action a different object. Salesforce rejects writing both in one transaction.",
        mixed_dml,
    ),
];

/// Code for a document that is neither an array nor an envelope.
pub(crate) const ENVELOPE_SHAPE: &str = "ENVELOPE_SHAPE";

/// Checks a model's answer: an array of blueprints, or an object with the array `actions`.
///
/// A code fence around the JSON is removed with a warning.
pub fn check_envelope(text: &str, context: &Context) -> Result<Batch, Refusal> {
    gather(text, Shapes::Envelope, context)
}

/// Checks a file: an envelope, or a single blueprint. Pointers are relative to the root of the file.
pub fn check_file(text: &str, context: &Context) -> Result<Batch, Report> {
    gather(text, Shapes::File, context).map_err(|refusal| refusal.report)
}

/// Checks a model's answer that may also be a single blueprint. It accepts what [`check_file`] accepts.
pub fn check_answer(text: &str, context: &Context) -> Result<Batch, Refusal> {
    gather(text, Shapes::File, context)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shapes {
    Envelope,
    File,
}

fn gather(text: &str, shapes: Shapes, context: &Context) -> Result<Batch, Refusal> {
    // Fast path for a file with a single valid blueprint.
    if shapes == Shapes::File
        && let Some(result) = check_allowed::<Blueprint>(text, context)
    {
        return match result {
            Ok(checked) => {
                let warnings = checked.warnings().clone();
                Ok(Batch { actions: vec![checked], warnings, array: None, has_fence: false })
            }
            Err(report) => Err(Refusal { report, fallback: FallbackReason::NoEnvelope }),
        };
    }
    let Read { value, body, warnings } = text::read_document(text, Policy::Fenced)
        .map_err(|report| Refusal { report, fallback: FallbackReason::NoJson })?;
    let fallback = reason(&value);
    // In a file, an object without `actions` is a single blueprint.
    let single = shapes == Shapes::File && value.is_object() && value.get("actions").is_none();
    let (base, places) = match &value {
        _ if single => (Pointer::root(), Places::Root),
        Value::Object(_) => (Pointer::root().member("actions"), Places::Elements),
        _ => (Pointer::root(), Places::Elements),
    };
    let judged = if single {
        validate::<Blueprint>(value, context, &base).map(|mut plan| {
            let found = plan.take_warnings();
            (vec![plan], found)
        })
    } else {
        validate_envelope(&value, context, &base)
    };
    let has_fence = !warnings.is_empty();
    let report = |found: Vec<Diagnostic>| Report::of_text(warnings.into_iter().chain(found).collect(), &body);
    match judged {
        Err(found) => Err(Refusal { report: report(found), fallback }),
        Ok((plans, found)) => {
            let warnings = report(found);
            let own = match &places {
                Places::Root => vec![warnings.clone()],
                Places::Elements => warnings.by_element(&base, plans.len()),
            };
            let actions = plans.into_iter().zip(own).map(|(plan, own)| plan.seal(|_| own)).collect();
            let array = matches!(places, Places::Elements).then_some(base);
            Ok(Batch { actions, warnings, array, has_fence })
        }
    }
}

/// Returns the reason why an invalid value cannot be used.
fn reason(value: &Value) -> FallbackReason {
    match value.as_array().or_else(|| value.get("actions")?.as_array()) {
        None => FallbackReason::NoEnvelope,
        Some(actions) if actions.is_empty() => FallbackReason::NoActions,
        Some(_) => FallbackReason::InvalidAction,
    }
}

/// Location of the blueprints below the base pointer.
enum Places {
    Root,
    Elements,
}

/// Blueprints of a document with all warnings, or its errors.
type Judged = Result<(Vec<Passed<ActionBlueprint>>, Vec<Diagnostic>), Vec<Diagnostic>>;

fn validate_envelope(value: &Value, context: &Context, base: &Pointer) -> Judged {
    let root = RootInfo::for_type::<ResponseEnvelope>();
    let mut found = schema::violations(&root, value, |violation, document| Some(reshape(violation, document)));
    let broken = !found.is_empty();
    found.extend(schema::unknown_members(&root, value));
    // The rules need parsed blueprints, so schema errors end the check here.
    if broken {
        return Err(found);
    }
    let plans = match schema::fit::<ResponseEnvelope>(value)? {
        ResponseEnvelope::Array(plans) => plans,
        ResponseEnvelope::BlueprintActions(envelope) => envelope.actions,
    };
    found.extend(rule::run(BATCH_RULES, plans.as_slice(), context, base));
    let mut checked = Vec::with_capacity(plans.len());
    let mut refused = found.iter().any(Diagnostic::is_error);
    for (index, plan) in plans.into_iter().enumerate() {
        match validate_rules::<Blueprint>(plan, context, &base.index(index)) {
            Ok(mut plan) => {
                found.extend(plan.take_warnings());
                checked.push(plan);
            }
            Err(errors) => {
                refused = true;
                found.extend(errors);
            }
        }
    }
    if refused { Err(found) } else { Ok((checked, found)) }
}

/// Turns schema errors about the shape of the root into a single error. Their details would not help.
fn reshape(violation: Violation, document: &Value) -> Violation {
    let shapeless = violation.at.is_root() && violation.code == codes::TYPE_MISMATCH
        || violation.at.as_str() == "/actions" && violation.code == codes::MISSING_FIELD;
    if !shapeless {
        return recode(violation, document);
    }
    let help = if document.get("name").is_some() {
        "put the blueprint into an array"
    } else {
        "answer with [ … ] or {\"actions\": [ … ]}"
    };
    let message = "neither an array of blueprints nor an object with the array \"actions\"";
    Violation { at: Pointer::root(), ..violation.recoded(ENVELOPE_SHAPE).reworded(message, help) }
}

/// Reports blueprints that share a class. They then share their test classes, too.
fn duplicate_action_name(plans: &[ActionBlueprint], _: &Context, findings: &mut Findings) {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    for (index, plan) in plans.iter().enumerate() {
        let Some(name) = names::sanitize(&plan.name) else { continue };
        let class = names::class_name(&name).to_ascii_lowercase();
        if let Some(first) = taken.get(&class) {
            let message = format!(
                "{:?} becomes the same Apex class as {:?}, action {}",
                plan.name,
                plans[*first].name,
                first + 1
            );
            findings.report(&[&index, &"name"], message, "rename one of them");
        } else {
            taken.insert(class, index);
        }
    }
}

/// Reports envelopes that write setup objects and other objects. The orchestrator runs an envelope in one transaction.
fn mixed_dml(plans: &[ActionBlueprint], context: &Context, findings: &mut Findings) {
    let mut setup = None;
    let mut other = None;
    for (index, plan) in plans.iter().enumerate() {
        if let Some(object) = written_setup_object(plan) {
            setup = setup.or(Some((index, object.name)));
        } else if plan.operation == Operation::Call {
            other = other.or_else(|| Some((index, runtime_records(plan, context).next()?.object())));
        } else {
            other = other.or(Some((index, plan.target_s_object.as_str())));
        }
    }
    let (Some(setup), Some(other)) = (setup, other) else { return };
    // Salesforce rejects the second write, so the finding is about the later action.
    let (first, later) = if setup.0 < other.0 { (setup, other) } else { (other, setup) };
    let message = format!(
        "{:?} writes {} and {:?} writes {}: {} is a setup object, which Salesforce does not write in one transaction with others",
        plans[first.0].name, first.1, plans[later.0].name, later.1, setup.1
    );
    findings.report(
        &[&later.0, &"targetSObject"],
        message,
        "put the actions on setup objects into a separate envelope, and run it in a separate transaction",
    );
}
