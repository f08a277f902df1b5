//! Converts a model's answer to blueprints, and falls back to the goal planner if the answer is invalid.

use super::{GoalPlan, GoalRefusal, fallback_plan};
use planwright_check::Answer;
use planwright_contracts::action_blueprint::{Batch, Context, FallbackReason, Refusal, check_answer};
use planwright_source::{Extent, decode, sole_block};

/// Blueprints for a goal, and the answer that they come from.
#[derive(Clone, Debug)]
pub struct AnsweredGoal {
    /// Origin of the blueprints.
    pub outcome: AnswerOutcome,
    /// The document of the answer, if it is not the whole answer. Findings then refer to it.
    pub document: Option<String>,
    /// Parts that were dropped or changed before the document was read.
    pub changes: Vec<String>,
}

/// Blueprints for a goal, and their origin.
#[derive(Clone, Debug)]
pub enum AnswerOutcome {
    /// Valid blueprints of the model.
    Usable(Batch),
    /// Blueprints of the goal planner, because the answer is invalid. `plan.fallback` is the reason, and the refusal
    /// contains all errors.
    Fallback {
        /// The fallback plan.
        plan: GoalPlan,
        /// Errors in the answer.
        refusal: Refusal,
    },
    /// Neither the answer nor the goal can be used.
    Unusable {
        /// Errors in the answer.
        refusal: Refusal,
        /// Reason why the goal planner has no plan either.
        goal: GoalRefusal,
    },
}

/// Extracts the blueprints from a model's answer to a goal.
///
/// One invalid blueprint rejects the whole answer, because half a plan must not run. The goal planner then creates a
/// fallback plan.
pub fn plan_from(goal: &str, answer: &[u8], context: &Context) -> AnsweredGoal {
    let text = decode(answer);
    let sent = match &text {
        Ok(text) => check_answer(text, context),
        Err(problem) => Err(Refusal { report: problem.clone().into(), fallback: FallbackReason::NoJson }),
    };
    if let Ok(batch) = sent {
        return AnsweredGoal { outcome: AnswerOutcome::Usable(batch), document: None, changes: Vec::new() };
    }
    let check = |text: &str| check_answer(text, context).map(|batch| batch.warnings).map_err(|refusal| refusal.report);
    let (checked, document, changes) = if let Ok(found) = Answer::extract(answer, Extent::Safe, check) {
        let Answer { document, changes } = found;
        // Findings about an unchanged part of the answer keep their positions.
        let start = text.ok().and_then(|text| Some((text, text.find(&document)?)));
        let in_place = start.map(|(text, start)| blank_before(text, start) + &document);
        let checked = check_answer(in_place.as_ref().unwrap_or(&document), context);
        (checked, in_place.is_none().then_some(document), changes)
    } else {
        // The errors in the only block explain more than the prose around it.
        let block = text.ok().and_then(|text| Some((text, sole_block(text).ok()?)));
        let block = block.map(|(text, block)| blank_before(text, block.start) + &text[block]);
        let refused = block.and_then(|block| check_answer(&block, context).err());
        (refused.map_or(sent, Err).map_err(without_json), None, Vec::new())
    };
    let outcome = match checked {
        Ok(batch) => AnswerOutcome::Usable(batch),
        Err(refusal) => match fallback_plan(goal, context.snapshot.as_ref(), refusal.fallback) {
            Ok(plan) => AnswerOutcome::Fallback { plan, refusal },
            Err(goal) => AnswerOutcome::Unusable { refusal, goal },
        },
    };
    AnsweredGoal { outcome, document, changes }
}

/// Returns the refusal of an answer that has no document.
fn without_json(refusal: Refusal) -> Refusal {
    Refusal { fallback: FallbackReason::NoJson, ..refusal }
}

/// Returns as many spaces as the start of an answer has bytes. Line breaks stay.
fn blank_before(text: &str, end: usize) -> String {
    text.bytes().take(end).map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}
