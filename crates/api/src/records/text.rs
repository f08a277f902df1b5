//! Writes and parses reports.

use std::fmt;
use std::io::{self, Read, Write};

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{BytesDigest, DocumentRecord, DocumentRecords, RecordBasis, RecordCounts, RecordList};

/// Version of the format.
const VERSION: u64 = 1;

/// A parsed report, and whether its run was completed.
#[derive(Debug)]
pub struct ReadRecords {
    /// The report.
    pub records: DocumentRecords,
    /// False for a run that was stopped.
    pub finished: bool,
}

impl DocumentRecords {
    /// Writes the report. It is not `finished` if documents are missing.
    pub fn write(&self, out: &mut impl Write, finished: bool) -> io::Result<()> {
        self.write_with(&[], out, finished)
    }

    /// Writes the report together with documents of earlier reports that are missing here.
    pub fn write_with(&self, earlier: &[Self], out: &mut impl Write, finished: bool) -> io::Result<()> {
        let digest = self.write_body(earlier, out, finished)?;
        writeln!(out, "\"digest\":\"{digest}\"}}")
    }

    /// Returns the finished report.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = Vec::new();
        // Writing to a vector cannot fail.
        let _ = self.write(&mut text, true);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Writes everything except the digest, and returns the digest.
    fn write_body(&self, earlier: &[Self], out: &mut impl Write, finished: bool) -> io::Result<BytesDigest> {
        let mut out = HashedText { out, hash: Sha256::new() };
        let RecordBasis { planwright, subject, inputs, settings } = &self.basis;
        let (planwright, subject, settings) = (json!(planwright), json!(subject), json!(settings));
        write!(
            out,
            "{{\"report\":{VERSION},\"planwright\":{planwright},\"subject\":{subject},\"inputs\":\"{inputs}\","
        )?;
        write!(out, "\"settings\":{settings},\"documents\":[")?;
        let mut between = "\n";
        let (mut file, mut file_text) = ("", String::new());
        let all = self.in_order(earlier);
        for (name, record) in &all {
            if file_text.is_empty() || file != &*name.file {
                (file, file_text) = (&name.file, json!(&*name.file).to_string());
            }
            out.write_all(between.as_bytes())?;
            write_line(&mut out, &file_text, name.line, record)?;
            between = ",\n";
        }
        let counts = RecordCounts::count(all.into_iter().map(|(_, record)| record));
        let RecordCounts { documents, passed, errors, warnings } = counts;
        write!(out, "\n],\"counts\":{{\"documents\":{documents},\"passed\":{passed},")?;
        write!(out, "\"errors\":{errors},\"warnings\":{warnings}}},\"finished\":{finished},")?;
        Ok(BytesDigest(out.hash.finalize().into()))
    }

    /// Parses a report, even if its whitespace was changed. Errors in the format contain line and column.
    pub fn parse(from: impl Read) -> Result<ReadRecords, String> {
        let mut text = serde_json::Deserializer::from_reader(from);
        let read = ReportText::deserialize(&mut text).and_then(|read| text.end().map(|()| read));
        let ReportText { planwright, subject, inputs, settings, documents, counts, finished, digest, .. } =
            read.map_err(|error| error.to_string())?;
        let basis = RecordBasis { planwright, subject, inputs: inputs.0, settings };
        let records = Self { basis, list: documents.0 };
        let written = records.write_body(&[], &mut io::sink(), finished).map_err(|error| error.to_string())?;
        if written != digest.0 || counts != records.counts() {
            return Err("was edited or damaged: the digest at its end does not match".to_owned());
        }
        Ok(ReadRecords { records, finished })
    }
}

/// Writes the line of a document. `file` is a JSON string.
fn write_line(out: &mut impl Write, file: &str, line: u64, record: &DocumentRecord) -> io::Result<()> {
    write!(out, "{{\"file\":{file},")?;
    if line > 0 {
        write!(out, "\"line\":{line},")?;
    }
    let DocumentRecord { digest, valid, errors, warnings, findings } = record;
    write!(out, "\"digest\":\"{digest}\",\"valid\":{valid},\"errors\":{errors},\"warnings\":{warnings}")?;
    if let Some(findings) = findings {
        write!(out, ",\"findings\":{findings}")?;
    }
    out.write_all(b"}")
}

/// Writer that hashes everything it writes.
struct HashedText<'o, W> {
    out: &'o mut W,
    hash: Sha256,
}

impl<W: Write> Write for HashedText<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.hash.update(bytes.get(..count).unwrap_or_default());
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Properties of a report.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReportText {
    #[serde(rename = "report")]
    _version: KnownVersion,
    planwright: String,
    subject: String,
    inputs: DigestText,
    settings: Vec<String>,
    documents: DocumentLines,
    counts: RecordCounts,
    finished: bool,
    digest: DigestText,
}

/// Properties of a document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineText {
    file: String,
    line: Option<u64>,
    digest: DigestText,
    valid: bool,
    errors: u32,
    warnings: u32,
    findings: Option<Value>,
}

impl LineText {
    /// Returns file, line and record.
    fn into_parts(self) -> (String, Option<u64>, DocumentRecord) {
        let Self { file, line, digest, valid, errors, warnings, findings } = self;
        let findings = findings.map(|findings| findings.to_string().into());
        (file, line, DocumentRecord { digest: digest.0, valid, errors, warnings, findings })
    }
}

/// Version number of the format. Later versions are rejected here, before their unknown properties are parsed.
struct KnownVersion;

impl<'de> Deserialize<'de> for KnownVersion {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match u64::deserialize(from)? {
            VERSION => Ok(Self),
            other => Err(D::Error::custom(format!("unsupported version {other}; this planwright supports {VERSION}"))),
        }
    }
}

struct DigestText(BytesDigest);

impl<'de> Deserialize<'de> for DigestText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let expected = || D::Error::custom("expected a digest: sha256: and 64 digits");
        BytesDigest::parse(&text).map(Self).ok_or_else(expected)
    }
}

/// Records, each of which is inserted as it is parsed.
struct DocumentLines(RecordList);

impl<'de> Deserialize<'de> for DocumentLines {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(LinesVisitor)
    }
}

struct LinesVisitor;

impl<'de> Visitor<'de> for LinesVisitor {
    type Value = DocumentLines;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list of documents")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<DocumentLines, A::Error> {
        let mut records = RecordList::default();
        while let Some(read) = list.next_element::<LineText>()? {
            let (file, line, record) = read.into_parts();
            let put = records.insert(&file, line.unwrap_or_default(), record);
            put.map_err(|_| A::Error::custom("a document appears twice"))?;
        }
        Ok(DocumentLines(records))
    }
}
