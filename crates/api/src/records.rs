//! Reports that stand for themselves: a record of each document with the digest of its bytes, and of what all were checked against.
//!
//! The text is one JSON value with a line for each document, sorted by name, so that reports of parts merge into the report of the
//! whole, byte for byte. Its last member is a digest of all before it, by which an edited report is refused.

mod text;

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use planwright_check::render;
use planwright_contracts::Surroundings;
use planwright_generated::RootInfo;
use planwright_runtime::Diagnostic;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::named_schema::NamedSchema;
use crate::target::Target;
pub use text::ReadRecords;

/// How many differing documents are named.
const NAMED: usize = 20;

/// SHA-256 of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BytesDigest([u8; 32]);

impl BytesDigest {
    /// That of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    fn parse(text: &str) -> Option<Self> {
        let hex = text.strip_prefix("sha256:").filter(|hex| hex.len() == 64 && hex.is_ascii())?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks(2)) {
            let digit = |letter: &u8| char::from(*letter).to_digit(16).filter(|_| !letter.is_ascii_uppercase());
            let [high, low] = pair else { return None };
            *byte = u8::try_from(digit(high)? * 16 + digit(low)?).ok()?;
        }
        Some(Self(bytes))
    }
}

impl fmt::Display for BytesDigest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("sha256:")?;
        // Not byte by byte through formats: a run has many digests.
        let mut digits = [0; 64];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair.copy_from_slice(&[byte >> 4, byte & 15].map(|digit| b"0123456789abcdef"[usize::from(digit)]));
        }
        out.write_str(std::str::from_utf8(&digits).map_err(|_| fmt::Error)?)
    }
}

/// What documents were checked with. Verdicts of equal bytes are equal where this is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordBasis {
    /// The version of this program.
    planwright: String,
    /// The contract, or the root of a schema.
    subject: String,
    /// The schema, and what is given to rules besides.
    inputs: BytesDigest,
    /// What is asked of findings, such as `deny-warnings`.
    settings: Vec<String>,
}

impl RecordBasis {
    /// That of this version of the program. `inputs` is text of all that verdicts depend on besides.
    fn new(subject: &str, inputs: &str, settings: Vec<String>) -> Self {
        let inputs = BytesDigest::of(inputs.as_bytes());
        Self { planwright: env!("CARGO_PKG_VERSION").to_owned(), subject: subject.to_owned(), inputs, settings }
    }

    /// That of a check of documents.
    pub fn of(target: &Target, surroundings: &Surroundings, settings: Vec<String>) -> Self {
        let schema = |root: Option<&'static RootInfo>| root.map_or("", |root| root.schema);
        match target {
            Target::Contract(contract) => {
                let name = contract.as_str();
                let schema = schema(NamedSchema::contract(name).and_then(|named| named.info()));
                Self::new(name, &format!("{schema}\n{surroundings:?}"), settings)
            }
            Target::Schema(root) => {
                Self::new(root.file.strip_suffix(".schema.json").unwrap_or(root.file), root.schema, settings)
            }
            Target::User(user) => Self::new("a schema", &user.document().to_string(), settings),
        }
    }

    /// Why verdicts with the other basis say nothing here.
    fn differs(&self, other: &Self) -> Option<String> {
        let words = |settings: &[String]| if settings.is_empty() { "none".to_owned() } else { settings.join(", ") };
        if self.planwright != other.planwright {
            return Some(format!("made by planwright {}, not by {}", other.planwright, self.planwright));
        }
        if self.subject != other.subject {
            return Some(format!("for documents of {}, not of {}", other.subject, self.subject));
        }
        if self.settings != other.settings {
            let (theirs, ours) = (words(&other.settings), words(&self.settings));
            return Some(format!("made with different settings: {theirs}, not {ours}"));
        }
        (self.inputs != other.inputs).then(|| "made with a different schema, snapshot or context".to_owned())
    }
}

/// What was found in one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentRecord {
    /// Of its bytes, as they were read.
    pub digest: BytesDigest,
    /// Whether it passes.
    pub valid: bool,
    /// How many errors it has.
    pub errors: u32,
    /// How many warnings it has.
    pub warnings: u32,
    /// JSON text of the findings, which reports share; `None` where there are none, so that documents without take little memory.
    findings: Option<Arc<str>>,
}

