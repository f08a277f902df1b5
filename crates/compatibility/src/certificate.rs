//! Certificates of exports: proofs of what a dialect forbids or allows compared with the schema, each with an example
//! document.

pub mod table;
pub mod verify;

use std::collections::BTreeMap;
use std::path::Path;

use planwright_dialects::{Admitted, Conversion, Dialect};
use planwright_drift::inclusion::{Excess, allow_nothing, described_included, excess, included};
use planwright_drift::{InclusionError, Options, Verdict};
use planwright_runtime::Validator;
use planwright_schema::keywords::without_formats;
use planwright_schema::{SchemaFile, SchemaSet, Semantics};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use planwright_project::digest::digest;
use planwright_project::exit::Failure;
use planwright_project::own_file;

/// File format that this version writes. There has been no other.
pub const FORMAT: u64 = 1;
/// File name of the exported schema in its schema set.
const EXPORT: &str = "export.json";
/// Options of all proofs. Decoders enforce the formats that a dialect supports, so those of the export always count. If
/// the semantics treat formats as annotations, they are removed from the canonical schema instead.
const OPTIONS: Options = Options { assert_formats: true };

/// Claims about one export.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Version of the file format.
    pub format: u64,
    /// Name of the dialect.
    pub dialect: String,
    /// Name of the canonical schema.
    pub schema: String,
    /// Digest of the canonical schema as one document.
    pub schema_digest: String,
    /// Digest of the exported schema, or of the grammar.
    pub export_digest: String,
    /// `true` if formats are annotations in the canonical schema. No claim covers them then.
    #[serde(default, skip_serializing_if = "is_false")]
    pub annotates_formats: bool,
    /// Claim that every valid document can be expressed in the dialect.
    pub every_document: Claim,
    /// The same claim for documents without undescribed properties, if it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub described_documents: Option<Claim>,
    /// Requirements of the canonical schema that the dialect does not enforce.
    pub leaks: Vec<LeakClaim>,
    /// Claim that the dialect enforces everything else.
    pub nothing_else: Claim,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A verdict with its evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "lowercase", deny_unknown_fields)]
pub enum Claim {
    /// There is a proof.
    Proved,
    /// A document refutes the claim.
    Broken {
        /// The document.
        document: Value,
    },
    /// Neither was found.
    Undecided {
        /// The reason.
        because: String,
    },
}

/// A keyword that the dialect does not enforce.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeakClaim {
    /// File and location of the keyword.
    pub file: String,
    /// JSON Pointer of the keyword in its file.
    pub pointer: String,
    /// Code of the export warning that explains the difference, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// A document that the canonical schema rejects.
    pub document: Value,
    /// The corresponding answer, which the dialect allows.
    pub answer: Value,
}

impl From<Verdict> for Claim {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Proved => Self::Proved,
            Verdict::Broken(document) => Self::Broken { document },
            Verdict::Undecided(because) => Self::Undecided { because },
        }
    }
}

/// Verifies witnesses, using validators for both schemas and the conversions between them.
pub struct Witnesses<'c> {
    conversion: &'c Conversion,
    /// The canonical schema, without formats if they are annotations.
    schema: Value,
    canonical: Validator,
    vendor: Validator,
}

impl<'c> Witnesses<'c> {
    /// Compiles the validators of both schemas.
    ///
    /// # Errors
    ///
    /// Returns why a schema cannot be compiled.
    pub fn new(conversion: &'c Conversion, semantics: Semantics) -> Result<Self, Failure> {
        let canonical = conversion.canonical();
        let schema = if semantics.asserts_formats { canonical.clone() } else { without_formats(canonical) };
        Ok(Self { conversion, canonical: validator(&schema)?, schema, vendor: validator(&conversion.taken())? })
    }

    /// Returns the answer that corresponds to a document, if the vendor's schema allows it.
    fn answer(&self, document: &Value) -> Option<Value> {
        let answer = self.conversion.encode(document).ok().filter(|answer| self.vendor.is_valid(answer))?;
        (self.conversion.normalize(&answer).as_ref() == Ok(document)).then_some(answer)
    }

    /// Returns `true` if the dialect allows the answer but the canonical schema rejects its document.
    pub fn is_leak(&self, document: &Value, answer: &Value) -> bool {
        self.vendor.is_valid(answer)
            && self.conversion.normalize(answer).as_ref() == Ok(document)
            && !self.canonical.is_valid(document)
    }

