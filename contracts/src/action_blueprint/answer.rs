//! From a model's answer to blueprints, whatever the answer is: its own, or those of the heuristic factory in its place.

use super::goal::{GoalPlan, GoalRefusal, stand_in};
use super::{Batch, Context, Refusal, check_envelope};

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
}

/// Neither the answer nor the goal can be used.
#[derive(Clone, Debug)]
pub struct Unusable {
    /// What is wrong with the answer.
    pub answer: Refusal,
    /// Why nothing stands in for it.
    pub goal: GoalRefusal,
}

/// Takes the blueprints out of a model's answer to a goal. One that is wrong refuses the answer as a whole: half a plan is not
/// a plan. The factory then stands in, and says so.
pub fn plan_from(goal: &str, answer: &str, context: &Context) -> Result<Answer, Unusable> {
    let refusal = match check_envelope(answer, context) {
        Ok(batch) => return Ok(Answer::Usable(batch)),
        Err(refusal) => refusal,
    };
    match stand_in(goal, context.snapshot.as_ref(), refusal.fallback) {
        Ok(plan) => Ok(Answer::StandIn { plan, refusal }),
        Err(goal) => Err(Unusable { answer: refusal, goal }),
    }
}
