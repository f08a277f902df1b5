//! What every picture of a plan shows of its tasks.

use std::collections::BTreeSet;

use planwright_contracts::fix_plan::graph::edges;
use planwright_generated::fix_plan::{FixEdit, FixPlan, FixTask};
use planwright_source::visible_line;

/// Each pair of a task and one that waits for it, once.
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

/// At most 80 letters, without line breaks and marks that turn the text around.
pub(super) fn plain(text: &str) -> String {
    let mut line: String = visible_line(text).chars().take(81).collect();
    if let Some((cut, _)) = line.char_indices().nth(80) {
        line.truncate(cut);
        line.push('…');
    }
    line
}
