//! Implements `planwright snapshot import`: merges describe files, metadata and snapshots into one snapshot.

use std::path::PathBuf;

use planwright_contracts::action_blueprint::Snapshot;
use planwright_contracts::check;
use planwright_source::printable_json;

use planwright_project::exit::{Failure, Outcome};
use planwright_project::own_file;
use planwright_project::render::human;
use planwright_project::report::CommandReport;
use planwright_project::snapshot as load;
use planwright_project::terminal::printable_path;

/// Create a snapshot from describe files, metadata or other snapshots.
///
/// Describe files come from `sf sobject describe --json`, and metadata is in source format.
#[derive(Debug, clap::Args)]
pub(crate) struct SnapshotImportArgs {
    /// Write the snapshot to this file instead of standard output. An existing file that is not a snapshot is not
    /// overwritten.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Sources. Later ones override earlier ones. A project (sfdx-project.json) is read with all package directories,
    /// any other folder with its metadata or else its *.json files. REVISION:PATH reads from git. Use - for standard
    /// input.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub sources: Vec<String>,
}

/// Prints or writes the snapshot, after every source has been read.
pub(super) fn run(args: &SnapshotImportArgs) -> Result<Outcome, Failure> {
    let mut report = CommandReport::beside_output();
    let snapshot = load::snapshot(&args.sources, &mut report);
    human::print(&report);
    let Some(snapshot) = snapshot? else { return Ok(Outcome::Findings) };
    let text = serde_json::to_string_pretty(&snapshot).map_err(Failure::one)? + "\n";
    let Some(out) = &args.out else {
        out!("{}", printable_json(&text));
        return Ok(Outcome::Fine);
    };
    let fields: usize = snapshot.objects.values().map(|object| object.fields.len()).sum();
    let ours = |there: &str| check::<Snapshot>(there, &()).is_ok();
    let written = own_file::write(out, text, "snapshot", ours)?;
    let verb = if written { "wrote" } else { "unchanged" };
    let (objects, fields) = (human::some(snapshot.objects.len(), "object"), human::some(fields, "field"));
    errln!("{verb} {}: {objects}, {fields}", printable_path(out));
    Ok(Outcome::Fine)
}
