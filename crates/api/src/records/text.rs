//! The text of a report, and a report from its text.

use std::fmt;
use std::io::{self, Read, Write};

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{BytesDigest, DocumentRecord, DocumentRecords, RecordBasis, RecordCounts, RecordList};

/// The version of the form.
const VERSION: u64 = 1;

/// A report that was read, and whether its run came to an end.
#[derive(Debug)]
pub struct ReadRecords {
    /// The report.
    pub records: DocumentRecords,
    /// False for what a run wrote that was stopped.
    pub finished: bool,
}

impl DocumentRecords {
    /// Writes the report. It is not `finished` while documents are missing.
    pub fn write(&self, out: &mut impl Write, finished: bool) -> io::Result<()> {
        self.write_with(&[], out, finished)
    }

    /// Writes the report together with the documents of earlier ones that are missing here.
    pub fn write_with(&self, earlier: &[Self], out: &mut impl Write, finished: bool) -> io::Result<()> {
        let digest = self.write_body(earlier, out, finished)?;
        writeln!(out, "\"digest\":\"{digest}\"}}")
    }

    /// The finished report.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = Vec::new();
        // A list of bytes takes whatever is written to it.
        let _ = self.write(&mut text, true);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Writes all but the digest, and returns that.
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
        let counts = RecordCounts::of(all.into_iter().map(|(_, record)| record));
        let RecordCounts { documents, passed, errors, warnings } = counts;
        write!(out, "\n],\"counts\":{{\"documents\":{documents},\"passed\":{passed},")?;
        write!(out, "\"errors\":{errors},\"warnings\":{warnings}}},\"finished\":{finished},")?;
        Ok(BytesDigest(out.hash.finalize().into()))
    }

    /// The report that was written so, also if it was laid out anew. Errors of the form name line and column.
    pub fn read(from: impl Read) -> Result<ReadRecords, String> {
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

/// `file` is JSON text.
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

/// What is written goes through a hash.
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

/// The members of the text.
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

/// A document.
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
    /// File, line, or nothing, and record.
    fn into_parts(self) -> (String, Option<u64>, DocumentRecord) {
        let Self { file, line, digest, valid, errors, warnings, findings } = self;
        let findings = findings.map(|findings| findings.to_string().into());
        (file, line, DocumentRecord { digest: digest.0, valid, errors, warnings, findings })
    }
}

/// The number of this version of the form. Later ones are refused where they stand, before members that are not known here.
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

/// The records, each put in its place as it is read.
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
