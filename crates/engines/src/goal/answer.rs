//! From a model's answer to blueprints, whatever the answer is: its own, or those of the heuristic factory in its place.

use std::borrow::Cow;

use super::{GoalPlan, GoalRefusal, stand_in};
use planwright_contracts::action_blueprint::{Batch, Context, Refusal, check_answer};

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

/// The only fenced block of an answer that talks besides, at its own line; any other answer as it is.
fn without_prose(answer: &str) -> Cow<'_, str> {
    let fences: Vec<(usize, &str)> =
        answer.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("```")).collect();
    let [(open, info), (close, _)] = fences[..] else { return Cow::Borrowed(answer) };
    let language = info.trim_start().trim_start_matches('`').trim().to_lowercase();
    let inside = |line: usize| (open..=close).contains(&line);
    let prose = answer.lines().enumerate().any(|(line, text)| !inside(line) && !text.trim().is_empty());
    if !prose || !matches!(language.as_str(), "" | "json") {
        return Cow::Borrowed(answer);
    }
    let block: Vec<&str> = answer.lines().skip(open + 1).take(close - open - 1).collect();
    Cow::Owned("\n".repeat(open + 1) + &block.join("\n"))
}
