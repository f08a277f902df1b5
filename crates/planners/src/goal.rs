//! Goal planner: turns an English goal into action blueprints, without a model and without a network.
//!
//! It is a fallback without a model, or if the model's answer is invalid. It is a heuristic: a verb determines the
//! operation. Objects, fields and picklist values are found by label and API name in a snapshot of the org, or in the
//! built-in standard objects. It explains its choices with a confidence, and rejects what it does not understand. The
//! result only depends on the input, and every blueprint has passed the check of its contract.

mod amounts;
mod answer;
mod build;
mod clauses;
mod computed;
mod custom;
mod intent;
mod lexicon;
mod naming;
mod objects;
mod proposals;
mod reading;
mod refusal;
mod small_words;
mod synonyms;
mod target;
mod unsupported_words;
mod vocabulary;
mod words;

pub use answer::{AnswerOutcome, AnsweredGoal, plan_from};
pub use proposals::{Proposal, ProposalSource, proposals};
pub use refusal::GoalRefusal;
pub use synonyms::synonyms;

use std::borrow::Cow;

use planwright_check::{Checked, check_value};
use planwright_contracts::action_blueprint::{Blueprint, Context, FallbackReason, check_envelope};
use planwright_generated::action_blueprint::{
    ActionBlueprint, FieldSnapshot, ObjectSnapshot, Operation, SchemaSnapshot,
};
use serde_json::{Value, json};

use planwright_org::standard_objects;

use build::Understood;
use clauses::Clause;
use intent::{add_implied_fields, upsert_key};
use lexicon::Act;
use target::{NoTarget, Target};
use vocabulary::{Fields, Vocabulary};

/// Actions of a goal, in order.
#[derive(Clone, Debug)]
pub struct GoalPlan {
    /// Actions, at least one.
    pub actions: Vec<GoalAction>,
    /// Reason why the plan replaces that of a model, or `None` if the planner was called directly.
    pub fallback: Option<FallbackReason>,
    /// Sentences of the goal that contain no request.
    pub ignored: Vec<String>,
}

/// Action, and how it was derived.
#[derive(Clone, Debug)]
pub struct GoalAction {
    /// The blueprint.
    pub blueprint: Checked<ActionBlueprint>,
    /// Explanations, one fact each.
    pub why: Vec<String>,
    /// Confidence from 0 to 1 in steps of 0.01.
    pub confidence: f64,
    /// Custom fields that are only known from the goal, because there was no snapshot.
    pub assumed: Vec<String>,
}

impl GoalPlan {
    /// Returns only the blueprints, in the envelope that
    /// [`check_envelope`] accepts.
    pub fn envelope(&self) -> Value {
        json!({"actions": self.actions.iter().map(|action| action.blueprint.get()).collect::<Vec<_>>()})
    }

    /// Returns further data for programs: the explanations, and the reason if this is a fallback.
    pub fn explanation(&self) -> Value {
        let actions = self.actions.iter().map(|action| {
            json!({
                "name": action.blueprint.name,
                "why": action.why,
                "confidence": action.confidence,
                "assumed": action.assumed,
            })
        });
        let reason = self.fallback.map(FallbackReason::reason);
        json!({"actions": actions.collect::<Vec<_>>(), "fallback": reason.is_some(), "reason": reason, "ignored": self.ignored})
    }
}

/// Calls [`plan`] as a fallback for an invalid answer of a model.
pub fn fallback_plan(
    goal: &str,
    snapshot: Option<&SchemaSnapshot>,
    reason: FallbackReason,
) -> Result<GoalPlan, GoalRefusal> {
    plan(goal, snapshot).map(|plan| GoalPlan { fallback: Some(reason), ..plan })
}

