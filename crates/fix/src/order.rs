//! Order in which tasks run: the order of the plan, except for tasks that depend on later ones.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use planwright_check::Checked;
use planwright_contracts::fix_plan::graph::edges;
use planwright_generated::fix_plan::{FixPlan, FixTask};

/// Returns the tasks in the order in which they run. Of all tasks without unfinished dependencies, the first in the
/// plan runs next.
///
/// A checked plan has no cycles, so every task occurs once.
///
/// ```
/// use planwright_contracts::check;
/// use planwright_contracts::fix_plan::Fix;
/// use planwright_fix::order;
/// use serde_json::json;
///
/// let task = |id: &str, waits_for: &[&str]| {
///     json!({
///         "id": id, "title": "t", "rationale": "r", "acceptance": ["a"], "dependencies": waits_for,
///         "edits": [{ "action": "modify_file", "path": "src/main.rs", "instructions": "i" }],
///     })
/// };
/// let plan = json!({
///     "plan_version": "1.0",
///     "overview": { "primary_issue": "p", "risk_level": "low", "summary": "s" },
///     "tasks": [task("T1", &["T2"]), task("T2", &[])],
///     "tests": { "commands": ["true"], "stop_on_failure": true },
///     "metadata": { "created_at": "2026-01-06T10:00:00Z", "model": "m", "fix_attempt": 1 },
/// });
/// let plan = check::<Fix>(&plan.to_string(), &()).expect("a plan");
/// let ids: Vec<&str> = order(&plan).iter().map(|task| task.id.as_str()).collect();
/// assert_eq!(ids, ["T2", "T1"]);
/// ```
pub fn order(plan: &Checked<FixPlan>) -> Vec<&FixTask> {
    let edges = edges(plan);
    let mut waits = vec![0_usize; plan.tasks.len()];
    let mut waiting = vec![Vec::new(); plan.tasks.len()];
    for (from, to) in edges.iter().filter_map(|edge| Some((edge.from, edge.to?))) {
        waits[from] += 1;
        waiting[to].push(from);
    }
    let mut ready: BinaryHeap<_> = (0..waits.len()).filter(|&task| waits[task] == 0).map(Reverse).collect();
    let mut ordered = Vec::with_capacity(waits.len());
    while let Some(Reverse(task)) = ready.pop() {
        ordered.push(&plan.tasks[task]);
        for &next in &waiting[task] {
            waits[next] -= 1;
            if waits[next] == 0 {
                ready.push(Reverse(next));
            }
        }
    }
    debug_assert_eq!(ordered.len(), plan.tasks.len(), "a checked plan has no cycles");
    ordered
}
