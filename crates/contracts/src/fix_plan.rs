//! Fix plans: ordered tasks of file edits, with tests to validate them. The contract is closed: it allows no additional
//! properties.

mod dates;
mod edit;
pub mod graph;
mod rules;

pub use self::edit::PATH_PATTERN;

use planwright_check::{Contract, Rule};
use planwright_generated::fix_plan::FixPlan;
use serde_json::Value;

/// Contract of a fix plan.
pub struct Fix;

impl Contract for Fix {
    type Plan = FixPlan;
    type Context = ();

    const OPEN: bool = false;
    const SHAPE_RULES: &'static [Rule<Value, ()>] = &[Rule::error(
        planwright_check::codes::FORMAT_MISMATCH,
        "A timestamp is not in UTC (`Z` or `+00:00`).",
        dates::not_utc,
    )];
    const RULES: &'static [Rule<FixPlan, ()>] = rules::ALL;

    fn is_clean(plan: &FixPlan, (): &()) -> bool {
        rules::is_clean(plan)
    }

    fn has_clean_shape(plan: &FixPlan, (): &()) -> bool {
        dates::is_utc(&plan.metadata.created_at)
    }
}
