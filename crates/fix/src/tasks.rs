//! Properties of tasks that every diagram of a plan shows.

use std::collections::BTreeSet;

use planwright_contracts::fix_plan::graph::edges;
use planwright_generated::fix_plan::{FixEdit, FixPlan, FixTask};
use planwright_source::visible_line;

/// Returns the distinct pairs of a task and one that depends on it.
pub(super) fn arrows(plan: &FixPlan) -> BTreeSet<(usize, usize)> {
    edges(plan).iter().filter_map(|edge| Some((edge.to?, edge.from))).collect()
}

pub(super) fn deletes(task: &FixTask) -> bool {
    task.edits.iter().any(|edit| matches!(edit, FixEdit::DeleteFile(_)))
}

pub(super) fn files(task: &FixTask) -> String {
    match task.edits.len() {
        1 => "1 edit".to_owned(),
        count => format!("{count} edits"),
    }
}

/// Returns at most 80 characters, without line breaks and direction marks.
pub(super) fn plain(text: &str) -> String {
    let mut line: String = visible_line(text).chars().take(81).collect();
    if let Some((cut, _)) = line.char_indices().nth(80) {
        line.truncate(cut);
        line.push('…');
    }
    line
}
