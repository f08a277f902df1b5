//! Implements `planwright fix run`. Everything is checked before the first edit, and again while the plan runs.

mod attempts;
mod dry;
mod make;
mod tracked;
mod uncommitted;

use std::io::{IsTerminal as _, stdin};
use std::path::{Path, PathBuf};

use planwright_contracts::{Checked, Diagnostic, Report};
use planwright_fix::codes;
use planwright_generated::fix_plan::FixPlan;
use planwright_source::Pointer;

use super::commands::{self, Shell};
use super::editor::Editor;
use super::journal::{Journal, RunProgress};
use super::options::FixRun;
use super::plan::{self, Action, Step};
use super::repo::Repo;
use super::worktree::Worktree;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input::Input;
use planwright_project::own_file;
use planwright_project::process::{Confinement, NOT_CONFINED};
use planwright_project::render::human::{self, isolated};
use planwright_project::shell_split;

/// State of a run.
struct Run<'r> {
    args: &'r FixRun,
    input: &'r Input,
    plan: &'r Checked<FixPlan>,
    steps: &'r [Step<'r>],
    repo: &'r Repo,
    editor: Option<&'r Editor>,
    /// Words of each test command.
    commands: Vec<Vec<String>>,
    confinement: &'r Confinement,
    worktree: &'r Worktree<'r>,
}

/// Runs a plan, or prints what a run would do.
pub fn run(args: &FixRun, input: &Input, plan: &Checked<FixPlan>) -> Result<Outcome, Failure> {
    let repo = Repo::open(&args.repo).map_err(|error| Failure::one(format!("{}: {error}", args.repo.display())))?;
    let steps = plan::steps(plan);
    let editor = args.editor_command.as_deref().map(editor).transpose()?;
    let (commands, mut found) = test_commands(plan, if args.shell { Shell::Yes } else { Shell::No });
    let writable = args.allow_write.iter().map(PathBuf::as_path).chain([args.repo.as_path()]);
    let confinement = Confinement::to(writable).map_err(Failure::one)?;
    let worktree = Worktree::from_git(&args.repo, &confinement).map_err(Failure::one)?;
    let run = Run {
        args,
        input,
        plan,
        steps: &steps,
        repo: &repo,
        editor: editor.as_ref(),
        commands,
        confinement: &confinement,
        worktree: &worktree,
    };
    if args.dry_run {
        found.extend(plan::check_edits(&steps, &repo, |_| RunProgress::None));
        found.extend(uncommitted::check(&run, |_| RunProgress::None));
        dry::print(&run);
        return Ok(run.report_findings(found));
    }
    if run.editor.is_none() && steps.iter().any(needs_editor) {
        return Err(Failure::one(
            "the plan modifies or creates files; set the program that does it with --editor-command",
        ));
    }
    let mut journal = run.journal()?;
    found.extend(plan::check_edits(&steps, &repo, |step| journal.progress(step.task_index, step.edit_index)));
    found.extend(uncommitted::check(&run, |step| journal.progress(step.task_index, step.edit_index)));
    found.extend(run.unconfirmed(&journal));
    if !found.is_empty() {
        planwright_project::errln!("nothing was changed");
        return Ok(run.report_findings(found));
    }
    run.print_confinement();
    if let Err(refused) = make::all(&run, &mut journal)? {
        planwright_project::errln!("stopped; {} lists what was done; continue with --resume", journal.path());
        return Ok(run.report_findings(vec![refused]));
    }
    attempts::run(&run, &mut journal)
}

fn editor(command: &str) -> Result<Editor, Failure> {
    let words = shell_split::split(command).map_err(|why| {
        Failure::one(format!("--editor-command runs without a shell, so it cannot have {why}; use a script instead"))
    })?;
    Ok(Editor::new(words)?)
}

fn needs_editor(step: &Step<'_>) -> bool {
    matches!(step.action, Action::Modify | Action::Create)
}

