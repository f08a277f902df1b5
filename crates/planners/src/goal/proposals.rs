//! Proposals for a goal, best first: the plan of the goal, a plan for each object that it can be about, and blueprints of
//! a library with the same words.

use std::collections::BTreeSet;

use planwright_check::{Checked, check_value};
use planwright_contracts::action_blueprint::{Blueprint, Context};
use planwright_generated::action_blueprint::{ActionBlueprint, SchemaSnapshot};
use planwright_org::standard_objects;
use serde_json::{Value, json};

use super::small_words::NOISE;
use super::words::{GoalToken, key_of_words, split_name, tokens};
use super::{GoalPlan, GoalRefusal, plan, synonyms};

/// Minimum score of a blueprint of the library: more than half of the words are the same.
const MIN_SCORE: f64 = 0.45;

/// Factor of proposals that do not come from the whole goal.
const PARTIAL: f64 = 0.8;

/// A proposal for a goal.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Quality of the match, from 0 to 1 in steps of 0.01.
    pub score: f64,
    /// Origin of the blueprints.
    pub source: ProposalSource,
    /// Explanations, one fact each.
    pub reasons: Vec<String>,
    /// The blueprints.
    pub actions: Vec<Checked<ActionBlueprint>>,
}

/// Source of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalSource {
    /// The plan of the goal.
    Goal,
    /// The plan of an ambiguous goal for one of its objects.
    Object,
    /// A blueprint of the library.
    Library,
}

impl ProposalSource {
    /// Returns the name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Object => "object",
            Self::Library => "library",
        }
    }
}

impl Proposal {
    /// Returns the proposal as JSON. `actions` is a list as in the envelope of blueprints.
    pub fn json(&self) -> Value {
        json!({
            "score": self.score,
            "source": self.source.name(),
            "reasons": self.reasons,
            "actions": self.actions.iter().map(Checked::get).collect::<Vec<_>>(),
        })
    }

    fn from_plan(plan: GoalPlan, source: ProposalSource, reason: Option<String>) -> Self {
        let least = plan.actions.iter().map(|action| action.confidence).fold(1.0, f64::min);
        let factor = if source == ProposalSource::Goal { 1.0 } else { PARTIAL };
        let why = plan.actions.iter().flat_map(|action| action.why.iter().cloned());
        let reasons = why.chain(reason).collect();
        let actions = plan.actions.into_iter().map(|action| action.blueprint).collect();
        Self { score: rounded(least * factor), source, reasons, actions }
    }
}

/// Returns at most `limit` proposals for a goal, best first. `library` has valid blueprints.
///
/// # Errors
///
/// Returns why the goal has no proposal, for example because an action cannot express a negation.
pub fn proposals(
    goal: &str,
    snapshot: Option<&SchemaSnapshot>,
    library: &[ActionBlueprint],
    limit: usize,
) -> Result<Vec<Proposal>, GoalRefusal> {
    let mut found = Vec::new();
    let refusal = match plan(goal, snapshot) {
        Ok(plan) => {
            found.push(Proposal::from_plan(plan, ProposalSource::Goal, None));
            None
        }
        Err(refusal) if is_open(&refusal) => Some(refusal),
        Err(refusal) => return Err(refusal),
    };
    if let Some(GoalRefusal::AmbiguousObject { objects, .. }) = &refusal {
        let known = snapshot.unwrap_or_else(|| standard_objects());
        found.extend(objects.iter().filter_map(|object| for_object(goal, known, object, objects)));
    }
    let context = Context { snapshot: snapshot.cloned(), ..Context::default() };
    let words = content_words(goal);
    let reason = refusal.as_ref().map(|refusal| format!("the goal as a whole was refused: {refusal}"));
    let matches = library.iter().filter_map(|blueprint| from_library(blueprint, &words, reason.as_ref(), &context));
    found.extend(matches);
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    found.truncate(limit);
    match refusal {
        Some(refusal) if found.is_empty() => Err(refusal),
        _ => Ok(found),
    }
}