/// Turns a goal into blueprints. Either all steps of the goal are planned, or none.
pub fn plan(goal: &str, snapshot: Option<&SchemaSnapshot>) -> Result<GoalPlan, GoalRefusal> {
    if goal.trim().is_empty() {
        return Err(GoalRefusal::Empty);
    }
    let (known, assumed) = match snapshot {
        Some(snapshot) => (Cow::Borrowed(snapshot), Vec::new()),
        None => custom::with_named_fields(goal, standard_objects()),
    };
    let vocabulary = Vocabulary::from_snapshot(&known);
    let words = words::tokens(goal);
    let turned = unsupported_words::find(&words, &vocabulary);
    if let Some(refusal) = turned.filter(|refusal| !matches!(refusal, GoalRefusal::Quantity { .. })) {
        return Err(refusal);
    }
    if let Some(words) = computed::empty_quotation(goal) {
        return Err(GoalRefusal::Computed { words });
    }
    if let Some(number) = negative_number(goal) {
        return Err(GoalRefusal::NotUnderstood { step: goal.trim().to_owned(), words: vec![number] });
    }
    let (clauses, ignored) = clauses::clauses(goal, &vocabulary);
    let told = ignored.iter().find(|sentence| !is_polite(sentence)).filter(|_| !clauses.is_empty());
    if let Some(sentence) = told {
        return Err(GoalRefusal::NoRequest { step: sentence.clone() });
    }
    if let Some(refusal) = unsupported_words::find(&words, &vocabulary) {
        // A verb that no action supports is the better reason.
        let unsupported = clauses.iter().find_map(|clause| match clause.act {
            Act::Refuse(why) => Some(GoalRefusal::Unsupported { verb: clause.verb, why }),
            _ => None,
        });
        return Err(unsupported.unwrap_or(refusal));
    }
    if clauses.is_empty() {
        return Err(GoalRefusal::NoVerb { text: goal.trim().to_owned() });
    }
    let context = Context { snapshot: Some(known.clone().into_owned()), ..Context::default() };
    let mut actions: Vec<GoalAction> = Vec::new();
    let mut before = None;
    for clause in &clauses {
        let taken: Vec<String> = actions.iter().map(|action| action.blueprint.name.clone()).collect();
        let (action, object) = step(clause, &vocabulary, before, &taken, &context)?;
        let uses = |name: &&String| action.blueprint.inputs.iter().any(|input| input.field_api_name == **name);
        let own = assumed.iter().filter(uses).cloned().collect();
        actions.push(GoalAction { assumed: own, ..action });
        before = Some(object);
    }
    let plan = GoalPlan { actions, fallback: None, ignored };
    // Each action has passed the check. The envelope as a whole must pass too.
    match check_envelope(&plan.envelope().to_string(), &context) {
        Ok(_) => Ok(plan),
        Err(refusal) => Err(GoalRefusal::Unchecked {
            step: goal.trim().to_owned(),
            problems: refusal.report.errors().map(|one| one.message.clone()).collect(),
        }),
    }
}

