//! Documents read piece by piece: the lines of files, or files one after another. Memory does not grow with their number.

use std::io::BufRead;

use planwright_api::{BytesDigest, DocumentRecord};
use planwright_sync::{read_bytes, read_line};

use super::records::Recorder;
use crate::checked_files::{CheckedCounts, CheckedDocument};
use crate::cores;
use crate::exit::{Failure, Outcome};
use crate::finding;
use crate::input::{self, Input};
use crate::report::{CommandReport, FindingRoom};
use planwright_runtime::Diagnostic;

/// How many bytes are in the air at once, besides those that are read meanwhile.
const ROUND: usize = 8 * 1024 * 1024;

/// How many files are read before their verdicts are noted.
const FILES: usize = 4096;

/// One document as it was read.
struct ReadPiece {
    file: String,
    /// The line of the file, where each has a document.
    line: Option<usize>,
    bytes: Vec<u8>,
}

/// What is known of a document.
struct JudgedPiece {
    file: String,
    line: Option<usize>,
    /// `None` where an earlier report has its record.
    document: Option<CheckedDocument>,
    /// Where records are kept.
    record: Option<DocumentRecord>,
}

/// The documents that were checked so far.
#[derive(Debug, Default)]
pub(super) struct NdjsonRun {
    counts: CheckedCounts,
    /// How many findings go into the report.
    most: usize,
    /// The first errors and the first other findings, so many of each, in the order of the documents.
    kept: Vec<Diagnostic>,
    kept_errors: usize,
    /// How many findings there were.
    found: usize,
    recorder: Option<Recorder>,
}

impl NdjsonRun {
    /// None yet; of their findings so many go into the report.
    pub(super) fn keeping(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// The same with records.
    pub(super) fn recording(self, recorder: Recorder) -> Self {
        Self { recorder: Some(recorder), ..self }
    }

    /// Checks each line of the files; the place of a finding is its line of the file.
    pub(super) fn check_lines(
        &mut self,
        files: &[String],
        work: impl Fn(Input) -> CheckedDocument + Sync,
    ) -> Result<(), Failure> {
        for file in files {
            let mut reader = input::open(file).map_err(Failure::one)?;
            let mut number = 0;
            let next = || {
                let lines = next_round(&mut *reader, file, &mut number);
                lines.map_err(|(line, reason)| Failure::one(format!("{file}:{line}: {reason}")))
            };
            self.check(next, &work)?;
        }
        Ok(())
    }

    /// Checks each file as one document. Of files that cannot be read the error names all.
    pub(super) fn check_files(
        &mut self,
        files: &[String],
        work: impl Fn(Input) -> CheckedDocument + Sync,
    ) -> Result<(), Failure> {
        let (mut pending, mut reasons) = (files.iter(), Vec::new());
        let next = || {
            let (mut pieces, mut size) = (Vec::new(), 0);
            while size < ROUND && pieces.len() < FILES {
                let Some(file) = pending.next() else { break };
                match read_bytes(file) {
                    Ok(bytes) => {
                        size += bytes.len();
                        pieces.push(ReadPiece { file: file.clone(), line: None, bytes });
                    }
                    Err(error) => reasons.push(error.to_string()),
                }
            }
            Ok(pieces)
        };
        self.check(next, &work)?;
        if reasons.is_empty() { Ok(()) } else { Err(Failure::all(reasons)) }
    }

    /// Checks what `next` gives until that is nothing.
    fn check(
        &mut self,
        mut next: impl FnMut() -> Result<Vec<ReadPiece>, Failure>,
        work: &(impl Fn(Input) -> CheckedDocument + Sync),
    ) -> Result<(), Failure> {
        let mut round = next()?;
        while !round.is_empty() {
            let recorder = self.recorder.as_ref();
            let (judged, following) = cores::map_beside(round, |piece| judged(piece, recorder, work), &mut next);
            for piece in judged {
                self.add(piece)?;
            }
            if let Some(recorder) = &mut self.recorder {
                recorder.save_if_due()?;
            }
            round = following?;
        }
        Ok(())
    }

    fn add(&mut self, piece: JudgedPiece) -> Result<(), Failure> {
        match (&piece.document, &piece.record) {
            (Some(document), _) => self.counts.add(document),
            (None, Some(known)) => self.counts.add_numbers(known.valid, known.errors as usize, known.warnings as usize),
            (None, None) => {}
        }
        if let (Some(recorder), Some(record)) = (&mut self.recorder, piece.record) {
            recorder.add(&piece.file, piece.line, record, piece.document.is_none())?;
        }
        let Some(document) = piece.document else { return Ok(()) };
        for finding in document.findings {
            self.found += 1;
            let kept = if finding.is_error() { self.kept_errors } else { self.kept.len() - self.kept_errors };
            if kept < self.most {
                self.kept_errors += usize::from(finding.is_error());
                self.kept.push(finding);
            }
        }
        Ok(())
    }

    /// Adds the counts and a summary, and says how the run ends. `checked` is how the checks ended; what they judged is recorded anyhow.
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
            report.print(format!("… and {left_out} more findings; --keep says how many are shown\n"));
        }
        Ok(self.counts.finish(report, "documents", "document"))
    }
}

/// The verdict on a document, which an earlier report may have.
fn judged(piece: ReadPiece, recorder: Option<&Recorder>, work: &impl Fn(Input) -> CheckedDocument) -> JudgedPiece {
    let ReadPiece { file, line, bytes } = piece;
    let digest = recorder.map(|recorder| (recorder, BytesDigest::of(&bytes)));
    let input = input::input(&file, &bytes);
    let name = input.name.clone();
    if let Some(known) = digest.and_then(|(recorder, digest)| recorder.known(&name, line, digest)) {
        return JudgedPiece { file: name, line, document: None, record: Some(known.clone()) };
    }
    let document = work(input);
    let document = match line {
        Some(line) => {
            let findings = document.findings.into_iter().map(|one| finding::after(one, line - 1)).collect();
            CheckedDocument { findings, ..document }
        }
        None => document,
    };
    let record = digest.map(|(_, digest)| {
        let CheckedDocument { passed, errors, warnings, ref findings, .. } = document;
        DocumentRecord::new(digest, passed, (errors, warnings), findings)
    });
    JudgedPiece { file: name, line, document: Some(document), record }
}

/// The next lines that are not blank; none at the end. An error comes with the number of its line.
fn next_round(reader: &mut dyn BufRead, file: &str, number: &mut usize) -> Result<Vec<ReadPiece>, (usize, String)> {
    let mut reader = reader;
    let (mut lines, mut size) = (Vec::new(), 0);
    while size < ROUND {
        let Some(bytes) = read_line(&mut reader).map_err(|reason| (*number + 1, reason))? else { break };
        *number += 1;
        if !bytes.trim_ascii().is_empty() {
            size += bytes.len() + size_of::<ReadPiece>();
            lines.push(ReadPiece { file: file.to_owned(), line: Some(*number), bytes });
        }
    }
    Ok(lines)
}
