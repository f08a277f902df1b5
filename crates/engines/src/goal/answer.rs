//! From a model's answer to blueprints, whatever the answer is: its own, or those of the heuristic factory in its place.

use super::{GoalPlan, GoalRefusal, stand_in};
use planwright_contracts::action_blueprint::{Batch, Context, Refusal, check_envelope};

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
    match check_envelope(answer, context) {
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
