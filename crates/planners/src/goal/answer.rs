//! Converts a model's answer to blueprints, and falls back to the goal planner if the answer is invalid.

use std::borrow::Cow;

use super::{GoalPlan, GoalRefusal, fallback_plan};
use planwright_contracts::action_blueprint::{Batch, Context, Refusal, check_answer};
use planwright_source::sole_block;

/// Blueprints for a goal, and their origin.
#[derive(Clone, Debug)]
pub enum Answer {
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
pub fn plan_from(goal: &str, answer: &str, context: &Context) -> Answer {
    match check_answer(&without_prose(answer), context) {
        Ok(batch) => Answer::Usable(batch),
        Err(refusal) => fallback_for(refusal, goal, context),
    }
}

/// Returns the fallback for an answer that was rejected before, because it is not valid UTF-8.
pub fn fallback_for(refusal: Refusal, goal: &str, context: &Context) -> Answer {
    match fallback_plan(goal, context.snapshot.as_ref(), refusal.fallback) {
        Ok(plan) => Answer::Fallback { plan, refusal },
        Err(goal) => Answer::Unusable { refusal, goal },
    }
}

/// Extracts the only code block of an answer with prose around it. Other answers are returned unchanged.
///
/// The prose before the block is replaced by spaces, so that positions in the block equal positions in the answer.
fn without_prose(answer: &str) -> Cow<'_, str> {
    // The check itself accepts a code block without prose, with a warning.
    let is_only_block = answer.trim_start().starts_with("```") && answer.trim_end().ends_with("```");
    match sole_block(answer) {
        Ok(block) if !is_only_block => {
            let (before, rest) = answer.split_at(block.start);
            let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
            let mut body: String = before.bytes().map(blank).collect();
            body.push_str(&rest[..block.len()]);
            Cow::Owned(body)
        }
        _ => Cow::Borrowed(answer),
    }
}
