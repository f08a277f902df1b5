//! Lists the edits of a plan in order, and checks whether they can be made before the first one starts.

use std::collections::BTreeMap;

use planwright_contracts::{Checked, Diagnostic};
use planwright_fix::{codes, order};
use planwright_generated::fix_plan::{
    CreateFileEdit, DeleteFileEdit, FixEdit, FixPlan, FixTask, ModifyFileEdit, RenameFileEdit,
};
use planwright_source::Pointer;

use super::journal::RunProgress;
use super::repo::{EntryKind, Fault, Repo};

/// One edit.
pub(super) struct Step<'p> {
    pub(super) task: &'p FixTask,
    pub(super) edit: &'p FixEdit,
    /// Indices of the task and the edit in the plan.
    pub(super) task_index: usize,
    pub(super) edit_index: usize,
    pub(super) action: Action<'p>,
    pub(super) path: &'p str,
    pub(super) context_files: &'p [String],
}

/// Effect of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action<'p> {
    Modify,
    Create,
    Delete,
    /// Renames the file to this path.
    Rename(&'p str),
}

impl Step<'_> {
    /// Returns the location of a property of the edit in the plan.
    pub(super) fn at(&self, member: &str) -> Pointer {
        let mut at = Pointer::root().member("tasks");
        at.push_index(self.task_index);
        at.push("edits");
        at.push_index(self.edit_index);
        at.member(member)
    }
}

/// Returns all edits, task by task in the order of execution.
pub(super) fn steps(plan: &Checked<FixPlan>) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let indices: BTreeMap<&str, usize> =
        plan.tasks.iter().enumerate().map(|(index, task)| (task.id.as_str(), index)).collect();
    for task in order(plan) {
        // The ids of a checked plan are unique, and `order` returns only its tasks.
        let task_index = indices.get(task.id.as_str()).copied().unwrap_or_default();
        for (edit_index, edit) in task.edits.iter().enumerate() {
            let (action, path, context_files) = match edit {
                FixEdit::ModifyFile(ModifyFileEdit { path, context_files, .. }) => {
                    (Action::Modify, path, context_files)
                }
                FixEdit::CreateFile(CreateFileEdit { path, context_files, .. }) => {
                    (Action::Create, path, context_files)
                }
                FixEdit::DeleteFile(DeleteFileEdit { path, context_files, .. }) => {
                    (Action::Delete, path, context_files)
                }
                FixEdit::RenameFile(RenameFileEdit { path, context_files, target_path, .. }) => {
                    (Action::Rename(target_path), path, context_files)
                }
            };
            steps.push(Step { task, edit, task_index, edit_index, action, path, context_files });
        }
    }
    steps
}

/// State of the repository after the edits that were checked so far.
struct PlannedRepo<'r> {
    repo: &'r Repo,
    changed: BTreeMap<&'r str, EntryKind>,
    /// Files that edits create, by lowercase path.
    spellings: BTreeMap<String, &'r str>,
}

impl<'r> PlannedRepo<'r> {
    fn kind(&self, path: &str) -> Result<EntryKind, Fault> {
        if let Some(kind) = self.changed.get(path) {
            return Ok(*kind);
        }
        if let Some(other) = self.spellings.get(&path.to_lowercase()) {
            return Err(Fault::OtherCase((*other).to_owned()));
        }
        match self.repo.kind(path) {
            Err(Fault::OtherCase(there)) if self.changed.get(there.as_str()) == Some(&EntryKind::Missing) => {
                Ok(EntryKind::Missing)
            }
            other => other,
        }
    }