impl DocumentRecord {
    /// The record of a document with these bytes and findings.
    pub fn new(digest: BytesDigest, valid: bool, (errors, warnings): (usize, usize), findings: &[Diagnostic]) -> Self {
        let findings = (!findings.is_empty()).then(|| render::findings(findings).to_string().into());
        let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
        let (errors, warnings) = (count(errors), count(warnings));
        Self { digest, valid, errors, warnings, findings }
    }
}

/// The numbers of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordCounts {
    /// Documents.
    pub documents: usize,
    /// Those that passed.
    pub passed: usize,
    /// Errors in all.
    pub errors: usize,
    /// Warnings in all.
    pub warnings: usize,
}

impl RecordCounts {
    fn of<'r>(records: impl Iterator<Item = &'r DocumentRecord>) -> Self {
        let mut counts = Self::default();
        for record in records {
            counts.documents += 1;
            counts.passed += usize::from(record.valid);
            counts.errors += record.errors as usize;
            counts.warnings += record.warnings as usize;
        }
        counts
    }
}

/// A document of a report, by which all are in order: its file, and its line where the file has a document in each line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DocumentName {
    /// Lines of a file share it.
    file: Arc<str>,
    /// 0 for the whole file.
    line: u64,
}

/// The records of documents, each under a name of its own.
#[derive(Clone, Debug, Default)]
struct RecordList {
    /// Those that came in order, as nearly all do: a list takes half of the memory of a tree.
    ordered: Vec<(DocumentName, DocumentRecord)>,
    /// Those that came after one with a greater name; none of them is in the list.
    late: BTreeMap<DocumentName, DocumentRecord>,
}

impl RecordList {
    fn get(&self, name: &DocumentName) -> Option<&DocumentRecord> {
        let found = self.ordered.binary_search_by(|(known, _)| known.cmp(name)).ok();
        found.and_then(|at| self.ordered.get(at)).map(|(_, record)| record).or_else(|| self.late.get(name))
    }

    /// Puts a record in its place, and gives it back if there is one of this name.
    fn insert(&mut self, file: &str, line: u64, record: DocumentRecord) -> Result<(), (DocumentName, DocumentRecord)> {
        match self.ordered.last() {
            Some((last, _)) if (&*last.file, last.line) >= (file, line) => {
                let name = DocumentName { file: file.into(), line };
                if self.get(&name).is_some() {
                    return Err((name, record));
                }
                self.late.insert(name, record);
            }
            last => {
                let same = last.map(|(last, _)| &last.file).filter(|last| ***last == *file);
                let file = same.map_or_else(|| file.into(), Arc::clone);
                self.ordered.push((DocumentName { file, line }, record));
            }
        }
        Ok(())
    }

    fn iter(&self) -> impl Iterator<Item = (&DocumentName, &DocumentRecord)> {
        self.ordered.iter().map(|(name, record)| (name, record)).chain(&self.late)
    }
}

/// A report: the records of documents by name, and by line where a file has one in each line.
#[derive(Clone, Debug)]
pub struct DocumentRecords {
    basis: RecordBasis,
    list: RecordList,
}

impl DocumentRecords {
    /// No documents yet.
    pub fn new(basis: RecordBasis) -> Self {
        Self { basis, list: RecordList::default() }
    }

    /// What was said of a document of this name, or in this line of the file, if it had the same bytes.
    pub fn known(&self, file: &str, line: Option<u64>, digest: BytesDigest) -> Option<&DocumentRecord> {
        let name = DocumentName { file: file.into(), line: line.unwrap_or_default() };
        self.list.get(&name).filter(|record| record.digest == digest)
    }

    /// Adds a document. One that is there already counts once; where two differ, the error says so.
    pub fn add(&mut self, file: &str, line: Option<u64>, record: DocumentRecord) -> Result<(), String> {
        let Err((name, record)) = self.list.insert(file, line.unwrap_or_default(), record) else { return Ok(()) };
        if self.list.get(&name) == Some(&record) {
            return Ok(());
        }
        let mut words = name.file.to_string();
        if name.line > 0 {
            let _ = write!(words, ":{}", name.line);
        }
        Err(format!("{words} has two different records; two documents have this name"))
    }

    /// All documents in order, with those of earlier reports that are missing here; of two earlier ones the first counts.
    fn in_order<'a>(&'a self, earlier: &'a [Self]) -> Vec<(&'a DocumentName, &'a DocumentRecord)> {
        let mut all: Vec<_> =
            std::iter::once(self).chain(earlier).flat_map(|report: &'a Self| report.list.iter()).collect();
        // Stable, and quick for lists that are in order already.
        all.sort_by_key(|(name, _)| *name);
        all.dedup_by_key(|(name, _)| *name);
        all
    }

