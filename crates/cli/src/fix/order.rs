//! `planwright fix order`: the tasks as they run.

use planwright_contracts::Checked;
use planwright_generated::fix_plan::FixPlan;

use planwright_project::render::human;

/// A line a task: its id, its title, and what it waits for.
pub(super) fn print(plan: &Checked<FixPlan>) {
    for task in planwright_fix::order(plan) {
        let waits = task.dependencies.as_deref().unwrap_or_default();
        let after = if waits.is_empty() { String::new() } else { format!("  (after {})", waits.join(", ")) };
        outln!("{}  {}{after}", task.id, human::isolated(&task.title));
    }
}
