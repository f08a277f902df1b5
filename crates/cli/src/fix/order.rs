//! `planwright fix order`: the tasks as they run.

use planwright_contracts::Checked;
use planwright_generated::fix_plan::FixPlan;

use planwright_project::render::human;

/// Prints one line per task: its id, title and dependencies.
pub(super) fn print(plan: &Checked<FixPlan>) {
    for task in planwright_fix::order(plan) {
        let waits = task.dependencies.as_deref().unwrap_or_default();
        let after = if waits.is_empty() { String::new() } else { format!("  (after {})", waits.join(", ")) };
        outln!("{}  {}{after}", task.id, human::isolated(&task.title));
    }
}
