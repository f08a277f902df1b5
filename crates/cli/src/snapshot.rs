//! Implements `planwright snapshot`: snapshots of orgs, which other commands use with `--snapshot`.

mod check;
pub(crate) mod configured;
mod diff;
mod import;

use check::SnapshotCheckArgs;
use clap::Subcommand;
use diff::SnapshotDiffArgs;
use import::SnapshotImportArgs;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render;

/// Import, compare and use snapshots of a Salesforce org.
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
