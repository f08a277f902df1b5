//! The two files that a run may write.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use planwright_sync::{Files, plan_among};
use serde_json::Value;

use crate::exit::Failure;

/// Adds the text to the end of a file.
pub(super) fn append(file: &Path, text: &str) -> Result<(), Failure> {
    let opened = OpenOptions::new().append(true).create(true).open(file);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| at(file, &error))
}

/// Writes a log whole. A file there that is no log of planwright is left alone.
pub(super) fn sarif(file: &Path, log: &Value) -> Result<(), Failure> {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| at(file, &error))?;
    let wanted = Files::from([(name, format!("{log:#}\n"))]);
    let plan = plan_among(folder, &wanted, [], |_, text| is_log(text)).map_err(|error| at(file, &error))?;
    if !plan.foreign().is_empty() {
        return Err(Failure::one(format!("{}: is no SARIF of planwright; move it away first", file.display())));
    }
    plan.write().map_err(|error| at(file, &error))
}

fn is_log(text: &str) -> bool {
    let log: Option<Value> = serde_json::from_str(text).ok();
    log.is_some_and(|log| log["runs"][0]["tool"]["driver"]["name"] == "planwright")
}

fn at(file: &Path, error: &io::Error) -> Failure {
    Failure::one(format!("{}: {error}", file.display()))
}
