//! Checks many documents against one contract or schema, which is prepared once.

use planwright_check::{Answer, render};
use planwright_contracts::{ContractName, Repair, Report, Surroundings, nearest};
use planwright_dialects::Dialect;
use planwright_org as org;
use planwright_runtime::{Diagnostic, FindingCounts};
use planwright_source::decode;
use planwright_workflow::system_prompt;
use serde_json::{Value, json};

use crate::export::Exported;
use crate::extract::extract;
use crate::findings::of_refusal;
use crate::named_schema::{MOST_BYTES, NamedSchema};
use crate::normalize::{canonical, vendor_answer};
use crate::prompt::schema_prompt;
use crate::records::{BytesDigest, DocumentRecord, DocumentRecords, RecordBasis};
use crate::refused_call::RefusedCall;
use planwright_org::{Target, unknown};

/// Name of a normalized document in findings.
const NORMALIZED_NAME: &str = "<normalized>";

/// A contract or schema that is ready to check documents.
#[derive(Debug)]
pub struct Checker {
    target: Target,
    schema: NamedSchema,
    surroundings: Surroundings,
}

/// Report about one document.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedText {
    /// Whether the document is valid.
    pub valid: bool,
    /// Number of errors.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
    /// Entry of the document in the output of `planwright check --format json`.
    pub json: Value,
}

/// A document with its report.
pub(crate) struct JudgedText<'t> {
    report: Report,
    text: &'t str,
}

impl Checker {
    /// Returns a checker for a contract, such as `fix-plan`, or for a single schema of one. For a contract, a context
    /// can be given as JSON.
    pub fn contract(name: &str, context: Option<&str>) -> Result<Self, RefusedCall> {
        let (target, schema) = Target::named(name)
            .zip(NamedSchema::contract(name))
            .ok_or_else(|| RefusedCall::of_reason(&unknown(name)))?;
        let surroundings = match (&target, context) {
            (_, None) => Surroundings::default(),
            (Target::Contract(contract), Some(text)) => surroundings(*contract, text)?,
            (Target::Schema(_) | Target::User(_), Some(_)) => {
                return Err(RefusedCall::of_reason(&format!(
                    "{name} does not support a context; it is a schema without rules"
                )));
            }
        };
        Ok(Self { target, schema, surroundings })
    }

