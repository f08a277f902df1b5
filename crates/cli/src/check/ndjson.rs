//! Checks many documents in rounds: the lines of files, or files one after another. Memory use does not grow with
//! their number.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use planwright_api::{BytesDigest, DocumentRecord};
use planwright_sync::{read_bytes, read_line};

use super::records::Recorder;
use planwright_project::checked_files::{CheckedCounts, CheckedDocument, VerdictDetail};
use planwright_project::cores;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::finding;
use planwright_project::input::{self, Input};
use planwright_project::report::{CommandReport, FindingRoom};
use planwright_runtime::Diagnostic;

/// Maximum number of bytes per round. The next round is read in addition.
const ROUND: usize = 8 * 1024 * 1024;

/// Maximum number of documents per round. The result of a short document needs more memory than the document.
const DOCUMENTS: usize = 4096;

/// Number of documents in the first round. Each further round has twice as many. After enough findings for the
/// report, documents are cheaper to check.
const FIRST: usize = 128;

/// Maximum number of findings that a round holds in memory. A short document can have many, but only few are shown.
const HELD: usize = 8192;

/// Document as it was read.
struct ReadPiece {
    file: Arc<str>,
    /// Line in the file, if each line is a document.
    line: Option<usize>,
    bytes: Vec<u8>,
}

/// Result for a document.
struct JudgedPiece {
    file: String,
    line: Option<usize>,
    /// `None` if an earlier report has its record.
    document: Option<CheckedDocument>,
    /// Record for the report, if one is written.
    record: Option<DocumentRecord>,
    /// Document, if its findings were not held in memory.
    unheld: Option<ReadPiece>,
}

/// State of a run over many documents.
#[derive(Debug, Default)]
pub(super) struct NdjsonRun {
    counts: CheckedCounts,
    /// Maximum number of findings in the report.
    most: usize,
    /// The first errors and the first other findings, up to the maximum of each, in document order.
    kept: Vec<Diagnostic>,
    kept_errors: usize,
    /// Number of all findings.
    found: usize,
    recorder: Option<Recorder>,
}

impl NdjsonRun {
    /// Creates a run whose report has at most `most` findings.
    pub(super) fn keeping(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// Returns the run with a recorder.
    pub(super) fn recording(self, recorder: Recorder) -> Self {
        Self { recorder: Some(recorder), ..self }
    }

    /// Checks each line of the files. Findings have the line number in the file.
    pub(super) fn check_lines(
        &mut self,
        files: &[String],
        work: impl Fn(Input, VerdictDetail) -> CheckedDocument + Sync,
    ) -> Result<(), Failure> {
        for file in files {
            let mut reader = input::open(file).map_err(Failure::one)?;
            let (mut number, mut most, name) = (0, FIRST, Arc::from(file.as_str()));
            let next = || {
                let lines = next_round(&mut *reader, &name, &mut number, most);
                most = DOCUMENTS.min(most * 2);
                lines.map_err(|(line, reason)| Failure::one(format!("{file}:{line}: {reason}")))
            };
            self.check(next, &work)?;
        }
        Ok(())
    }

    /// Checks each file as one document. The error lists all unreadable files.
    pub(super) fn check_files(
        &mut self,
        files: &[String],
        work: impl Fn(Input, VerdictDetail) -> CheckedDocument + Sync,
    ) -> Result<(), Failure> {
        let (mut pending, mut reasons, mut most) = (files.iter(), Vec::new(), FIRST);
        let next = || {
            let (mut pieces, mut size) = (Vec::new(), 0);
            let round = most;
            most = DOCUMENTS.min(most * 2);
            while size < ROUND && pieces.len() < round {
                let Some(file) = pending.next() else { break };
                match read_bytes(file) {
                    Ok(bytes) => {
                        size += bytes.len();
                        pieces.push(ReadPiece { file: Arc::from(file.as_str()), line: None, bytes });
                    }
                    Err(error) => reasons.push(error.to_string()),
                }
            }
            Ok(pieces)
        };
        self.check(next, &work)?;
        if reasons.is_empty() { Ok(()) } else { Err(Failure::all(reasons)) }
    }

    /// Checks the documents of `next` until there are no more.
    fn check(
        &mut self,
        mut next: impl FnMut() -> Result<Vec<ReadPiece>, Failure>,
        work: &(impl Fn(Input, VerdictDetail) -> CheckedDocument + Sync),
    ) -> Result<(), Failure> {
        let mut round = next()?;
        while !round.is_empty() {
            let judge =
                Judge { recorder: self.recorder.as_ref(), work, detail: self.detail(), held: AtomicUsize::new(0) };
            let (judged, following) = cores::map_beside(round, |piece| judge.judged(piece), &mut next);
            for piece in judged {
                self.add(piece, work)?;
            }
            if let Some(recorder) = &mut self.recorder {
                recorder.save_if_due()?;
            }
            round = following?;
        }
        Ok(())
    }

    /// Returns which findings can still go into the report. Errors have priority.
    fn detail(&self) -> VerdictDetail {
        let others = self.kept.len() - self.kept_errors;
        match (self.kept_errors < self.most, others < self.most) {
            (false, _) => VerdictDetail::Counts,
            (true, false) => VerdictDetail::Errors,
            (true, true) => VerdictDetail::Findings,
        }
    }

    fn add(
        &mut self,
        piece: JudgedPiece,
        work: &(impl Fn(Input, VerdictDetail) -> CheckedDocument + Sync),
    ) -> Result<(), Failure> {
        match (&piece.document, &piece.record) {
            (Some(document), _) => self.counts.add(document),
            (None, Some(known)) => self.counts.add_numbers(known.valid, known.errors as usize, known.warnings as usize),
            (None, None) => {}
        }
        if let (Some(recorder), Some(record)) = (&mut self.recorder, piece.record) {
            recorder.add(&piece.file, piece.line, record, piece.document.is_none())?;
        }
        let Some(document) = piece.document else { return Ok(()) };
        self.found += document.found;
        let findings = match piece.unheld {
            // Check the document again. At most one document per reported finding is checked twice.
            Some(unheld) => match self.detail() {
                VerdictDetail::Counts => Vec::new(),
                VerdictDetail::Errors if document.errors == 0 => Vec::new(),
                detail => placed(work(unheld.input(), detail), unheld.line).findings,
            },
            None => document.findings,
        };
        for finding in findings {
            let kept = if finding.is_error() { self.kept_errors } else { self.kept.len() - self.kept_errors };
            if kept < self.most {
                self.kept_errors += usize::from(finding.is_error());
                self.kept.push(finding);
            }
        }
        Ok(())
    }

    /// Adds the counts and a summary, and returns the outcome. `checked` is the outcome of the checks. Their results
    /// are recorded in any case.
    pub(super) fn finish(
        mut self,
        checked: Result<(), Failure>,
        report: &mut CommandReport,
    ) -> Result<Outcome, Failure> {
        let mut room = FindingRoom::of(self.most, &self.kept);
        self.kept.retain(|finding| room.takes(finding));
        let left_out = self.found - self.kept.len();
        report.most_shown = self.most;
        report.add(self.kept);
        let recorded = self.recorder.take().map(|recorder| recorder.finish(checked.is_ok(), report));
        let reasons = [checked.err(), recorded.and_then(Result::err)].into_iter().flatten().flat_map(Failure::reasons);
        let reasons: Vec<String> = reasons.collect();
        if !reasons.is_empty() {
            return Err(Failure::all(reasons));
        }
        if left_out > 0 {
            report.print(format!("… and {left_out} more findings; raise the limit with --keep\n"));
        }
        Ok(self.counts.finish(report, "documents", "document"))
    }
}

impl ReadPiece {
    fn input(&self) -> Input {
        input::input(&self.file, &self.bytes)
    }
}

/// Settings and state for checking a round.
struct Judge<'r, W> {
    recorder: Option<&'r Recorder>,
    work: &'r W,
    /// Findings of this round that can go into the report.
    detail: VerdictDetail,
    /// Number of findings held in memory.
    held: AtomicUsize,
}

