//! Reads and writes the reports of `planwright check --report`, and implements `planwright report merge`.

use std::fs::{self, File};
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};

use planwright_api::{DocumentRecords, ReadRecords};
use planwright_source::printable;
use planwright_sync::write_long;

use planwright_project::checked_files::CheckedCounts;
use planwright_project::exit::Failure;
use planwright_project::input;
use planwright_project::report::CommandReport;

/// Maximum size of a report in bytes.
const MOST_BYTES: u64 = 2 * 1024 * 1024 * 1024;

/// First bytes of every report.
const BEGIN: &[u8] = b"{\"report\":";

/// Merge reports of `planwright check --report`.
///
/// The result is byte for byte the report of one run over all documents. A document that is in several reports counts
/// once. If its results differ, nothing is written.
#[derive(Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// Output file.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Reports, folders with *.json files, or patterns such as 'parts/*.json'.
    #[arg(value_name = "REPORT|DIR", required = true)]
    pub reports: Vec<String>,
}

/// Merges reports, with the outcome of a check of all documents.
pub(crate) fn merge(args: &MergeArgs) -> CommandReport {
    CommandReport::new().collect(|report| {
        must_be_ours(&args.out)?;
        let files = input::files_of(&args.reports)?;
        let reports = files.into_iter().map(|file| {
            let read = read(Path::new(&file));
            (file, read)
        });
        let merged = DocumentRecords::merged(reports).map_err(Failure::all)?;
        write_records(&args.out, &merged, &[], true)?;
        report.print(format!("wrote {}\n", printable(&args.out.display().to_string())));
        let counts = merged.counts();
        Ok(CheckedCounts::from(counts).finish(report, "documents", "document"))
    })
}

/// Reads a report.
pub(crate) fn read_records(path: &Path) -> Result<ReadRecords, Failure> {
    read(path).map_err(|reason| Failure::one(format!("{}: {reason}", path.display())))
}

/// Reads a report. The errors do not contain its path.
fn read(path: &Path) -> Result<ReadRecords, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let found = file.metadata().map_err(|error| error.to_string())?;
    if found.is_dir() {
        return Err("it is a folder; name a report".to_owned());
    }
    if found.len() > MOST_BYTES {
        return Err(format!("larger than {} GiB; write several smaller reports", MOST_BYTES >> 30));
    }
    let read = DocumentRecords::read(BufReader::with_capacity(256 * 1024, file.take(MOST_BYTES)));
    read.map_err(|reason| format!("not a report of `planwright check --report`: {reason}"))
}

/// Writes a report atomically, with the earlier results for other documents.
pub(crate) fn write_records(
    path: &Path,
    records: &DocumentRecords,
    earlier: &[DocumentRecords],
    is_finished: bool,
) -> Result<(), Failure> {
    Ok(write_long(path, |out| records.write_with(earlier, out, is_finished))?)
}

/// Refuses to overwrite a file that is not a report.
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
