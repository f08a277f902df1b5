//! Reports that stand for themselves: a record of each document with the digest of its bytes, and of what all were checked against.
//!
//! The text is one JSON value with a line for each document, sorted by name, so that reports of parts merge into the report of the
//! whole, byte for byte. Its last member is a digest of all before it, by which an edited report is refused.

mod text;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::{self, Write as _};

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
        self.0.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
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
            return Some(format!("made by planwright {}, and not by {}", other.planwright, self.planwright));
        }
        if self.subject != other.subject {
            return Some(format!("of documents of {}, and not of {}", other.subject, self.subject));
        }
        if self.settings != other.settings {
            let (theirs, ours) = (words(&other.settings), words(&self.settings));
            return Some(format!("made with other settings: {theirs}, and not {ours}"));
        }
        (self.inputs != other.inputs).then(|| "made with another schema, snapshot or context".to_owned())
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
    pub errors: usize,
    /// How many warnings it has.
    pub warnings: usize,
    /// JSON text of the findings; `None` where there are none, so that documents without take little memory.
    findings: Option<Box<str>>,
}

impl DocumentRecord {
    /// The record of a document with these bytes and findings.
    pub fn new(digest: BytesDigest, valid: bool, (errors, warnings): (usize, usize), findings: &[Diagnostic]) -> Self {
        let findings = (!findings.is_empty()).then(|| render::findings(findings).to_string().into_boxed_str());
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

/// A report: the records of documents by name, and by line where a file has one in each line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentRecords {
    basis: RecordBasis,
    files: BTreeMap<String, BTreeMap<u64, DocumentRecord>>,
}

impl DocumentRecords {
    /// No documents yet.
    pub fn new(basis: RecordBasis) -> Self {
        Self { basis, files: BTreeMap::new() }
    }

    /// What was said of a document of this name, or in this line of the file, if it had the same bytes.
    pub fn known(&self, file: &str, line: Option<u64>, digest: BytesDigest) -> Option<&DocumentRecord> {
        let record = self.files.get(file)?.get(&line.unwrap_or_default())?;
        (record.digest == digest).then_some(record)
    }

    /// Adds a document. One that is there already counts once; where two differ, the error says so.
    pub fn add(&mut self, file: &str, line: Option<u64>, record: DocumentRecord) -> Result<(), String> {
        // The name is copied for its first line alone.
        if !self.files.contains_key(file) {
            self.files.insert(file.to_owned(), BTreeMap::new());
        }
        let lines = self.files.entry(file.to_owned()).or_default();
        match lines.entry(line.unwrap_or_default()) {
            Entry::Vacant(place) => _ = place.insert(record),
            Entry::Occupied(known) if *known.get() == record => {}
            Entry::Occupied(_) => {
                let mut name = file.to_owned();
                if let Some(line) = line {
                    let _ = write!(name, ":{line}");
                }
                return Err(format!("{name} has two records that differ: two documents have this name"));
            }
        }
        Ok(())
    }

    /// Adds the documents that are missing here, and replaces none.
    pub fn fill_from(&mut self, other: &Self) {
        for (file, lines) in &other.files {
            let known = self.files.entry(file.clone()).or_default();
            for (line, record) in lines {
                known.entry(*line).or_insert_with(|| record.clone());
            }
        }
    }

    /// Adds all of another report; the errors say why it is none of the same documents or of the same check.
    fn merge(&mut self, other: Self) -> Result<(), Vec<String>> {
        self.agrees(&other).map_err(|reason| vec![reason])?;
        let mut reasons = Vec::new();
        let mut left_out = 0_usize;
        for (file, lines) in other.files {
            for (line, record) in lines {
                match self.add(&file, (line > 0).then_some(line), record) {
                    Err(reason) if reasons.len() < NAMED => reasons.push(reason),
                    Err(_) => left_out += 1,
                    Ok(()) => {}
                }
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
                (Ok(read), _) if !read.finished => {
                    Err(vec!["its run was stopped; end it with `planwright check --since` this report".to_owned()])
                }
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
        let mut counts = RecordCounts::default();
        for record in self.files.values().flat_map(BTreeMap::values) {
            counts.documents += 1;
            counts.passed += usize::from(record.valid);
            counts.errors += record.errors;
            counts.warnings += record.warnings;
        }
        counts
    }
}