    fn check(&mut self, step: &Step<'r>, progress: RunProgress, found: &mut Vec<Diagnostic>) {
        let kind = self.kind(step.path);
        let target = if let Action::Rename(target) = step.action { Some((target, self.kind(target))) } else { None };
        let looks_made = matches!(
            (step.action, &kind, &target),
            (Action::Delete, Ok(EntryKind::Missing), _)
                | (Action::Rename(_), Ok(EntryKind::Missing), Some((_, Ok(EntryKind::File))))
                | (Action::Create, Ok(EntryKind::File), _)
        );
        let was_made = progress == RunProgress::Begun && looks_made;
        if !was_made {
            let wanted = if step.action == Action::Create { EntryKind::Missing } else { EntryKind::File };
            found.extend(
                unexpected_kind(wanted, step.path, kind).map(|(code, message)| finding(step, "path", code, message)),
            );
            if let Some((target, kind)) = target {
                // A rename may change only the case of a name.
                let recased = matches!(&kind, Err(Fault::OtherCase(there)) if there == step.path);
                let problem = unexpected_kind(EntryKind::Missing, target, kind).filter(|_| !recased);
                found.extend(problem.map(|(code, message)| finding(step, "target_path", code, message)));
            }
        }
        for (index, file) in step.context_files.iter().enumerate() {
            let Err(fault) = self.kind(file) else { continue };
            let (code, message) = describe_fault(file, fault);
            let mut at = step.at("context_files");
            at.push_index(index);
            found.push(Diagnostic { at, ..finding(step, "context_files", code, message) });
        }
        match step.action {
            Action::Modify => {}
            Action::Create => self.add_file(step.path),
            Action::Delete => self.remove_file(step.path),
            Action::Rename(target) => {
                self.remove_file(step.path);
                self.add_file(target);
            }
        }
    }

    fn add_file(&mut self, path: &'r str) {
        self.changed.insert(path, EntryKind::File);
        self.spellings.insert(path.to_lowercase(), path);
    }

    fn remove_file(&mut self, path: &'r str) {
        self.changed.insert(path, EntryKind::Missing);
        self.spellings.remove(&path.to_lowercase());
    }
}

/// Returns the problems that prevent the edits from being made in this order. `progress` returns how far each edit got
/// in an interrupted run.
pub(super) fn check_edits<'p>(
    steps: &[Step<'p>],
    repo: &'p Repo,
    progress: impl Fn(&Step<'_>) -> RunProgress,
) -> Vec<Diagnostic> {
    let mut planned = PlannedRepo { repo, changed: BTreeMap::new(), spellings: BTreeMap::new() };
    let mut found = Vec::new();
    for step in steps {
        match progress(step) {
            RunProgress::Done => {}
            progress => planned.check(step, progress, &mut found),
        }
    }
    found
}

/// Returns the problem if the path is not in the state that an edit needs.
fn unexpected_kind(wanted: EntryKind, path: &str, found: Result<EntryKind, Fault>) -> Option<(&'static str, String)> {
    match found {
        Ok(kind) if kind == wanted => None,
        Ok(EntryKind::Missing) => Some((codes::FILE_MISSING, format!("{path} does not exist"))),
        Ok(_) if wanted == EntryKind::Missing => Some((codes::FILE_EXISTS, format!("{path} already exists"))),
        Ok(_) => Some((codes::PATH_OUTSIDE, format!("{path} is not a regular file"))),
        Err(fault) => Some(describe_fault(path, fault)),
    }
}

/// Returns the code and the message of a fault.
pub(super) fn describe_fault(path: &str, fault: Fault) -> (&'static str, String) {
    match fault {
        Fault::Outside(why) => (codes::PATH_OUTSIDE, format!("{path} cannot be used: {why}")),
        Fault::OtherCase(there) => (codes::PATH_CASE, format!("{path} exists as {there}")),
        Fault::Io(error) => (codes::EDIT_FAILED, format!("{path}: {error}")),
    }
}

/// Creates a finding about a property of an edit.
pub(super) fn finding(step: &Step<'_>, member: &str, code: &'static str, message: String) -> Diagnostic {
    let help = match code {
        codes::PATH_OUTSIDE => "name regular files of the repository, not links, folders or Git's own files",
        codes::PATH_CASE => "write the name with the same case",
        codes::FILE_MISSING => "name an existing file, or create it",
        codes::FILE_EXISTS => "modify the file, or choose another name",
        codes::UNCOMMITTED => "commit or stash it first; deleted files must be in Git",
        codes::UNPLANNED_CHANGE => "check and correct these files, then continue with --resume",
        codes::NOT_CONFIRMED => "run this in a terminal and answer y, or add --yes",
        _ => "check the error of the editor or the disk, then continue with --resume",
    };
    Diagnostic::error(code, step.at(member), message).with_help(help)
}
