//! The snapshot of an org that blueprints are checked against, from a file, a folder, a project or a git revision.

mod load;

use std::path::Path;

use planwright_api::filled_in;
use planwright_contracts::action_blueprint::Context;

use crate::exit::Failure;
use crate::git;
use crate::report::CommandReport;

pub use load::snapshot;

/// The context of action blueprints, from whatever a snapshot can be made of; `None` for a source with findings, which are
/// added to the report.
pub fn context(source: Option<&String>, report: &mut CommandReport) -> Result<Option<Context>, Failure> {
    let Some(source) = source else { return Ok(Some(Context::default())) };
    let snapshot = load::snapshot(std::slice::from_ref(source), report)?;
    Ok(snapshot.map(|snapshot| filled_in(Context { snapshot: Some(snapshot), ..Context::default() })))
}

/// A source as a file of configuration in `folder` names it: a path from there, also in `REVISION:PATH`.
pub fn configured(folder: &Path, source: &str) -> String {
    let whole = folder.join(source);
    match git::at_revision(source).filter(|_| !whole.exists()) {
        Some((revision, path)) => format!("{revision}:{}", folder.join(path).display()),
        None => whole.display().to_string(),
    }
}

/// [`configured`] for the side that `now` is compared with, which may also be the name of a revision alone.
pub fn configured_before(folder: &Path, source: &str, now: &str) -> String {
    let is_revision = !folder.join(source).exists()
        && git::at_revision(source).is_none()
        && git::at_revision(now).is_none()
        && git::known(&folder.join(".").display().to_string(), source).is_ok();
    if is_revision { format!("{source}:{now}") } else { configured(folder, source) }
}