fn step<'s>(
    clause: &Clause,
    vocabulary: &Vocabulary<'s>,
    before: Option<&'s ObjectSnapshot>,
    taken: &[String],
    context: &Context,
) -> Result<(GoalAction, &'s ObjectSnapshot), GoalRefusal> {
    if let Act::Refuse(why) = clause.act {
        return Err(GoalRefusal::Unsupported { verb: clause.verb, why });
    }
    if let Some(refusal) = unsupported_words::no_request(clause) {
        return Err(refusal);
    }
    let form = |word: &str| lexicon::verb(word).map(|(_, _, form)| form);
    if !unsupported_words::is_event(&clause.condition, form) {
        let words: Vec<&str> = clause.condition.iter().map(|token| token.text.as_str()).collect();
        return Err(GoalRefusal::Condition { words: words.join(" ") });
    }
    let (clause, target) = find_target(clause, vocabulary, before)?;
    if let Some(objects) = objects::unresolved(&clause.tokens, clause.at, clause.act, vocabulary) {
        return Err(GoalRefusal::AmbiguousObject { step: text(&clause), objects });
    }
    let fields = Fields::from_object(target.object);
    if let Some(words) = computed::find(&clause, &fields, vocabulary) {
        return Err(GoalRefusal::Computed { words });
    }
    let mut reading = reading::read_clause(&clause, &target, &fields, vocabulary);
    if computed::is_reset(&clause, &reading) {
        return Err(GoalRefusal::Computed { words: clause.verb.to_owned() });
    }
    add_implied_fields(&clause, &fields, &mut reading);
    if target.object.api_name.ends_with("__e") {
        return Err(GoalRefusal::Event { object: target.object.api_name.clone() });
    }
    require_fields(&clause, &target, &fields, &reading)?;
    require_status_value(&clause, &fields, &reading)?;
    if let Some(words) = reading.times.first() {
        return Err(GoalRefusal::Time { words: words.clone() });
    }
    if !reading.filter.is_empty() {
        return Err(GoalRefusal::Condition { words: reading.filter });
    }
    let key = if clause.act == Act::Upsert { upsert_key(&fields, &reading) } else { None };
    let understood = Understood { clause: &clause, target: &target, fields: &fields, reading: &reading, key };
    let planned = understood.blueprint(taken);
    if planned["inputs"].as_array().is_some_and(Vec::is_empty) {
        return Err(no_field(&clause, &fields, &reading, |field| field.createable));
    }
    let blueprint = check_value::<Blueprint>(planned, context).map_err(|report| GoalRefusal::Unchecked {
        step: text(&clause),
        problems: report.errors().map(|one| one.message.clone()).collect(),
    })?;
    let unread = unused_words(&clause, &reading, &blueprint);
    if !unread.is_empty() {
        return Err(GoalRefusal::NotUnderstood { step: text(&clause), words: unread });
    }
    let action = GoalAction {
        blueprint,
        why: why(&clause, &target, &reading),
        confidence: confidence(&clause, &target, &reading),
        assumed: Vec::new(),
    };
    Ok((action, target.object))
}

/// Returns the words that the blueprint does not represent. The words after a verb of calling are its name, and the
/// qualifiers of a new record are part of its name.
fn unused_words(clause: &Clause, reading: &reading::Reading<'_>, blueprint: &ActionBlueprint) -> Vec<String> {
    let label = blueprint.label.to_lowercase();
    let calls = matches!(clause.act, Act::Notify | Act::Run);
    let message = clause.act == Act::Notify;
    let about = clause.tokens.iter().position(|token| token.is_any(&["about", "regarding", "saying"]));
    let behind = |word: &str| {
        let at = clause.tokens.iter().rposition(|token| token.text == word);
        at.is_some_and(|at| {
            at > clause.at
                && (!message || label.contains(&word.to_lowercase()) || about.is_some_and(|about| at > about))
        })
    };
    // The source of the records of an upsert is chosen by the sender.
    let source = |word: &String| {
        let at = clause.tokens.iter().position(|token| token.text == *word);
        let lead =
            at.and_then(|at| clause.tokens[..at].iter().rev().find(|token| !token.is_any(small_words::DETERMINERS)));
        clause.act == Act::Upsert && lead.is_some_and(|token| token.is_any(&["from"]))
    };
    let used =
        |word: &String| source(word) || calls && behind(word) && (message || label.contains(&word.to_lowercase()));
    let mut unread: Vec<String> = reading.unknown.iter().filter(|word| !used(word)).cloned().collect();
    if blueprint.target_s_object.ends_with("__e") {
        unread.retain(|word| !word.eq_ignore_ascii_case("event"));
    }
    let linked = reading.bindings.iter().filter(|one| {
        one.field.type_.eq_ignore_ascii_case("reference") && !one.field.api_name.eq_ignore_ascii_case("OwnerId")
    });
    unread.extend(linked.flat_map(|one| one.hints.iter().cloned()));
    unread.extend(reading.qualifiers.iter().filter(|word| !label.contains(&word.to_lowercase())).cloned());
    if !message {
        unread.extend(reading.texts.iter().cloned());
        let chosen = reading.bindings.iter().filter(|one| !one.values.is_empty() && vocabulary::is_picklist(one.field));
        unread.extend(chosen.flat_map(|one| one.hints.iter().cloned()));
    }
    unread
}

