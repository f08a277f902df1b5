//! Verifiable reports: a record of each document with the digest of its bytes, and the inputs of the check.
//!
//! A report is one JSON value with one line per document, sorted by name. Reports of parts therefore merge into the
//! report of the whole, byte for byte. The last property is a digest of everything before it, so that an edited report
//! is rejected.

mod text;

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use planwright_check::render;
use planwright_contracts::Surroundings;
use planwright_generated::RootInfo;
use planwright_org::Target;
use planwright_runtime::Diagnostic;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::named_schema::NamedSchema;
pub use text::ReadRecords;

/// Maximum number of differing documents that are named.
const MAX_NAMED: usize = 20;

/// SHA-256 digest of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BytesDigest([u8; 32]);

impl BytesDigest {
    /// Returns the digest of these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
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
        // Formatting byte by byte would be slow for the many digests of a run.
        let mut digits = [0; 64];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair.copy_from_slice(&[byte >> 4, byte & 15].map(|digit| b"0123456789abcdef"[usize::from(digit)]));
        }
        out.write_str(std::str::from_utf8(&digits).map_err(|_| fmt::Error)?)
    }
}

/// Inputs of a check other than documents. With equal inputs, equal bytes have equal verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordBasis {
    /// Version of this program.
    planwright: String,
    /// The contract, or the root of a schema.
    subject: String,
    /// Digest of the schema and of additional inputs for rules.
    inputs: BytesDigest,
    /// Settings for findings, such as `deny-warnings`.
    settings: Vec<String>,
}

impl RecordBasis {
    /// Returns the basis for this version of the program. `inputs` represents everything else that verdicts depend on.
    fn new(subject: &str, inputs: &str, settings: Vec<String>) -> Self {
        let inputs = BytesDigest::from_bytes(inputs.as_bytes());
        Self { planwright: env!("CARGO_PKG_VERSION").to_owned(), subject: subject.to_owned(), inputs, settings }
    }

    /// Returns the basis for a check of documents.
    pub fn for_target(target: &Target, surroundings: &Surroundings, settings: Vec<String>) -> Self {
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

    /// Returns why verdicts with the other basis do not apply here.
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

/// Findings of one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentRecord {
    /// Digest of its bytes.
    pub digest: BytesDigest,
    /// Whether the document is valid.
    pub valid: bool,
    /// Number of errors.
    pub errors: u32,
    /// Number of warnings.
    pub warnings: u32,
    /// Findings as JSON, which reports share. `None` if there are none, to save memory.
    findings: Option<Arc<str>>,
}

impl DocumentRecord {
    /// Returns the record of a document with these bytes and findings.
    pub fn new(digest: BytesDigest, valid: bool, (errors, warnings): (usize, usize), findings: &[Diagnostic]) -> Self {
        let findings = (!findings.is_empty()).then(|| render::findings(findings).to_string().into());
        let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
        let (errors, warnings) = (count(errors), count(warnings));
        Self { digest, valid, errors, warnings, findings }
    }
}

/// Statistics of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordCounts {
    /// Number of documents.
    pub documents: usize,
    /// Number of valid documents.
    pub passed: usize,
    /// Total number of errors.
    pub errors: usize,
    /// Total number of warnings.
    pub warnings: usize,
}

impl RecordCounts {
    fn count<'r>(records: impl Iterator<Item = &'r DocumentRecord>) -> Self {
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

/// Name of a document in a report, which determines its order: the file, and the line if the file has one document per
/// line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DocumentName {
    /// Name of the file, which documents in the same file share.
    file: Arc<str>,
    /// Line number, or 0 for the whole file.
    line: u64,
}

/// Records of documents, each under a unique name.
#[derive(Clone, Debug, Default)]
struct RecordList {
    /// Records that were added in order, as nearly all are. A list needs half the memory of a tree.
    ordered: Vec<(DocumentName, DocumentRecord)>,
    /// Records that were added after one with a greater name. None of them is in the list.
    late: BTreeMap<DocumentName, DocumentRecord>,
}

impl RecordList {
    fn get(&self, name: &DocumentName) -> Option<&DocumentRecord> {
        let found = self.ordered.binary_search_by(|(known, _)| known.cmp(name)).ok();
        found.and_then(|at| self.ordered.get(at)).map(|(_, record)| record).or_else(|| self.late.get(name))
    }

    /// Inserts a record, or returns it if there is one with this name.
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

/// A report: records of documents by name, and by line if a file has one document per line.
#[derive(Clone, Debug)]
pub struct DocumentRecords {
    basis: RecordBasis,
    list: RecordList,
}

impl DocumentRecords {
    /// Returns a report without documents.
    pub fn new(basis: RecordBasis) -> Self {
        Self { basis, list: RecordList::default() }
    }

    /// Returns the record of a document with this name and line, if it had the same bytes.
    pub fn known(&self, file: &str, line: Option<u64>, digest: BytesDigest) -> Option<&DocumentRecord> {
        let name = DocumentName { file: file.into(), line: line.unwrap_or_default() };
        self.list.get(&name).filter(|record| record.digest == digest)
    }

    /// Adds a document. An identical record counts once, and a different one with the same name is an error.
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

    /// Returns all documents in order, including those of earlier reports that are missing here. The first earlier
    /// report takes precedence.
    fn in_order<'a>(&'a self, earlier: &'a [Self]) -> Vec<(&'a DocumentName, &'a DocumentRecord)> {
        let mut all: Vec<_> =
            std::iter::once(self).chain(earlier).flat_map(|report: &'a Self| report.list.iter()).collect();
        // This sort is stable, and fast for lists that are sorted already.
        all.sort_by_key(|(name, _)| *name);
        all.dedup_by_key(|(name, _)| *name);
        all
    }

    /// Adds all records of another report. Returns an error if it is about other contents of documents or another
    /// check.
    fn merge(&mut self, other: Self) -> Result<(), Vec<String>> {
        self.agrees(&other).map_err(|reason| vec![reason])?;
        let mut reasons = Vec::new();
        let mut left_out = 0_usize;
        for (name, record) in other.list.ordered.into_iter().chain(other.list.late) {
            match self.add(&name.file, (name.line > 0).then_some(name.line), record) {
                Err(reason) if reasons.len() < MAX_NAMED => reasons.push(reason),
                Err(_) => left_out += 1,
                Ok(()) => {}
            }
        }
        if left_out > 0 {
            reasons.push(format!("and {left_out} more"));
        }
        if reasons.is_empty() { Ok(()) } else { Err(reasons) }
    }

    /// Merges several reports, each with a name for errors.
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

    /// Checks that another report is about the same kind of check.
    pub fn agrees(&self, other: &Self) -> Result<(), String> {
        self.basis.differs(&other.basis).map_or(Ok(()), Err)
    }

    /// Returns the statistics of all documents.
    #[must_use]
    pub fn counts(&self) -> RecordCounts {
        RecordCounts::count(self.list.iter().map(|(_, record)| record))
    }
}

#[cfg(test)]
mod tests {
    use super::{BytesDigest, DocumentRecord, DocumentRecords, RecordBasis};

    fn record(errors: usize) -> DocumentRecord {
        DocumentRecord::new(BytesDigest::from_bytes(b"{}"), errors == 0, (errors, 0), &[])
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
            let mut read = DocumentRecords::parse(records(&turned).text().as_bytes()).unwrap().records;
            assert_eq!((read.text(), read.counts().documents), (text.clone(), 6), "{start}");
            for (file, line) in names {
                assert!(read.known(file, line, BytesDigest::from_bytes(b"{}")).is_some(), "{start} {file}");
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