    /// Returns `true` if a valid document has no corresponding answer.
    pub fn is_forbidden(&self, document: &Value) -> bool {
        self.canonical.is_valid(document) && self.answer(document).is_none()
    }
}

fn validator(document: &Value) -> Result<Validator, Failure> {
    let set = SchemaSet::parse([(EXPORT.to_owned(), document.to_string().into_bytes())]).map_err(Failure::all)?;
    let draft = set.get(EXPORT).map(SchemaFile::draft).unwrap_or_default();
    Validator::of_document(document, draft.into(), BTreeMap::new()).map_err(Failure::one)
}

/// Creates the certificate of a conversion.
pub fn certify(
    name: &str,
    dialect: Dialect,
    conversion: &Conversion,
    semantics: Semantics,
) -> Result<Certificate, Failure> {
    let witnesses = Witnesses::new(conversion, semantics)?;
    let admitted = conversion.admitted();
    let clash = clash(&admitted)?;
    let (every_document, described_documents) = forms(&admitted, &witnesses, clash.as_deref())?;
    let mut confirms =
        |document: &Value| !witnesses.canonical.is_valid(document) && witnesses.answer(document).is_some();
    let Excess { leaks, besides } =
        excess(&admitted.at_most, &witnesses.schema, OPTIONS, &mut confirms).map_err(failure)?;
    let causes = conversion.causes();
    let leaks = leaks.into_iter().map(|leak| {
        let place = conversion.written_at(&leak.at);
        let answer = witnesses.answer(&leak.document).unwrap_or(Value::Null);
        let code = causes.at(&leak.at).map(|cause| cause.code.to_owned());
        LeakClaim { file: place.file, pointer: place.pointer.to_string(), code, document: leak.document, answer }
    });
    Ok(Certificate {
        format: FORMAT,
        dialect: dialect.as_str().to_owned(),
        schema: name.to_owned(),
        schema_digest: digest(&conversion.canonical().to_string()),
        export_digest: digest(&conversion.grammar().unwrap_or_else(|| conversion.request_schema().to_string())),
        annotates_formats: !semantics.asserts_formats,
        every_document,
        described_documents,
        leaks: leaks.collect(),
        nothing_else: unless(clash.as_deref(), besides.into()),
    })
}

/// Returns the reason why an answer may have two interpretations, unless that is ruled out.
fn clash(admitted: &Admitted) -> Result<Option<String>, Failure> {
    if admitted.is_cut {
        return Ok(Some("budget: the branches of unions are too large to compare".to_owned()));
    }
    if admitted.pairs.is_empty() {
        return Ok(None);
    }
    let verdicts = allow_nothing(&admitted.apart, &admitted.pairs, OPTIONS).map_err(failure)?;
    Ok(verdicts.into_iter().find_map(|verdict| match verdict {
        Verdict::Proved => None,
        Verdict::Broken(answer) => Some(format!("two branches of a union both match {answer}")),
        Verdict::Undecided(because) => {
            Some(format!("cannot decide whether an answer can match two branches of a union: {because}"))
        }
    }))
}

/// Weakens a claim that is valid only if every answer has one interpretation.
fn unless(clash: Option<&str>, claim: Claim) -> Claim {
    match (clash, claim) {
        (Some(because), Claim::Proved) => Claim::Undecided { because: because.to_owned() },
        (_, claim) => claim,
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it maps errors")]
fn failure(error: InclusionError) -> Failure {
    Failure::all(error.reasons())
}

fn forms(
    admitted: &Admitted,
    witnesses: &Witnesses<'_>,
    clash: Option<&str>,
) -> Result<(Claim, Option<Claim>), Failure> {
    let claim = |verdict: Verdict| match verdict {
        Verdict::Broken(document) if !witnesses.is_forbidden(&document) => {
            Claim::Undecided { because: format!("cannot confirm that the dialect excludes {document}") }
        }
        verdict => unless(clash, verdict.into()),
    };
    let canonical = &witnesses.schema;
    let every = claim(included(canonical, &admitted.at_least, OPTIONS).map_err(failure)?);
    if !matches!(every, Claim::Broken { .. }) {
        return Ok((every, None));
    }
    let described = described_included(canonical, &admitted.at_least, OPTIONS).map_err(failure)?;
    Ok((every, described.map(claim)))
}

impl Certificate {
    /// Writes the certificate to a file. Only another certificate is overwritten.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let ours = |there: &str| serde_json::from_str::<Self>(there).is_ok();
        own_file::write(path, format!("{:#}\n", json!(self)), "certificate", ours).map(drop)
    }
}