/// Requires that the status requested by the verb is a value of the field.
fn require_status_value(
    clause: &Clause,
    fields: &Fields<'_>,
    reading: &reading::Reading<'_>,
) -> Result<(), GoalRefusal> {
    let Some(status) =
        fields.status().filter(|_| matches!(clause.act, Act::Status(_) | Act::Leave(_) | Act::Switch(..)))
    else {
        return Ok(());
    };
    let binding = reading.bindings.iter().find(|one| one.field.api_name == status.api_name);
    let empty = binding.is_some_and(|one| one.values.is_empty() && one.hints.is_empty());
    if !empty || status.picklist_values.is_empty() {
        return Ok(());
    }
    let field = format!("{}.{}", fields.object.api_name, status.api_name);
    Err(GoalRefusal::NoValue { verb: clause.verb, field, values: status.picklist_values.clone() })
}

/// Returns a negative number in the goal. Signs are not tokens.
fn negative_number(goal: &str) -> Option<String> {
    let signed = |word: &&str| {
        let digits = word.trim_start_matches(['-', '\u{2212}']);
        digits.len() < word.len()
            && digits.trim_start_matches(['$', '€', '£']).starts_with(|one: char| one.is_ascii_digit())
    };
    goal.split_whitespace().find(signed).map(str::to_owned)
}

/// Returns whether a sentence without a verb contains no request.
fn is_polite(sentence: &str) -> bool {
    let words = sentence.to_lowercase();
    ["thanks", "thank you", "please", "hi", "hello", "hey", "cheers", "many thanks"].contains(&words.as_str())
}

/// Returns the object of a clause. Adding something to an object that has a field for it is a change: `add a
/// description to the case`.
fn find_target<'s>(
    clause: &Clause,
    vocabulary: &Vocabulary<'s>,
    before: Option<&'s ObjectSnapshot>,
) -> Result<(Clause, Target<'s>), GoalRefusal> {
    let same = |act: Act| Clause { tokens: clause.tokens.clone(), condition: clause.condition.clone(), act, ..*clause };
    let none = |none: NoTarget| match none {
        NoTarget::None => GoalRefusal::NoObject { step: text(clause) },
        NoTarget::Several(objects) => GoalRefusal::AmbiguousObject { step: text(clause), objects },
    };
    match clause.act {
        Act::Create => match target::of_create(clause, vocabulary) {
            // `add the contact to the account`: both records exist.
            Ok(target) if target::is_linking(clause, &target) => {
                let linked = target::has_reference(clause, &target, vocabulary);
                let object = target.object.api_name.clone();
                if linked {
                    Ok((same(Act::Change), target))
                } else {
                    Err(GoalRefusal::NoLink { step: text(clause), object })
                }
            }
            Ok(target) => Ok((same(Act::Create), target)),
            Err(_) if !["add", "enter", "capture"].contains(&clause.verb) => Err(none(NoTarget::None)),
            Err(_) => {
                let changed = target::of_change(clause, vocabulary, None).map_err(|_| none(NoTarget::None))?;
                let fields = Fields::from_object(changed.object);
                let names_field = (clause.at + 1..clause.tokens.len())
                    .any(|at| fields.field_at(&clause.tokens, at).is_some_and(|(_, field)| field.updateable));
                if names_field { Ok((same(Act::Change), changed)) } else { Err(none(NoTarget::None)) }
            }
        },
        Act::Notify | Act::Run => {
            // The action to be called or reminded of is not a record: `remind the owner to call the lead`.
            let mut named = target::mentions(&clause.tokens, vocabulary);
            named.retain(|mention| !mention.name.telling);
            let after = named
                .iter()
                .find(|mention| mention.start > clause.at)
                .or_else(|| named.iter().find(|mention| mention.start < clause.at));
            let target = after
                .map(|mention| target::named(*mention, &clause.tokens))
                .or_else(|| target::of_context(clause, vocabulary, before));
            let act = |target: &Target<'_>| published(clause, target);
            target.map(|target| (same(act(&target)), target)).ok_or_else(|| none(NoTarget::None))
        }
        // These verbs need a record: a field alone does not name one.
        Act::Assign | Act::Status(_) | Act::Leave(_) | Act::Switch(..)
            if target::mentions(&clause.tokens, vocabulary).is_empty()
                && target::of_context(clause, vocabulary, before).is_none() =>
        {
            Err(none(NoTarget::None))
        }
        act => target::of_change(clause, vocabulary, before).map(|target| (same(act), target)).map_err(none),
    }
}

