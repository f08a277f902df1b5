//! Writes drawings with several sheets into one folder.

use std::path::Path;

use planwright_sync::{Files, plan_recorded};

use planwright_project::exit::{Failure, Outcome};
use planwright_project::own_file;
use planwright_project::render::human;
use planwright_project::terminal::printable_path;

/// Writes a drawing, one file per sheet. Surplus sheets of an earlier drawing are removed. Other files are left
/// unchanged.
pub(crate) fn write(folder: &Path, sheets: Vec<String>) -> Result<Outcome, Failure> {
    let is_ours = |path: &str, text: &str| {
        let number = path.strip_prefix("sheet-").and_then(|rest| rest.strip_suffix(".svg"));
        let is_drawing = text.starts_with("<svg ") && text.contains("<rect class=\"sheet\"");
        is_drawing && number.is_some_and(|number| number.parse::<usize>().is_ok())
    };
    let count = sheets.len();
    let files: Files =
        sheets.into_iter().enumerate().map(|(index, text)| (format!("sheet-{}.svg", index + 1), text)).collect();
    let plan = plan_recorded(folder, &files, "drawing", is_ours)?;
    if !plan.foreign().is_empty() {
        let reason = "already exists and is not a sheet of a drawing; move it";
        let foreign = plan.foreign().iter();
        return Err(Failure::all(foreign.map(|path| format!("{} {reason}", printable_path(&plan.place_of(path))))));
    }
    plan.write()?;
    for note in own_file::left_alone(&plan) {
        errln!("{note}");
    }
    outln!("wrote {} into {}", human::some(count, "sheet"), printable_path(folder));
    Ok(Outcome::Fine)
}
