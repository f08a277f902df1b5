//! `planwright snapshot import`: describes, metadata and snapshots to one snapshot.

use std::fs;
use std::io;
use std::path::Path;

use planwright_contracts::action_blueprint::Snapshot;
use planwright_contracts::check;
use planwright_sync::read_file;

use super::load;
use crate::exit::{Failure, Outcome};
use crate::render::human;
use crate::report::CommandReport;
use std::path::PathBuf;

/// Make a snapshot of describe files (`sf sobject describe --json`), folders of source-format metadata, or snapshots.
#[derive(Debug, clap::Args)]
pub(crate) struct SnapshotImportArgs {
    /// File that the snapshot goes to instead of standard output. A file there that is no snapshot is left alone.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// What to read, the later winning over the earlier; of a project (sfdx-project.json) all its package directories, of
    /// another folder its metadata, or else its *.json; REVISION:PATH of git; - is standard input.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub sources: Vec<String>,
}

/// Prints the snapshot, or writes it; not before every source has been read.
pub(super) fn run(args: &SnapshotImportArgs) -> Result<Outcome, Failure> {
    let mut report = CommandReport::beside_output();
    let snapshot = load::snapshot(&args.sources, &mut report);
    human::print(&report);
    let Some(snapshot) = snapshot? else { return Ok(Outcome::Findings) };
    let text = serde_json::to_string_pretty(&snapshot).map_err(Failure::one)? + "\n";
    let Some(out) = &args.out else {
        out!("{text}");
        return Ok(Outcome::Fine);
    };
    let fields: usize = snapshot.objects.values().map(|object| object.fields.len()).sum();
    let written = write(out, &text)?;
    let verb = if written { "wrote" } else { "already as it should be:" };
    let (objects, fields) = (human::some(snapshot.objects.len(), "object"), human::some(fields, "field"));
    errln!("{verb} {}: {objects}, {fields}", out.display());
    Ok(Outcome::Fine)
}

/// Brings one file to the text, beside its place first. Only a snapshot is overwritten: anything else was not meant.
fn write(out: &Path, text: &str) -> Result<bool, Failure> {
    let at = |error: io::Error| Failure::one(format!("{}: {error}", out.display()));
    match read_file(out) {
        Ok(there) if there == text.as_bytes() => return Ok(false),
        Ok(there) => {
            let is_snapshot = std::str::from_utf8(&there).is_ok_and(|there| check::<Snapshot>(there, &()).is_ok());
            if !is_snapshot {
                return Err(Failure::one(format!("{}: is no snapshot; move it away first", out.display())));
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(at(error)),
    }
    let name = out.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let staged = out.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let done = fs::write(&staged, text).and_then(|()| fs::rename(&staged, out));
    if done.is_err() {
        // What could not take its place is not left behind; the first error is the one to tell.
        let _ = fs::remove_file(&staged);
    }
    done.map(|()| true).map_err(at)
}
