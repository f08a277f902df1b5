//! Files with a document on each line, read piece by piece: memory does not grow with their length.

use std::fs::File;
use std::io::{self, BufRead, BufReader};

use planwright_sync::read_line;

use crate::checked_files::{CheckedCounts, CheckedDocument};
use crate::cores;
use crate::exit::{Failure, Outcome};
use crate::input::{self, Input};
use crate::report::CommandReport;

/// How many bytes are in the air at once, besides those that are read meanwhile.
const ROUND: usize = 8 * 1024 * 1024;

/// One line of a file.
struct NdjsonLine {
    number: usize,
    bytes: Vec<u8>,
}

/// The lines that were checked so far.
#[derive(Debug, Default)]
pub(super) struct NdjsonRun {
    counts: CheckedCounts,
    /// How many more findings go into the report.
    room: usize,
    left_out: usize,
}

impl NdjsonRun {
    /// None yet; of their findings so many go into the report.
    pub(super) fn keeping(room: usize) -> Self {
        Self { room, ..Self::default() }
    }

    /// Checks each line of the files; the place of a finding is its line of the file.
    pub(super) fn check(
        &mut self,
        files: &[String],
        report: &mut CommandReport,
        work: impl Fn(Input) -> CheckedDocument + Sync,
    ) -> Result<(), Failure> {
        for file in files {
            let mut reader = open(file).map_err(Failure::one)?;
            let mut number = 0;
            let mut round = || next_round(&mut *reader, &mut number);
            let mut lines = round();
            loop {
                let of_line = |line: NdjsonLine| moved(work(input::input(file, &line.bytes)), line.number);
                let now = lines.map_err(|(line, reason)| Failure::one(format!("{file}:{line}: {reason}")))?;
                if now.is_empty() {
                    break;
                }
                let (documents, next) = cores::map_beside(now, of_line, &mut round);
                lines = next;
                for document in documents {
                    self.add(document, report);
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, document: CheckedDocument, report: &mut CommandReport) {
        self.counts.add(&document);
        let kept = document.findings.len().min(self.room);
        self.left_out += document.findings.len() - kept;
        self.room -= kept;
        report.add(document.findings.into_iter().take(kept));
    }

    /// Adds the counts and a summary, and says how the run ends.
    pub(super) fn finish(&self, report: &mut CommandReport) -> Outcome {
        if self.left_out > 0 {
            report.print(format!("… and {} more findings; --keep says how many are shown\n", self.left_out));
        }
        self.counts.finish(report, "documents", "document")
    }
}

fn open(file: &str) -> Result<Box<dyn BufRead>, String> {
    if file == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let opened = File::open(file).map_err(|error| format!("{file}: {error}"))?;
    Ok(Box::new(BufReader::with_capacity(256 * 1024, opened)))
}

/// The next lines that are not blank; none at the end. An error comes with the number of its line.
fn next_round(reader: &mut dyn BufRead, number: &mut usize) -> Result<Vec<NdjsonLine>, (usize, String)> {
    let mut reader = reader;
    let (mut lines, mut size) = (Vec::new(), 0);
    while size < ROUND {
        let Some(bytes) = read_line(&mut reader).map_err(|reason| (*number + 1, reason))? else { break };
        *number += 1;
        if !bytes.trim_ascii().is_empty() {
            size += bytes.len() + size_of::<NdjsonLine>();
            lines.push(NdjsonLine { number: *number, bytes });
        }
    }
    Ok(lines)
}

/// The same with its places in the line of the file.
fn moved(mut document: CheckedDocument, number: usize) -> CheckedDocument {
    for finding in &mut document.findings {
        let place = finding.position.get_or_insert(planwright_runtime::Position::from((1, 1)));
        place.line += number - 1;
        if let Some((line, _)) = &mut place.end {
            *line += number - 1;
        }
    }
    document
}
