//! Implements `export --verify`: compares a certificate with a new proof.

use std::path::Path;
use std::sync::Arc;

use planwright_dialects::Conversion;
use planwright_runtime::{Diagnostic, Position};
use planwright_schema::Semantics;
use planwright_source::{Lines, Pointer, decode, locate, parse, printable};
use planwright_sync::read_bytes;
use serde_json::Value;

use super::{Certificate, Claim, FORMAT, LeakClaim, Witnesses};
use planwright_project::exit::Failure;

/// The certificate belongs to another schema, dialect or export.
const CERTIFICATE_STALE: &str = "CERTIFICATE_STALE";
/// A claim differs from the new proof.
const CERTIFICATE_WRONG: &str = "CERTIFICATE_WRONG";

const REWRITE_HELP: &str = "write it again with `planwright export --certificate FILE`";

/// A certificate that was read, with its source.
pub struct ReadCertificate {
    name: String,
    text: String,
    certificate: Certificate,
}

/// Reads a certificate.
pub fn read_certificate(path: &Path) -> Result<ReadCertificate, Failure> {
    let name = path.display().to_string();
    let bytes = read_bytes(&name).map_err(Failure::one)?;
    let name = printable(&name).to_string();
    let text =
        decode(&bytes).map_err(|problem| Failure::one(format!("{name}: {}; {REWRITE_HELP}", problem.message())))?;
    match certificate(text) {
        Ok(certificate) => Ok(ReadCertificate { name, text: text.to_owned(), certificate }),
        Err((offset, message)) => {
            let at = Lines::new(text).line_column(offset);
            Err(Failure::one(format!("{name}:{}:{}: {message}; {REWRITE_HELP}", at.line, at.column)))
        }
    }
}

fn certificate(text: &str) -> Result<Certificate, (usize, String)> {
    let value = parse(text).map_err(|problems| {
        let first = problems.first();
        (first.map_or(0, |one| one.span.start), first.map_or_else(String::new, planwright_source::Problem::message))
    })?;
    let format = locate(text, &Pointer::root().member("format")).map_or(0, |place| place.value.start);
    match value.get("format").and_then(Value::as_u64) {
        Some(FORMAT) => {}
        Some(later) if later > FORMAT => {
            return Err((format, format!("format {later} is newer than this planwright, which reads {FORMAT}")));
        }
        _ => return Err((format, format!("\"format\" is not {FORMAT}, so planwright did not write this file"))),
    }
    serde_json::from_str(text).map_err(|error| {
        let offset = Lines::new(text).start(error.line()).unwrap_or(0) + error.column().saturating_sub(1);
        let what = error.to_string();
        (offset.min(text.len()), what.split(" at line ").next().unwrap_or_default().to_owned())
    })
}

impl ReadCertificate {
    /// Returns a finding for each claim that differs from the new proof.
    pub fn differences(&self, now: &Certificate, conversion: &Conversion) -> Result<Vec<Diagnostic>, Failure> {
        let old = &self.certificate;
        let mut found = Vec::new();
        for (member, written, is) in [
            ("dialect", &old.dialect, &now.dialect),
            ("schema", &old.schema, &now.schema),
            ("schema_digest", &old.schema_digest, &now.schema_digest),
            ("export_digest", &old.export_digest, &now.export_digest),
        ] {
            if written != is {
                let message = format!("the certificate is for {written}, not for {is}");
                found.push(self.finding(CERTIFICATE_STALE, &Pointer::root().member(member), message));
            }
        }
        if old.annotates_formats != now.annotates_formats {
            let meaning = |annotates| if annotates { "annotations" } else { "assertions" };
            let (written, is) = (meaning(old.annotates_formats), meaning(now.annotates_formats));
            let message = format!("formats are {written} in the certificate but {is} now");
            found.push(self.finding(CERTIFICATE_STALE, &Pointer::root(), message));
        }
        if found.is_empty() {
            let semantics = Semantics { asserts_formats: !now.annotates_formats, ..Semantics::default() };
            let witnesses = Witnesses::new(conversion, semantics)?;
            self.claims(now, &witnesses, &mut found);
            self.leaks(now, &witnesses, &mut found);
        }
        Ok(found)
    }

    fn claims(&self, now: &Certificate, witnesses: &Witnesses<'_>, found: &mut Vec<Diagnostic>) {
        let old = &self.certificate;
        for (member, written, is) in [
            ("every_document", Some(&old.every_document), Some(&now.every_document)),
            ("described_documents", old.described_documents.as_ref(), now.described_documents.as_ref()),
            ("nothing_else", Some(&old.nothing_else), Some(&now.nothing_else)),
        ] {
            let at = Pointer::root().member(member);
            let word = |claim: Option<&Claim>| claim.map_or("not claimed", Claim::word);
            if word(written) != word(is) {
                let message = format!("{member} is {} in the certificate but {} now", word(written), word(is));
                found.push(self.finding(CERTIFICATE_WRONG, &at, message));
            } else if let (Some(Claim::Broken { document }), "every_document" | "described_documents") =
                (written, member)
                && !witnesses.is_forbidden(document)
            {
                let message = "the document is invalid, or the dialect does not exclude it".to_owned();
                found.push(self.finding(CERTIFICATE_WRONG, &at.member("document"), message));
            }
        }
    }

    fn leaks(&self, now: &Certificate, witnesses: &Witnesses<'_>, found: &mut Vec<Diagnostic>) {
        let same = |one: &LeakClaim, other: &LeakClaim| (&one.file, &one.pointer) == (&other.file, &other.pointer);
        let leaks = Pointer::root().member("leaks");
        for (index, leak) in self.certificate.leaks.iter().enumerate() {
            let at = leaks.index(index);
            if !now.leaks.iter().any(|other| same(leak, other)) {
                let message = format!("{} of {} is enforced", leak.pointer, leak.file);
                found.push(self.finding(CERTIFICATE_WRONG, &at, message));
            } else if !witnesses.is_leak(&leak.document, &leak.answer) {
                let message = "the dialect rejects the answer, or its document is valid".to_owned();
                found.push(self.finding(CERTIFICATE_WRONG, &at.member("answer"), message));
            }
        }
        for leak in now.leaks.iter().filter(|leak| !self.certificate.leaks.iter().any(|other| same(leak, other))) {
            let message = format!("{} of {} is not enforced either, as {} shows", leak.pointer, leak.file, leak.answer);
            found.push(self.finding(CERTIFICATE_WRONG, &leaks, message));
        }
    }

    fn finding(&self, code: &'static str, at: &Pointer, message: String) -> Diagnostic {
        let span = locate(&self.text, at).map(|place| place.value);
        let position = span.as_ref().map(|span| Lines::new(&self.text).line_column(span.start));
        Diagnostic {
            position: position.map(|at| Position::from((at.line, at.column))),
            span: span.map(|span| span.start..span.start),
            source: Some(Arc::from(self.text.as_str())),
            help: Some(REWRITE_HELP.to_owned()),
            ..Diagnostic::error(code, at.clone(), message).with_file(&self.name)
        }
    }
}

impl Claim {
    /// Returns the verdict as a certificate writes it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Broken { .. } => "broken",
            Self::Undecided { .. } => "undecided",
        }
    }
}