impl<W: Fn(Input, VerdictDetail) -> CheckedDocument> Judge<'_, W> {
    /// Returns the verdict on a document, from an earlier report if possible.
    fn judged(&self, piece: ReadPiece) -> JudgedPiece {
        let line = piece.line;
        let digest = self.recorder.map(|recorder| (recorder, BytesDigest::of(&piece.bytes)));
        let input = piece.input();
        let file = input.name.clone();
        if let Some(known) = digest.and_then(|(recorder, digest)| recorder.known(&file, line, digest)) {
            return JudgedPiece { file, line, document: None, record: Some(known.clone()), unheld: None };
        }
        // A record contains all findings.
        let detail = if self.recorder.is_some() { VerdictDetail::Findings } else { self.detail };
        let mut document = placed((self.work)(input, detail), line);
        let record = digest.map(|(_, digest)| {
            let CheckedDocument { passed, errors, warnings, ref findings, .. } = document;
            DocumentRecord::new(digest, passed, (errors, warnings), findings)
        });
        let count = document.findings.len();
        let is_held = count == 0 || self.held.fetch_add(count, Ordering::Relaxed) < HELD;
        let unheld = (!is_held && self.detail != VerdictDetail::Counts).then_some(piece);
        if !is_held {
            document.findings = Vec::new();
        }
        JudgedPiece { file, line, document: Some(document), record, unheld }
    }
}

/// Returns a document whose findings have their locations in the file.
fn placed(mut document: CheckedDocument, line: Option<usize>) -> CheckedDocument {
    if let Some(line) = line {
        document.findings = document.findings.into_iter().map(|one| finding::after(one, line - 1)).collect();
    }
    document
}

/// Returns the next lines that are not blank. At the end, there are none. An error contains its line number.
fn next_round(
    reader: &mut dyn BufRead,
    file: &Arc<str>,
    number: &mut usize,
    most: usize,
) -> Result<Vec<ReadPiece>, (usize, String)> {
    let mut reader = reader;
    let (mut lines, mut size) = (Vec::new(), 0);
    while size < ROUND && lines.len() < most {
        let Some(bytes) = read_line(&mut reader).map_err(|reason| (*number + 1, reason))? else { break };
        *number += 1;
        if !bytes.trim_ascii().is_empty() {
            size += bytes.len() + size_of::<ReadPiece>();
            lines.push(ReadPiece { file: Arc::clone(file), line: Some(*number), bytes });
        }
    }
    Ok(lines)
}
