//! Leave plans: who is away, and when.

use planwright_check::{Contract, Findings, Rule};
use planwright_generated::leave_plan::LeavePlan;

/// The contract of a leave plan.
pub struct Leave;

impl Contract for Leave {
    type Plan = LeavePlan;
    type Context = ();

    const OPEN: bool = false;
    const RULES: &'static [Rule<LeavePlan, ()>] =
        &[Rule::error("DAYS_REVERSED", "Leave ends before it begins.", days_reversed)];
}

fn days_reversed(plan: &LeavePlan, (): &(), findings: &mut Findings) {
    if plan.last_day < plan.first_day {
        findings.report(&[&"last_day"], "the last day is before the first", "exchange the two days");
    }
}
