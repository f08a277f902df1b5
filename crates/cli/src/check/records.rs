//! Implements `planwright check --report` and `--since`: records the result for each document, for later runs and for
//! merging.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use planwright_api::{BytesDigest, DocumentRecord, DocumentRecords, RecordBasis, Target};
use planwright_contracts::Surroundings;
use planwright_source::printable;

use crate::records::{must_be_ours, read_records, write_records};
use planwright_project::exit::Failure;
use planwright_project::render::human;
use planwright_project::report::CommandReport;

/// Time after which the results so far are written, so that a run that is killed loses little work.
const PAUSE: Duration = Duration::from_secs(10);

/// The time for writing is at most one part in `SHARE` of the run.
const SHARE: u32 = 10;

/// Options for reading and writing reports.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct RecordArgs {
    /// Write a report with the digest and the result of each document, for --since and `planwright report merge`. An
    /// interrupted run leaves a report of the documents checked so far.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["config", "baseline", "write_baseline", "fix", "diff", "watch", "follow", "late"])]
    pub report: Option<PathBuf>,
    /// With --report: skip documents that this earlier report already has, unchanged. Their results are copied into
    /// the new report but not printed. Can be the same file as --report. Can be repeated.
    #[arg(long, value_name = "REPORT", requires = "report")]
    pub since: Vec<PathBuf>,
}

/// The report to write, and the earlier reports.
#[derive(Debug)]
pub(super) struct Recorder {
    path: PathBuf,
    records: DocumentRecords,
    since: Vec<DocumentRecords>,
    /// Number of documents that were not checked again.
    kept: usize,
    due: Instant,
}

impl Recorder {
    /// Reads the earlier reports. Returns `None` if no report is requested.
    pub(super) fn begin(
        args: &RecordArgs,
        (target, surroundings): (&Target, &Surroundings),
        settings: Vec<String>,
    ) -> Result<Option<Self>, Failure> {
        let Some(path) = args.report.clone() else { return Ok(None) };
        must_be_ours(&path)?;
        let records = DocumentRecords::new(RecordBasis::for_target(target, surroundings, settings));
        let (mut since, mut reasons) = (Vec::new(), Vec::new());
        for earlier in &args.since {
            if !earlier.exists() {
                let name = printable(&earlier.display().to_string()).into_owned();
                reasons.extend(
                    Failure::one(format!(
                        "{name}: no such report; leave out --since in the first run, which writes it with --report"
                    ))
                    .reasons(),
                );
                continue;
            }
            let agreeing = read_records(earlier).and_then(|read| {
                let because = |reason| format!("{}: {reason}; check without --since", earlier.display());
                records.agrees(&read.records).map_err(|reason| Failure::one(because(reason))).map(|()| read.records)
            });
            match agreeing {
                Ok(agreeing) => since.push(agreeing),
                Err(failure) => reasons.extend(failure.reasons()),
            }
        }
        let recorder = Self { path, records, since, kept: 0, due: Instant::now() + PAUSE };
        if reasons.is_empty() { Ok(Some(recorder)) } else { Err(Failure::from_reasons(reasons)) }
    }

    /// Returns the record of a document in an earlier report.
    pub(super) fn known(&self, file: &str, line: Option<usize>, digest: BytesDigest) -> Option<&DocumentRecord> {
        self.since.iter().find_map(|since| since.known(file, line.map(|line| line as u64), digest))
    }

    /// Adds the result for a document.
    pub(super) fn add(
        &mut self,
        file: &str,
        line: Option<usize>,
        record: DocumentRecord,
        is_kept: bool,
    ) -> Result<(), Failure> {
        self.kept += usize::from(is_kept);
        self.records.add(file, line.map(|line| line as u64), record).map_err(Failure::one)
    }

    /// Writes the results so far, if it is time.
    pub(super) fn save_if_due(&mut self) -> Result<(), Failure> {
        let begun = Instant::now();
        if begun >= self.due {
            self.save_unfinished()?;
            self.due = Instant::now() + PAUSE.max(begun.elapsed() * SHARE);
        }
        Ok(())
    }

    /// Writes the results so far, and the known records of documents that were not reached.
    fn save_unfinished(&self) -> Result<(), Failure> {
        write_records(&self.path, &self.records, &self.since, false)
    }

    /// Writes the report, and prints a summary of its sources.
    pub(super) fn finish(self, is_finished: bool, report: &mut CommandReport) -> Result<(), Failure> {
        let path = self.path.display().to_string();
        let path = printable(&path);
        if !is_finished {
            self.save_unfinished()?;
            report.note(format!("{path} has the results so far; continue with --since {path}"));
            return Ok(());
        }
        write_records(&self.path, &self.records, &[], true)?;
        if !self.since.is_empty() {
            report.print(format!("skipped: {}, unchanged\n", human::some(self.kept, "document")));
        }
        report.print(format!("wrote {path}\n"));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use planwright_api::{BytesDigest, DocumentRecord, Target};
    use planwright_contracts::Surroundings;

    use super::{RecordArgs, Recorder};
    use crate::records::read_records;

    #[test]
    fn what_is_judged_is_on_the_disk_before_the_run_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        let args = RecordArgs { report: Some(path.clone()), since: Vec::new() };
        let target = Target::named("fix-plan").unwrap();
        let mut recorder = Recorder::begin(&args, (&target, &Surroundings::default()), Vec::new()).unwrap().unwrap();
        let digest = BytesDigest::from_bytes(b"{}");
        recorder.add("a.json", None, DocumentRecord::new(digest, true, (0, 0), &[]), false).unwrap();
        recorder.save_if_due().unwrap();
        assert!(!path.exists(), "not due yet");
        recorder.due = Instant::now();
        recorder.save_if_due().unwrap();
        assert!(recorder.due > Instant::now(), "the next is due later");
        let read = read_records(&path).unwrap();
        assert!(!read.finished && read.records.known("a.json", None, digest).is_some());
    }
}
