//! Writes the files of a command atomically, and never replaces a file that Planwright did not write.

use std::path::Path;

use planwright_sync::{Files, LeftReason, Plan, plan_among};

use crate::exit::Failure;
use crate::terminal::printable_path;

/// Writes `text` to the file, creates the folders that it needs, and returns `true` if the file changed.
///
/// A file that exists and is not `ours` is left unchanged, and the error states that it is not a `kind`.
pub fn write(path: &Path, text: String, kind: &str, ours: impl Fn(&str) -> bool) -> Result<bool, Failure> {
    let plan = planned(path, text, ours)?;
    if !plan.foreign().is_empty() {
        return Err(Failure::one(format!(
            "{}: existing file is not a planwright {kind}; move it first",
            printable_path(path)
        )));
    }
    plan.write()?;
    Ok(!plan.is_clean())
}

/// Plans the change of one file. Nothing else in the folder is read, because it may belong to anyone.
pub fn planned(path: &Path, text: String, ours: impl Fn(&str) -> bool) -> Result<Plan, Failure> {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return Err(Failure::one(format!("{}: not a file name in UTF-8", printable_path(path))));
    };
    Ok(plan_among(folder_of(path), &Files::from([(name.to_owned(), text)]), [], |_, there| ours(there))?)
}

/// Returns the folder that contains a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns a note for each file that looks generated but that the plan leaves unchanged.
pub fn left_alone(plan: &Plan) -> impl Iterator<Item = String> + '_ {
    plan.left().iter().map(|(path, reason)| {
        let why = match reason {
            LeftReason::Edited => "is no longer generated and was edited",
            LeftReason::Unrecorded => "looks generated, but planwright has no record of it",
        };
        format!("note: {} {why}; it is kept; delete it if you do not need it", printable_path(&plan.place_of(path)))
    })
}
