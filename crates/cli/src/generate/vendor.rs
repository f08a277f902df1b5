//! Writes a copy of the runtime crate into a project, so that its generated Rust needs no other source of it.

use std::path::Path;

use planwright_project::apply::{Check, apply_plan};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::own_file;
use planwright_project::report::CommandReport;
use planwright_runtime::copy::{self, MARK};
use planwright_sync::plan_recorded;

/// Writes or checks the copy in a folder.
pub(super) fn write(folder: &Path, check: Check<'_>, report: &mut CommandReport) -> Result<Outcome, Failure> {
    let is_ours = |_: &str, text: &str| text.lines().next().is_some_and(|line| line.ends_with(MARK));
    let plan = plan_recorded(folder, &copy::files(), "gen --vendor-runtime", is_ours)?;
    own_file::left_alone(&plan).for_each(|note| report.note(note));
    let (outcome, _) = apply_plan(&plan, check, &["run `planwright gen`".to_owned()], report)?;
    Ok(outcome)
}
