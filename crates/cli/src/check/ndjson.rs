//! Checks many documents in rounds: the lines of files, or one file after another. Memory use does not grow with their
//! number.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use planwright_api::{BytesDigest, DocumentRecord};
use planwright_sync::{read_bytes, read_line};

use super::records::Recorder;
use planwright_project::checked_files::{CheckedCounts, CheckedDocument, VerdictDetail};
use planwright_project::cores;
use planwright_project::exit::{Failure, Outcome, Reason};
use planwright_project::finding;
use planwright_project::input::{self, Input};
use planwright_project::report::{CommandReport, FindingQuota};
use planwright_runtime::Diagnostic;

/// Maximum number of bytes in one round. The next round is read at the same time.
const MAX_ROUND_BYTES: usize = 8 * 1024 * 1024;

/// Maximum number of documents in one round. The result of a short document takes more memory than the document.
const MAX_ROUND_DOCUMENTS: usize = 4096;

/// Number of documents in the first round. Each further round has twice as many.
///
/// After enough findings are known for the report, further documents need fewer details and cost less.
const FIRST_ROUND_DOCUMENTS: usize = 128;

/// Maximum number of findings that a round keeps in memory. One short document can have many, of which few are shown.
const MAX_KEPT_FINDINGS: usize = 8192;

/// A document that was read.
struct ReadPiece {
    file: Arc<str>,
    /// Line in the file, if each line is a document.
    line: Option<usize>,
    bytes: Vec<u8>,
}

/// Result for one document.
struct CheckedPiece {
    file: String,
    line: Option<usize>,
    /// The checked document, or `None` if an earlier report has its record.
    document: Option<CheckedDocument>,
    /// Record for `--report`.
    record: Option<DocumentRecord>,
    /// The document, if its findings were not kept.
    unheld: Option<ReadPiece>,
}

/// Results of the documents that were checked so far.
#[derive(Debug, Default)]
pub(super) struct NdjsonRun {
    counts: CheckedCounts,
    /// Maximum number of findings in the report.
    most: usize,
    /// The first errors and the first other findings, up to the maximum of each, in document order.
    kept: Vec<Diagnostic>,
    kept_errors: usize,
    /// Number of findings.
    found: usize,
    recorder: Option<Recorder>,
}