    /// Adds all of another report; the errors say why it is none of the same documents or of the same check.
    fn merge(&mut self, other: Self) -> Result<(), Vec<String>> {
        self.agrees(&other).map_err(|reason| vec![reason])?;
        let mut reasons = Vec::new();
        let mut left_out = 0_usize;
        for (name, record) in other.list.ordered.into_iter().chain(other.list.late) {
            match self.add(&name.file, (name.line > 0).then_some(name.line), record) {
                Err(reason) if reasons.len() < NAMED => reasons.push(reason),
                Err(_) => left_out += 1,
                Ok(()) => {}
            }
        }
        if left_out > 0 {
            reasons.push(format!("and {left_out} more"));
        }
        if reasons.is_empty() { Ok(()) } else { Err(reasons) }
    }

    /// The report of several, each with a name for errors.
    pub fn merged(
        reports: impl IntoIterator<Item = (String, Result<ReadRecords, String>)>,
    ) -> Result<Self, Vec<String>> {
        let (mut all, mut reasons): (Option<Self>, _) = (None, Vec::new());
        for (name, read) in reports {
            let named = |reason| format!("{name}: {reason}");
            let reason = match (read, &mut all) {
                (Err(reason), _) => Err(vec![reason]),
                (Ok(read), _) if !read.finished => Err(vec![
                    "its run was interrupted; complete it with `planwright check --since` and this report".to_owned(),
                ]),
                (Ok(read), Some(all)) => all.merge(read.records),
                (Ok(read), None) => {
                    all = Some(read.records);
                    Ok(())
                }
            };
            reasons.extend(reason.err().into_iter().flatten().map(named));
        }
        let all = all
            .ok_or_else(|| if reasons.is_empty() { vec!["no reports to merge".to_owned()] } else { reasons.clone() })?;
        if reasons.is_empty() { Ok(all) } else { Err(reasons) }
    }

    /// Whether the other report says something of documents that are checked as these are.
    pub fn agrees(&self, other: &Self) -> Result<(), String> {
        self.basis.differs(&other.basis).map_or(Ok(()), Err)
    }

    /// The numbers of all documents.
    #[must_use]
    pub fn counts(&self) -> RecordCounts {
        RecordCounts::of(self.list.iter().map(|(_, record)| record))
    }
}

#[cfg(test)]
mod tests {
    use super::{BytesDigest, DocumentRecord, DocumentRecords, RecordBasis};

    fn record(errors: usize) -> DocumentRecord {
        DocumentRecord::new(BytesDigest::of(b"{}"), errors == 0, (errors, 0), &[])
    }

    fn records(names: &[(&str, Option<u64>)]) -> DocumentRecords {
        let mut records = DocumentRecords::new(RecordBasis::new("a", "", Vec::new()));
        for (file, line) in names {
            records.add(file, *line, record(0)).unwrap();
        }
        records
    }

    #[test]
    fn the_order_in_which_documents_come_is_none_of_the_report() {
        let names = [("a", Some(1)), ("a", Some(2)), ("a", Some(10)), ("a-b", None), ("a/b", None), ("b", None)];
        let text = records(&names).text();
        for start in 0..names.len() {
            let mut turned = names;
            turned.rotate_left(start);
            let mut read = DocumentRecords::read(records(&turned).text().as_bytes()).unwrap().records;
            assert_eq!((read.text(), read.counts().documents), (text.clone(), 6), "{start}");
            for (file, line) in names {
                assert!(read.known(file, line, BytesDigest::of(b"{}")).is_some(), "{start} {file}");
                assert!(read.add(file, line, record(0)).is_ok(), "the same once more");
                assert!(read.add(file, line, record(1)).is_err(), "{start} {file}");
            }
            assert_eq!(read.text(), text, "{start}");
        }
    }

    #[test]
    fn what_an_earlier_report_says_does_not_replace_what_is_known() {
        let (now, mut earlier) = (records(&[("b", None)]), records(&[("a", None)]));
        earlier.add("b", None, record(7)).unwrap();
        let mut text = Vec::new();
        now.write_with(&[earlier], &mut text, true).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), records(&[("a", None), ("b", None)]).text());
    }
}
