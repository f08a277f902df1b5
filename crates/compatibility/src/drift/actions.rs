//! Compares two states of an SFDX project, and finds the flows, agent functions and agent scripts that a changed action
//! breaks.

use std::path::{Path, PathBuf};

use planwright_agentscript::action_drift::{ActionProject, DRIFT_LIMITS, compare};

use super::DriftArgs;
use super::load::Base;
use planwright_project::config;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::git;
use planwright_project::render::human;
use planwright_project::report::CommandReport;
use planwright_project::sfdx::{self, Sfdx, SourceFiles};

/// Suffixes of the files that are read.
const SUFFIXES: [&str; 6] = [".cls", ".flow-meta.xml", ".flow", ".agent", ".genAiFunction-meta.xml", "schema.json"];

/// The two states of a project.
pub(super) enum ProjectVersions {
    /// Two folders.
    Folders(PathBuf, PathBuf),
    /// A git revision, and the folder to compare with it. Without `is_tip`, the commit where the branch left the
    /// revision is compared.
    Revision { revision: String, is_tip: bool, folder: PathBuf },
}

impl ProjectVersions {
    /// Returns the states that the arguments name, or `None` if the new one is not a project.
    pub(super) fn from_args(args: &DriftArgs) -> Result<Option<Self>, Failure> {
        let is_project = |path: &Path| path.join(sfdx::NAME).is_file();
        let sides = match (&args.paths[..], &args.against) {
            ([old, new], None) if is_project(old) && is_project(new) => Self::Folders(old.clone(), new.clone()),
            ([new], Some(old)) if is_project(new) && is_project(Path::new(old)) => {
                Self::Folders(PathBuf::from(old), new.clone())
            }
            ([new], Some(revision)) if is_project(new) && !Path::new(revision).exists() => {
                let configured = config::load(args.config.as_deref())?.drift.and_then(|drift| drift.against_tip);
                let is_tip = args.against_tip || configured.unwrap_or_default();
                Self::Revision { revision: revision.clone(), is_tip, folder: new.clone() }
            }
            _ => return Ok(None),
        };
        let of_schemas = [
            ("--role", !args.role.is_empty()),
            ("--content-model", args.content.content_model.is_some()),
            ("--assert-formats", args.formats.assert_formats),
            ("--no-assert-formats", args.formats.no_assert_formats),
            ("--allow-undecided", args.allow_undecided),
            ("--strict", args.strict),
        ];
        match of_schemas.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => {
                let reason = format!("{option} is for schemas only; for SFDX projects, actions are compared");
                Err(Failure::one(reason))
            }
            None => Ok(Some(sides)),
        }
    }
}

/// Compares the actions of both states.
pub(super) fn report(sides: &ProjectVersions, report: &mut CommandReport) -> Result<Outcome, Failure> {
    let (old, new) = match sides {
        ProjectVersions::Folders(old, new) => (project(sfdx::files_below(old, &SUFFIXES)?)?, new),
        ProjectVersions::Revision { revision, is_tip, folder } => {
            (project(at_revision(folder, revision, *is_tip)?)?, folder)
        }
    };
    let namespace = Sfdx::in_folder(new).map_err(Failure::one)?.and_then(|project| project.namespace());
    let new = ActionProject { namespace, ..project(sfdx::files_below(new, &SUFFIXES)?)? };
    let drift = compare(&old, &new);
    for file in &drift.reports {
        report.add_report(&file.path, &file.text, &file.report);
        report.subjects.push(file.path.clone());
    }
    let broken: usize = drift.reports.iter().map(|file| file.report.errors().count()).sum();
    for (what, number) in
        [("actions", drift.actions), ("calls", drift.calls), ("changes", drift.changes), ("broken", broken)]
    {
        report.count(what, number);
    }
    let actions = human::some(drift.actions, "action");
    let calls = human::some(drift.calls, "call");
    let changes = human::some(drift.changes, "change");
    report.print(format!("{actions} compared, {calls} found: {changes} that can break callers, {broken} broken\n"));
    report.note(DRIFT_LIMITS);
    Ok(if broken > 0 { Outcome::Findings } else { Outcome::Fine })
}

/// Sorts the files by their kind.
fn project(files: SourceFiles) -> Result<ActionProject, Failure> {
    let mut project = ActionProject::default();
    for (path, bytes) in files {
        let kind = match SUFFIXES.iter().position(|suffix| path.ends_with(suffix)) {
            Some(0) => &mut project.classes,
            Some(1 | 2) => &mut project.flows,
            Some(3) => &mut project.scripts,
            _ if path.contains("genAiFunctions/") => &mut project.functions,
            _ => continue,
        };
        let text = String::from_utf8(bytes).map_err(|_| Failure::one(format!("{path}: not UTF-8")))?;
        kind.push((path, text));
    }
    Ok(project)
}

/// Reads the files of a project in a git revision. The list is empty if the revision does not have the project.
fn at_revision(folder: &Path, revision: &str, is_tip: bool) -> Result<SourceFiles, Failure> {
    let folder = folder.display().to_string();
    git::require_revision(&folder, revision)?;
    let base = Base::new(&folder, revision, is_tip);
    let commit = base.name();
    let all = git::paths(&folder, commit)?;
    if !all.iter().any(|path| path == sfdx::NAME) {
        return Ok(SourceFiles::default());
    }
    let bytes = git::file(&folder, commit, sfdx::NAME)?;
    let project = Sfdx::from_bytes(PathBuf::from(sfdx::NAME), &bytes).map_err(Failure::one)?;
    let roots = project.packages().map_err(Failure::one)?;
    let is_wanted = |path: &&String| {
        roots.iter().any(|root| Path::new(path.as_str()).starts_with(root))
            && SUFFIXES.iter().any(|end| path.ends_with(end))
    };
    let wanted: Vec<String> = all.iter().filter(is_wanted).cloned().collect();
    let name = |path: &str| format!("{revision}:{}/{path}", folder.trim_end_matches('/'));
    Ok(git::files(&folder, commit, &wanted)?.into_iter().map(|(path, bytes)| (name(&path), bytes)).collect())
}
