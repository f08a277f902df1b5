//! Loads the snapshot of an org that blueprints are checked against: from a file, a folder, a project or a git
//! revision.

mod load;

use std::path::Path;

use planwright_contracts::action_blueprint::Context;

use crate::exit::Failure;
use crate::git;
use crate::report::CommandReport;

pub use load::snapshot;

/// Loads the context for checking action blueprints, from any source of a snapshot. Findings in the source are added to
/// the report, and the result is then `None`.
pub fn context(source: Option<&String>, report: &mut CommandReport) -> Result<Option<Context>, Failure> {
    let Some(source) = source else { return Ok(Some(Context::default())) };
    let snapshot = load::snapshot(std::slice::from_ref(source), report)?;
    Ok(snapshot
        .map(|snapshot| planwright_org::filled_in_context(Context { snapshot: Some(snapshot), ..Context::default() })))
}

/// Resolves a source that a configuration file in `folder` names. The path, also in `REVISION:PATH`, is relative to
/// `folder`.
pub fn configured(folder: &Path, source: &str) -> String {
    let whole = folder.join(source);
    match git::at_revision(source).filter(|_| !whole.exists()) {
        Some((revision, path)) => format!("{revision}:{}", folder.join(path).display()),
        None => whole.display().to_string(),
    }
}

/// Like [`configured`], for the older state that `now` is compared with. That may also be a revision without a path.
pub fn configured_before(folder: &Path, source: &str, now: &str) -> String {
    let is_revision = !folder.join(source).exists()
        && git::at_revision(source).is_none()
        && git::at_revision(now).is_none()
        && git::require_revision(&folder.join(".").display().to_string(), source).is_ok();
    if is_revision { format!("{source}:{now}") } else { configured(folder, source) }
}
