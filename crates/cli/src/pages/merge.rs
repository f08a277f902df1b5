//! Implements `planwright report merge`: combines the reports of several runs.

use std::path::{Path, PathBuf};

use planwright_api::{DocumentRecords, RecordCounts};
use planwright_project::checked_files::CheckedCounts;
use planwright_project::exit::Failure;
use planwright_project::input;
use planwright_project::report::CommandReport;
use planwright_runtime::FindingCounts;
use planwright_source::printable;

use crate::records::{must_be_ours, read_with_reason, write_records};

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

/// Merges the reports, with the outcome that a check of all documents has.
pub(crate) fn merge(args: &MergeArgs) -> CommandReport {
    CommandReport::new().collect(|report| {
        must_be_ours(&args.out)?;
        let files = input::files_of(&args.reports)?;
        let reports = files.into_iter().map(|file| {
            let read = read_with_reason(Path::new(&file));
            (file, read)
        });
        let merged = DocumentRecords::merged(reports).map_err(Failure::all)?;
        write_records(&args.out, &merged, &[], true)?;
        report.print(format!("wrote {}\n", printable(&args.out.display().to_string())));
        let RecordCounts { documents, passed, errors, warnings } = merged.counts();
        let counts = CheckedCounts::new(documents, passed, FindingCounts { errors, warnings });
        Ok(counts.finish(report, "documents", "document"))
    })
}
