//! From a model's answer to blueprints, whatever the answer is: its own, or those of the heuristic factory in its place.

use std::borrow::Cow;

use super::{GoalPlan, GoalRefusal, stand_in};
use planwright_contracts::action_blueprint::{Batch, Context, Refusal, check_answer};
use planwright_source::sole_block;

/// Blueprints for a goal, and whose they are.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The model's, all of them checked.
    Usable(Batch),
    /// The factory's, because the answer cannot be used: `plan.fallback` is the reason, the refusal has every error.
    StandIn {
        /// What stands in.
        plan: GoalPlan,
        /// Why the answer was refused.
        refusal: Refusal,
    },
    /// Nobody's: neither the answer nor the goal can be used.
    Unusable {
        /// Why the answer was refused.
        refusal: Refusal,
        /// Why nothing stands in for it.
        goal: GoalRefusal,
    },
}

/// Takes the blueprints out of a model's answer to a goal. One that is wrong refuses the answer as a whole: half a plan is not
/// a plan. The factory then stands in, and says so.
pub fn plan_from(goal: &str, answer: &str, context: &Context) -> Answer {
    match check_answer(&without_prose(answer), context) {
        Ok(batch) => Answer::Usable(batch),
        Err(refusal) => in_place_of(refusal, goal, context),
    }
}

/// What stands in for an answer that was refused already, because its bytes are no text.
pub fn in_place_of(refusal: Refusal, goal: &str, context: &Context) -> Answer {
    match stand_in(goal, context.snapshot.as_ref(), refusal.fallback) {
        Ok(plan) => Answer::StandIn { plan, refusal },
        Err(goal) => Answer::Unusable { refusal, goal },
    }
}

/// The only code block of an answer that has prose around it, any other answer unchanged.
///
/// The prose before the block becomes blanks, so that every place in the block is the same place in the answer.
fn without_prose(answer: &str) -> Cow<'_, str> {
    // A code block without prose is read by the check itself, which warns about it.
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
