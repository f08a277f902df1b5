//! The snapshot of an org: `planwright snapshot`, and what stands behind `--snapshot` of other commands.

pub(crate) mod check;
pub(crate) mod diff;
mod import;
mod load;

use planwright_contracts::action_blueprint::{Context, Snapshot};
use planwright_contracts::check as check_document;

use crate::exit::{Failure, Outcome};
use crate::report::CommandReport;
use crate::{input, render};
use check::SnapshotCheckArgs;
use clap::Subcommand;
use diff::SnapshotDiffArgs;
use import::SnapshotImportArgs;

/// The org that blueprints are checked against: take its snapshot, compare two, check blueprints against one.
#[derive(Debug, Subcommand)]
pub(crate) enum SnapshotCommand {
    Import(SnapshotImportArgs),
    Diff(SnapshotDiffArgs),
    Check(SnapshotCheckArgs),
}

/// Runs `planwright snapshot`.
pub(crate) fn run(args: &SnapshotCommand) -> Result<Outcome, Failure> {
    match args {
        SnapshotCommand::Import(args) => import::run(args),
        SnapshotCommand::Diff(args) => render::print("snapshot diff", &diff::report(args), args.format),
        SnapshotCommand::Check(args) => render::print("snapshot check", &check::report(args), args.format),
    }
}

/// The context of action blueprints; `None` for a snapshot with findings, which are added to the report.
pub(crate) fn context(path: Option<&String>, report: &mut CommandReport) -> Result<Option<Context>, Failure> {
    let Some(path) = path else { return Ok(Some(Context::default())) };
    let inputs = input::read_all(std::slice::from_ref(path))?;
    let mut context = Context::default();
    for input in inputs {
        let checked = input.text.clone().and_then(|text| check_document::<Snapshot>(&text, &()));
        match checked {
            Ok(snapshot) => context.snapshot = Some(snapshot.into_inner()),
            Err(refused) => {
                report.add_report(&input.name, input.known_text(), &refused);
                return Ok(None);
            }
        }
    }
    Ok(Some(context))
}