/// Resolves `publish`. It creates a platform event, sets a status if the object has one for it, and otherwise calls
/// other code.
fn published(clause: &Clause, target: &Target<'_>) -> Act {
    let values = || {
        Fields::from_object(target.object).status().map(|field| field.picklist_values.as_slice()).unwrap_or_default()
    };
    match clause.verb {
        "publish" if target.object.api_name.ends_with("__e") => Act::Create,
        "publish" if values().iter().any(|value| value.eq_ignore_ascii_case("published")) => {
            Act::Status(&["published"])
        }
        _ => clause.act,
    }
}

/// Requires that a change names fields, and that all of them can be set.
fn require_fields(
    clause: &Clause,
    target: &Target<'_>,
    fields: &Fields<'_>,
    reading: &reading::Reading<'_>,
) -> Result<(), GoalRefusal> {
    let object = target.object.api_name.clone();
    let names = |fields: Vec<&FieldSnapshot>| fields.iter().map(|field| field.api_name.clone()).collect::<Vec<_>>();
    let operation = clause.act.operation();
    let settable = |field: &FieldSnapshot| match operation {
        Operation::Update => field.updateable,
        Operation::Upsert => field.updateable && field.createable,
        Operation::Insert | Operation::Create => field.createable,
        Operation::Call => true,
    };
    let locked: Vec<_> = reading.bindings.iter().map(|one| one.field).filter(|field| !settable(field)).collect();
    // A Boolean that cannot be set is probably an adjective: `the closed case`.
    let fixed = reading.fixed.iter().copied().filter(|field| {
        operation != Operation::Call && (reading.bindings.is_empty() || !field.type_.eq_ignore_ascii_case("boolean"))
    });
    let unsettable: Vec<&FieldSnapshot> = [locked, fixed.collect()].concat();
    if !unsettable.is_empty() {
        return Err(GoalRefusal::ReadOnly { object, fields: names(unsettable) });
    }
    if operation != Operation::Update || !reading.bindings.is_empty() {
        return Ok(());
    }
    Err(no_field(clause, fields, reading, |field| field.updateable))
}

/// Returns the refusal of a step without fields, with some fields that it could set.
fn no_field(
    clause: &Clause,
    fields: &Fields<'_>,
    reading: &reading::Reading<'_>,
    settable: impl Fn(&FieldSnapshot) -> bool,
) -> GoalRefusal {
    GoalRefusal::NoField {
        step: text(clause),
        object: fields.object.api_name.clone(),
        unknown: reading.unknown.clone(),
        fields: fields
            .object
            .fields
            .values()
            .filter(|field| settable(field))
            .map(vocabulary::field_label)
            .take(5)
            .collect(),
    }
}

fn why(clause: &Clause, target: &Target<'_>, reading: &reading::Reading<'_>) -> Vec<String> {
    let mut why = vec![format!("\"{}\" requests {}", clause.verb, clause.act.operation()), target.why.clone()];
    why.extend(reading.bindings.iter().map(|binding| binding.why.clone()));
    why.extend(reading.notes.iter().cloned());
    if !clause.condition.is_empty() {
        let words: Vec<&str> =
            clause.condition.iter().map(|token| token.text.as_str()).filter(|text| *text != ",").collect();
        why.push(format!("the condition \"{}\" is left to the caller of the action", words.join(" ")));
    }
    why
}

fn confidence(clause: &Clause, target: &Target<'_>, reading: &reading::Reading<'_>) -> f64 {
    let verb = if clause.command { 1.0 } else { 0.95 };
    let fields: f64 = reading.bindings.iter().map(|binding| binding.sure).product();
    let misses = i32::try_from(reading.unknown.len()).unwrap_or(i32::MAX).min(8);
    let sure = verb * target.sure * fields.max(0.4) * 0.93_f64.powi(misses);
    (sure * 100.0).round() / 100.0
}

fn text(clause: &Clause) -> String {
    clause.tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ").replace(" ,", ",")
}