/// Splits each test command into words. Returns a finding for each command that cannot be started.
fn test_commands(plan: &FixPlan, shell: Shell) -> (Vec<Vec<String>>, Vec<Diagnostic>) {
    let (mut all, mut found) = (Vec::new(), Vec::new());
    for (index, command) in plan.tests.commands.iter().enumerate() {
        match commands::argv(command, shell) {
            Ok(argv) => all.push(argv),
            Err(why) => {
                let mut at = Pointer::root().member("tests").member("commands");
                at.push_index(index);
                let help = "write one program with its arguments, or check the command carefully and add --shell";
                found.push(Diagnostic::error(codes::SHELL_SYNTAX, at, why).with_help(help));
            }
        }
    }
    (all, found)
}

impl Run<'_> {
    /// Prints whether the editor and the commands are confined.
    fn print_confinement(&self) {
        match self.confinement.weakness() {
            None => planwright_project::errln!(
                "confined: the editor and the commands can write only below --repo, --allow-write and a temporary folder; \
                 not confined: {NOT_CONFINED}"
            ),
            Some(why) => {
                planwright_project::errln!(
                    "warning: not confined: the editor and the commands have all of your permissions ({})",
                    isolated(why)
                );
            }
        }
    }

    /// Returns the path of a file relative to the repository, if it is inside.
    fn inside(&self, file: &Path) -> Option<String> {
        let (root, name) = (self.args.repo.canonicalize().ok()?, file.file_name()?);
        let path = own_file::folder_of(file).canonicalize().ok()?.join(name);
        path.strip_prefix(root).ok()?.to_str().map(str::to_owned)
    }

    fn report_findings(&self, found: Vec<Diagnostic>) -> Outcome {
        let text = self.input.known_text();
        let report = Report::of_value(found).located(text);
        planwright_project::err!("{}", human::document(&self.input.name, text, &report));
        if report.has_errors() { Outcome::Findings } else { Outcome::Fine }
    }

    fn journal_path(&self) -> Option<PathBuf> {
        let beside = || (self.args.file != "-").then(|| PathBuf::from(format!("{}.journal", self.args.file)));
        self.args.journal.clone().or_else(beside)
    }

    /// Opens the journal. An interrupted run is continued only with `--resume`.
    fn journal(&self) -> Result<Journal, Failure> {
        let path = self
            .journal_path()
            .ok_or_else(|| Failure::one("the plan comes from standard input; name a journal file with --journal"))?;
        let journal = Journal::open(&path)?;
        let is_same =
            journal.unfinished().map(|plan| Some(plan) == serde_json::to_value(self.plan.get()).ok().as_ref());
        let wrong = match (is_same, self.args.resume) {
            (None, false) | (Some(true), true) => return Ok(journal),
            (None, true) => "there is no interrupted run to continue".to_owned(),
            (Some(false), _) => {
                "it belongs to an interrupted run of a different plan; finish that run, or remove the file".to_owned()
            }
            (Some(true), false) => {
                let done = |step: &&Step<'_>| journal.progress(step.task_index, step.edit_index) == RunProgress::Done;
                let done = self.steps.iter().filter(done).count();
                let all = human::some(self.steps.len(), "edit");
                format!("this plan was interrupted after {done} of {all}; continue with --resume, or remove the file")
            }
        };
        Err(Failure::one(format!("{}: {wrong}", journal.path())))
    }

    /// Returns a finding for each deletion that nobody can confirm.
    fn unconfirmed(&self, journal: &Journal) -> Vec<Diagnostic> {
        if self.args.yes || (stdin().is_terminal() && self.args.file != "-") {
            return Vec::new();
        }
        let left = |step: &&Step<'_>| journal.progress(step.task_index, step.edit_index) != RunProgress::Done;
        let deletes = self.steps.iter().filter(|step| step.action == Action::Delete).filter(left);
        let tell = |step: &Step<'_>| {
            plan::finding(step, "path", codes::NOT_CONFIRMED, format!("deleting {} was not confirmed", step.path))
        };
        deletes.map(tell).collect()
    }
}
