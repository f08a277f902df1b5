//! Writes the files of `--summary` and `--sarif`.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use serde_json::Value;

use planwright_project::exit::Failure;
use planwright_project::own_file;

/// Appends text to a file.
pub(super) fn append(file: &Path, text: &str) -> Result<(), Failure> {
    let opened = OpenOptions::new().append(true).create(true).open(file);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| Failure::one(format!("{}: {error}", file.display())))
}

/// Writes a SARIF log. An existing file that is not a Planwright log is left unchanged.
pub(super) fn sarif(file: &Path, log: &Value) -> Result<(), Failure> {
    own_file::write(file, format!("{log:#}\n"), "SARIF log", is_log).map(drop)
}

fn is_log(text: &str) -> bool {
    let log: Option<Value> = serde_json::from_str(text).ok();
    log.is_some_and(|log| log["runs"][0]["tool"]["driver"]["name"] == "planwright")
}
