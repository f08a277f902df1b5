//! Reads and writes the reports of `planwright check --report`.

use std::fs::{self, File};
use std::io::{BufReader, Read as _};
use std::path::Path;

use planwright_api::{DocumentRecords, ReadRecords};
use planwright_sync::write_long;

use planwright_project::exit::Failure;

/// Maximum size of a report in bytes.
const MAX_REPORT_BYTES: u64 = 2 * 1024 * 1024 * 1024;

/// Beginning of every report.
const BEGIN: &[u8] = b"{\"report\":";

/// Reads a report.
pub(crate) fn read_records(path: &Path) -> Result<ReadRecords, Failure> {
    read_with_reason(path).map_err(|reason| Failure::one(format!("{}: {reason}", path.display())))
}

/// Reads a report. The error does not name the file.
pub(crate) fn read_with_reason(path: &Path) -> Result<ReadRecords, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let found = file.metadata().map_err(|error| error.to_string())?;
    if found.is_dir() {
        return Err("it is a folder; name a report".to_owned());
    }
    if found.len() > MAX_REPORT_BYTES {
        return Err(format!("larger than {} GiB; write several smaller reports", MAX_REPORT_BYTES >> 30));
    }
    let read = DocumentRecords::parse(BufReader::with_capacity(256 * 1024, file.take(MAX_REPORT_BYTES)));
    read.map_err(|reason| format!("not a report of `planwright check --report`: {reason}"))
}

/// Writes a report atomically. It also contains the records of other documents from earlier reports.
pub(crate) fn write_records(
    path: &Path,
    records: &DocumentRecords,
    earlier: &[DocumentRecords],
    is_finished: bool,
) -> Result<(), Failure> {
    Ok(write_long(path, |out| records.write_with(earlier, out, is_finished))?)
}

/// Returns an error if a file exists that is not a report.
pub(crate) fn must_be_ours(path: &Path) -> Result<(), Failure> {
    let of_file = |reason: &str| Err(Failure::one(format!("{}: {reason}", path.display())));
    let Ok(found) = fs::metadata(path) else { return Ok(()) };
    if !found.is_file() {
        return of_file("not a regular file; choose another report file");
    }
    let mut begin = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BEGIN.len() as u64).read_to_end(&mut begin));
    match read {
        Err(error) => of_file(&error.to_string()),
        Ok(_) if begin != BEGIN => of_file("not a report of `planwright check --report`; move it first"),
        Ok(_) => Ok(()),
    }
}