impl NdjsonRun {
    /// Creates an empty run whose report contains at most `most` findings.
    pub(super) fn keeping(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// Adds a recorder for `--report`.
    pub(super) fn recording(self, recorder: Recorder) -> Self {
        Self { recorder: Some(recorder), ..self }
    }

    /// Checks each line of the files. The location of a finding is the line in the file.
    pub(super) fn check_lines(
        &mut self,
        files: &[String],
        work: impl Fn(Input, VerdictDetail) -> CheckedDocument + Sync,
    ) -> Result<(), Failure> {
        for file in files {
            let mut reader = input::open(file).map_err(Failure::one)?;
            let (mut number, mut most, name) = (0, FIRST_ROUND_DOCUMENTS, Arc::from(file.as_str()));
            let next = || {
                let lines = next_round(&mut *reader, &name, &mut number, most);
                most = MAX_ROUND_DOCUMENTS.min(most * 2);
                lines.map_err(|(line, reason)| Failure::one(format!("{file}:{line}: {reason}")))
            };
            self.check(next, &work)?;
        }
        Ok(())
    }

    /// Checks each file as one document. The error lists all files that cannot be read.
    pub(super) fn check_files(
        &mut self,
        files: &[String],
        work: impl Fn(Input, VerdictDetail) -> CheckedDocument + Sync,
    ) -> Result<(), Failure> {
        let (mut pending, mut reasons, mut most) = (files.iter(), Vec::new(), FIRST_ROUND_DOCUMENTS);
        let next = || {
            let (mut pieces, mut size) = (Vec::new(), 0);
            let round = most;
            most = MAX_ROUND_DOCUMENTS.min(most * 2);
            while size < MAX_ROUND_BYTES && pieces.len() < round {
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

    /// Checks the pieces that `next` returns, until it returns none.
    fn check(
        &mut self,
        mut next: impl FnMut() -> Result<Vec<ReadPiece>, Failure>,
        work: &(impl Fn(Input, VerdictDetail) -> CheckedDocument + Sync),
    ) -> Result<(), Failure> {
        let mut round = next()?;
        while !round.is_empty() {
            let checker = PieceChecker {
                recorder: self.recorder.as_ref(),
                work,
                detail: self.detail(),
                held: AtomicUsize::new(0),
            };
            let (judged, following) = cores::map_alongside(round, |piece| checker.judged(piece), &mut next);
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

    /// Returns the amount of detail that the report still needs. Errors have priority.
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
        piece: CheckedPiece,
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
            // Check the document again. This happens at most as often as there are findings to keep.
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

    /// Adds the counts and a summary, and returns the outcome. Records are written even if `checked` is an error.
    pub(super) fn finish(
        mut self,
        checked: Result<(), Failure>,
        report: &mut CommandReport,
    ) -> Result<Outcome, Failure> {
        let mut quota = FindingQuota::new(self.most, &self.kept);
        self.kept.retain(|finding| quota.try_use(finding));
        let left_out = self.found - self.kept.len();
        report.max_shown = self.most;
        report.add(self.kept);
        let recorded = self.recorder.take().map(|recorder| recorder.finish(checked.is_ok(), report));
        let reasons = [checked.err(), recorded.and_then(Result::err)].into_iter().flatten().flat_map(Failure::reasons);
        let reasons: Vec<Reason> = reasons.collect();
        if !reasons.is_empty() {
            return Err(Failure::from_reasons(reasons));
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

/// Checks the documents of a round.
struct PieceChecker<'r, W> {
    recorder: Option<&'r Recorder>,
    work: &'r W,
    /// Amount of detail that the report needs in this round.
    detail: VerdictDetail,
    /// Number of findings that are kept.
    held: AtomicUsize,
}

impl<W: Fn(Input, VerdictDetail) -> CheckedDocument> PieceChecker<'_, W> {
    /// Checks a document, or uses the record of an earlier report.
    fn judged(&self, piece: ReadPiece) -> CheckedPiece {
        let line = piece.line;
        let digest = self.recorder.map(|recorder| (recorder, BytesDigest::from_bytes(&piece.bytes)));
        let input = piece.input();
        let file = input.name.clone();
        if let Some(known) = digest.and_then(|(recorder, digest)| recorder.known(&file, line, digest)) {
            return CheckedPiece { file, line, document: None, record: Some(known.clone()), unheld: None };
        }
        // A record contains all findings.
        let detail = if self.recorder.is_some() { VerdictDetail::Findings } else { self.detail };
        let mut document = placed((self.work)(input, detail), line);
        let record = digest.map(|(_, digest)| {
            let CheckedDocument { passed, errors, warnings, ref findings, .. } = document;
            DocumentRecord::new(digest, passed, (errors, warnings), findings)
        });
        let count = document.findings.len();
        let is_held = count == 0 || self.held.fetch_add(count, Ordering::Relaxed) < MAX_KEPT_FINDINGS;
        let unheld = (!is_held && self.detail != VerdictDetail::Counts).then_some(piece);
        if !is_held {
            document.findings = Vec::new();
        }
        CheckedPiece { file, line, document: Some(document), record, unheld }
    }
}

/// Moves the findings of a line to its position in the file.
fn placed(mut document: CheckedDocument, line: Option<usize>) -> CheckedDocument {
    if let Some(line) = line {
        document.findings = document.findings.into_iter().map(|one| finding::shift_down(one, line - 1)).collect();
    }
    document
}

/// Reads the next lines that are not blank, or none at the end. An error includes its line number.
fn next_round(
    reader: &mut dyn BufRead,
    file: &Arc<str>,
    number: &mut usize,
    most: usize,
) -> Result<Vec<ReadPiece>, (usize, String)> {
    let mut reader = reader;
    let (mut lines, mut size) = (Vec::new(), 0);
    while size < MAX_ROUND_BYTES && lines.len() < most {
        let Some(bytes) = read_line(&mut reader).map_err(|reason| (*number + 1, reason))? else { break };
        *number += 1;
        if !bytes.trim_ascii().is_empty() {
            size += bytes.len() + size_of::<ReadPiece>();
            lines.push(ReadPiece { file: Arc::clone(file), line: Some(*number), bytes });
        }
    }
    Ok(lines)
}