    /// Returns a checker for a schema of the user, by its path in `texts`. The other entries are schemas that it refers
    /// to.
    pub fn schema(root: &str, texts: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<Self, RefusedCall> {
        Self::from_schema(NamedSchema::of_texts(root.to_owned(), texts.into_iter().collect()))
    }

    /// Returns a checker for a schema of the user.
    pub fn from_schema(schema: NamedSchema) -> Result<Self, RefusedCall> {
        let compiled = schema.compile().map_err(|unusable| schema.refuse(unusable))?;
        Ok(Self { target: Target::User(Box::new(compiled)), schema, surroundings: Surroundings::default() })
    }

    /// Returns the schema of the checker.
    pub fn named_schema(&self) -> &NamedSchema {
        &self.schema
    }

    /// Returns the report about a document. `file` is its name in the report.
    pub fn check(&self, file: &str, bytes: &[u8]) -> CheckedText {
        let JudgedText { report, text } = self.verdict(bytes);
        let json = render::json(file, text, &report);
        let FindingCounts { errors, warnings } = report.counts();
        CheckedText { valid: errors == 0, errors, warnings, json }
    }

    /// Returns an empty report in the format of `planwright check --report`.
    pub fn records(&self) -> DocumentRecords {
        DocumentRecords::new(RecordBasis::for_target(&self.target, &self.surroundings, Vec::new()))
    }

    /// Returns the record of a document for such a report.
    pub fn record(&self, file: &str, bytes: &[u8]) -> DocumentRecord {
        let JudgedText { report, text } = self.verdict(bytes);
        let FindingCounts { errors, warnings } = report.counts();
        let findings: Vec<Diagnostic> =
            report.positioned(text).iter().map(|finding| finding.clone().with_file(file)).collect();
        DocumentRecord::new(BytesDigest::from_bytes(bytes), errors == 0, (errors, warnings), &findings)
    }

    /// Returns a message for the model that wrote a document, or `None` if the document is valid.
    pub fn repair(&self, bytes: &[u8]) -> Option<String> {
        let JudgedText { report, text } = self.verdict(bytes);
        Repair::from_report(&report, text).map(|repair| repair.to_string())
    }

    /// Returns `{"document", "changes", "report"}` for an answer of a model: the one document in it, what was dropped or
    /// fixed, and the report about the document, which may be invalid.
    pub fn extract(&self, file: &str, bytes: &[u8]) -> Result<Value, RefusedCall> {
        let Answer { document, changes } = self.answer(file, bytes)?;
        let report = self.check(file, document.as_bytes()).json;
        let document: Value = serde_json::from_str(&document).unwrap_or_default();
        Ok(json!({ "document": document, "changes": changes, "report": report }))
    }

    /// Returns the source of the one document in an answer, with all fixes that are safe. Unchanged parts keep their
    /// layout.
    pub fn fix(&self, file: &str, bytes: &[u8]) -> Result<String, RefusedCall> {
        self.answer(file, bytes).map(|answer| answer.document)
    }

    fn answer(&self, file: &str, bytes: &[u8]) -> Result<Answer, RefusedCall> {
        if bytes.len() > MOST_BYTES {
            bounded_text(bytes).map_err(|unread| unread.refused(file))?;
        }
        extract(file, bytes, |text| self.target.check(text, &self.surroundings))
            .map_err(|finding| RefusedCall::of_document(file, [finding]))
    }

    fn verdict<'t>(&self, bytes: &'t [u8]) -> JudgedText<'t> {
        let text = match bounded_text(bytes) {
            Ok(text) => text,
            Err(unread) => return unread,
        };
        let (Ok(report) | Err(report)) = self.target.check(text, &self.surroundings);
        JudgedText { report, text }
    }

    /// Returns `{"schema", "weakenings"}` like `planwright export --format json`, with `grammar` if the dialect is a
    /// grammar. A bare schema is not wrapped in a tool with name and description.
    pub fn export(&self, dialect: &str, is_bare: bool) -> Result<Value, RefusedCall> {
        let dialect = named_dialect(dialect)?;
        let returns = if dialect == Dialect::Mcp { self.schema.returns() } else { None };
        Exported::for_schema(&self.schema, returns.as_ref(), dialect, is_bare)
            .map(|exported| exported.json())
            .map_err(|refused| RefusedCall::of_findings(self.schema.root(), refused))
    }

    /// Converts an answer in a vendor's format to the canonical document, and checks it.
    pub fn normalize(&self, dialect: &str, file: &str, bytes: &[u8]) -> Result<Value, RefusedCall> {
        let dialect = named_dialect(dialect)?;
        let conversion = self.schema.convert(dialect);
        let conversion =
            conversion.map_err(|refusal| RefusedCall::of_findings(self.schema.root(), of_refusal(&refusal)))?;
        if bytes.len() > MOST_BYTES {
            bounded_text(bytes).map_err(|unread| unread.refused(file))?;
        }
        let answer = vendor_answer(&conversion, file, bytes);
        let text = match &answer {
            Some(document) => document,
            None => bounded_text(bytes).map_err(|unread| unread.refused(file))?,
        };
        let document = canonical(&conversion, file, text).map_err(|found| RefusedCall::of_document(file, found))?;
        let shown = format!("{document:#}");
        match self.target.check(&shown, &self.surroundings) {
            Ok(_) => Ok(document),
            Err(refused) => Err(RefusedCall::of_report(NORMALIZED_NAME, &shown, &refused)),
        }
    }

    /// Returns the prompt for a model that writes documents. For workflow-tools it is about the tools, unless a whole
    /// document is requested.
    pub fn prompt(&self, is_document: bool) -> Result<String, RefusedCall> {
        let prompt = match &self.target {
            Target::Contract(ContractName::WorkflowTools) if !is_document => return Ok(system_prompt()),
            Target::Contract(contract) => contract.prompt(),
            Target::User(schema) => schema_prompt(schema),
            Target::Schema(_) => None,
        };
        let reason = match &self.target {
            Target::Contract(_) => "no model writes such documents; they are a context for checks",
            Target::User(_) => "the schema is not JSON",
            Target::Schema(_) => "a prompt is for a complete contract, or for your own schema",
        };
        prompt.map(|prompt| prompt.to_string()).ok_or_else(|| RefusedCall::of_reason(reason))
    }
}

/// Decodes bytes, or returns the report about bytes that are not UTF-8 or too many.
pub(crate) fn bounded_text(bytes: &[u8]) -> Result<&str, JudgedText<'_>> {
    if bytes.len() > MOST_BYTES {
        let reason = format!("larger than {} MiB", MOST_BYTES / 1024 / 1024);
        return Err(JudgedText { report: Report::of_value(vec![Diagnostic::of_run("NOT_RUN", reason)]), text: "" });
    }
    decode(bytes).map_err(|problem| {
        let valid = bytes.get(..problem.span.start).unwrap_or_default();
        JudgedText { report: Report::from(problem), text: std::str::from_utf8(valid).unwrap_or_default() }
    })
}

impl JudgedText<'_> {
    /// Returns the error for a call with this document.
    pub(crate) fn refused(&self, file: &str) -> RefusedCall {
        RefusedCall::of_report(file, self.text, &self.report)
    }
}

/// Parses the context of a contract, and completes it like the commands do.
pub(crate) fn surroundings(contract: ContractName, text: &str) -> Result<Surroundings, RefusedCall> {
    let read = Surroundings::from_json(contract, text);
    let mut surroundings = read.map_err(|refused| RefusedCall::of_context(text, &refused))?;
    surroundings.action_blueprint = org::filled_in_context(surroundings.action_blueprint);
    Ok(surroundings)
}

fn named_dialect(name: &str) -> Result<Dialect, RefusedCall> {
    Dialect::named(name).ok_or_else(|| {
        let known = Dialect::ALL.map(Dialect::as_str);
        let near = nearest(&name.to_ascii_lowercase(), known);
        let help = near
            .map_or_else(|| format!("expected one of {}", known.join(", ")), |near| format!("did you mean {near:?}?"));
        RefusedCall::of_reason(&format!("unknown dialect {name:?}; {help}"))
    })
}
