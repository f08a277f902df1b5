//! Writes the files of `--summary`, `--sarif`, `--junit` and `--gitlab`.

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

/// Writes a report of test suites. An existing file that is not one of Planwright is left unchanged.
pub(super) fn junit(file: &Path, xml: String) -> Result<(), Failure> {
    own_file::write(file, xml, "JUnit report", |there| there.contains("<testsuites name=\"planwright\">")).map(drop)
}

/// Writes a Code Quality report. Any other existing file is left unchanged.
pub(super) fn gitlab(file: &Path, report: &Value) -> Result<(), Failure> {
    own_file::write(file, format!("{report:#}\n"), "Code Quality report", is_code_quality).map(drop)
}

fn is_code_quality(text: &str) -> bool {
    let report: Option<Vec<Value>> = serde_json::from_str(text).ok();
    report.is_some_and(|findings| {
        findings.iter().all(|finding| finding["check_name"].is_string() && finding["fingerprint"].is_string())
    })
}

fn is_log(text: &str) -> bool {
    let log: Option<Value> = serde_json::from_str(text).ok();
    log.is_some_and(|log| log["runs"][0]["tool"]["driver"]["name"] == "planwright")
}