/// Returns whether more precise words would make the goal a plan.
const fn is_open(refusal: &GoalRefusal) -> bool {
    matches!(
        refusal,
        GoalRefusal::AmbiguousObject { .. }
            | GoalRefusal::NoObject { .. }
            | GoalRefusal::NoField { .. }
            | GoalRefusal::NoValue { .. }
            | GoalRefusal::NotUnderstood { .. }
    )
}

/// Returns the plan of a goal in an org that only has one object.
fn for_object(goal: &str, known: &SchemaSnapshot, object: &str, others: &[String]) -> Option<Proposal> {
    let mut only = known.clone();
    only.objects.retain(|name, _| name == object);
    let plan = plan(goal, Some(&only)).ok()?;
    let reason = format!("the goal can be about {}; this is the plan for {object}", others.join(", "));
    Some(Proposal::from_plan(plan, ProposalSource::Object, Some(reason)))
}

/// A word of a goal, with the keys of the word and of its synonyms.
struct ContentWord {
    text: String,
    keys: BTreeSet<String>,
}

fn content_words(goal: &str) -> Vec<ContentWord> {
    let all = tokens(goal);
    let words = all.iter().filter(|token| token.kind == GoalToken::Word && !token.is_any(NOISE));
    let keys = |token: &super::words::Token| {
        let others = synonyms(&token.lower);
        let others = others.iter().map(|other| key_of_words(&split_name(other)));
        others.chain([token.key.clone()]).collect()
    };
    words.map(|token| ContentWord { text: token.text.clone(), keys: keys(token) }).collect()
}

/// Returns a blueprint of the library if its name has the words of the goal.
///
/// The score is the harmonic mean of two shares: the words of the goal in the blueprint, and the words of the name in the
/// goal.
fn from_library(
    blueprint: &ActionBlueprint,
    words: &[ContentWord],
    reason: Option<&String>,
    context: &Context,
) -> Option<Proposal> {
    let name = split_name(&blueprint.name);
    let name: BTreeSet<String> = name.iter().map(|word| key_of_words(std::slice::from_ref(word))).collect();
    let object = key_of_words(&split_name(&blueprint.target_s_object));
    let inputs: BTreeSet<String> =
        blueprint.inputs.iter().flat_map(|input| split_name(&input.label)).map(|word| key_of_words(&[word])).collect();
    let weight = |word: &ContentWord| {
        if word.keys.iter().any(|key| name.contains(key) || *key == object) {
            1.0
        } else if word.keys.iter().any(|key| inputs.contains(key)) {
            0.5
        } else {
            0.0
        }
    };
    let (used, unused): (Vec<&ContentWord>, Vec<&ContentWord>) = words.iter().partition(|word| weight(word) > 0.0);
    let of_goal = used.iter().map(|word| weight(word)).sum::<f64>() / count(words.len());
    let covered = name.iter().filter(|key| words.iter().any(|word| word.keys.contains(*key))).count();
    let of_name = count(covered) / count(name.len());
    if covered == 0 || used.is_empty() {
        return None;
    }
    let score = rounded(PARTIAL * 2.0 * of_goal * of_name / (of_goal + of_name));
    if score < MIN_SCORE {
        return None;
    }
    let actions = vec![check_value::<Blueprint>(json!(blueprint), context).ok()?];
    let listed = |words: &[&ContentWord]| words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(", ");
    let mut reasons = vec![format!("the library has {}, with the words {}", blueprint.name, listed(&used))];
    reasons.extend((!unused.is_empty()).then(|| format!("without effect: {}", listed(&unused))));
    reasons.extend(reason.cloned());
    Some(Proposal { score, source: ProposalSource::Library, reasons, actions })
}

fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}

#[allow(clippy::cast_precision_loss, reason = "a goal has few words")]
fn count(number: usize) -> f64 {
    number as f64
}
