//! Compares one schema of an operation: its input or its output.

use planwright_runtime::Severity;
use planwright_schema::link::link;
use planwright_schema::{Error, ErrorKind, SchemaFile, SchemaSet, draft};
use serde_json::{Map, Value};

use super::closed::{BareRoot, closed};
use crate::changes::Change;
use crate::failure::ProofFailure;
use crate::pair::{Options, Pair, Source, compare_roots};
use crate::rules::Axis;
use crate::schema_library::Library;
use crate::severity::{fails, severities};
use crate::verdict::Verdict;
use planwright_schema::{ContentModel, Role};

/// File name of a schema in its set of one.
const PATH: &str = "schema.json";

/// Result of comparing one schema of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedSide {
    /// Verdict that counts. With a lenient content model, it covers only documents whose properties are all described.
    pub verdict: Verdict,
    /// Verdict on all documents, if it is different.
    pub strict: Option<Verdict>,
    /// Changes with their severities.
    pub changes: Vec<(Change, Severity)>,
}

/// Kind of schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OperationSchema {
    /// Arguments of a call. A tool without described arguments accepts none.
    Arguments,
    /// Document that a user writes.
    Document,
    /// Result of a call.
    Result,
}

impl OperationSchema {
    fn role(self) -> Role {
        match self {
            Self::Arguments | Self::Document => Role::Consumed,
            Self::Result => Role::Produced,
        }
    }
}

/// Errors of an invalid schema.
#[derive(Debug)]
pub(super) struct InvalidSchema {
    pub is_old: bool,
    pub errors: Vec<Error>,
}

/// Reason why a schema of an operation has no verdict.
#[derive(Debug)]
pub(super) enum SideError {
    Schema(InvalidSchema),
    Proof(ProofFailure),
}

impl From<InvalidSchema> for SideError {
    fn from(none: InvalidSchema) -> Self {
        Self::Schema(none)
    }
}

impl From<ProofFailure> for SideError {
    fn from(failure: ProofFailure) -> Self {
        Self::Proof(failure)
    }
}

/// Compares a schema that is consumed or produced.
pub(super) fn compare_side(
    (old, new): (&Value, &Value),
    of: OperationSchema,
    content: ContentModel,
    options: Options,
) -> Result<JudgedSide, SideError> {
    // The new schema comes first: if both are invalid, the one that is offered has to be fixed.
    let two = set(new, false)?;
    // The new schema must be complete even if nothing changed, because its readers follow its references.
    match link(&two).err().map(broken_references) {
        Some(errors) if !errors.is_empty() => return Err(InvalidSchema { is_old: false, errors }.into()),
        _ => {}
    }
    let one = set(old, true)?;
    if old == new {
        return Ok(JudgedSide { verdict: Verdict::Proved, strict: None, changes: Vec::new() });
    }
    let pair = compared(&one, &two, options)?;
    let strict = verdict_for_role(&pair, of.role());
    let lenient = match content {
        ContentModel::Lenient if matches!(strict, Verdict::Broken(_)) => {
            lenient_verdict(&pair, (old, new), (&one, &two), of, options)?
        }
        _ => None,
    };
    let verdict = lenient.unwrap_or_else(|| strict.clone());
    let most = match verdict {
        Verdict::Proved => Severity::Note,
        Verdict::Undecided(_) => Severity::Warning,
        Verdict::Broken(_) => Severity::Error,
    };
    let severities = severities(&pair, of.role(), content);
    let changes = pair.changes.into_iter().zip(severities.into_iter().map(|severity| severity.min(most)));
    // No code is generated from operations.
    let changes = changes.filter(|(change, _)| !matches!(change.rule.axis, Axis::Rust | Axis::Apex)).collect();
    Ok(JudgedSide { strict: (verdict != strict).then_some(strict), verdict, changes })
}

/// Returns the verdict on documents without undescribed properties, or `None` if the strict verdict applies.
fn lenient_verdict(
    pair: &Pair,
    (old, new): (&Value, &Value),
    (one, two): (&SchemaSet, &SchemaSet),
    of: OperationSchema,
    options: Options,
) -> Result<Option<Verdict>, ProofFailure> {
    let (inner, inner_set, outer_set, bare) = match of {
        OperationSchema::Result => (new, two, one, BareRoot::Stays),
        OperationSchema::Arguments => (old, one, two, BareRoot::HasNoMembers),
        OperationSchema::Document => (old, one, two, BareRoot::Stays),
    };
    let draft = inner_set.get(PATH).map_or(draft::DEFAULT, SchemaFile::draft);
    let closed = closed(inner, draft, bare).and_then(|closed| Some((set(&closed.schema, true).ok()?, closed.is_whole)));
    let closed = match closed {
        // Without this proof, a document of the closed schema might be invalid under the original schema.
        Some((smaller, is_whole)) if backward_verdict(&smaller, inner_set, options)? == Some(Verdict::Proved) => {
            Some((smaller, is_whole))
        }
        _ => None,
    };
    let is_whole = closed.as_ref().is_some_and(|(_, is_whole)| *is_whole);
    let verdict = match &closed {
        Some((closed, _)) => backward_verdict(closed, outer_set, options)?,
        None => None,
    };
    Ok(match verdict {
        Some(Verdict::Broken(_)) | None if !is_whole && !fails(pair, of.role(), ContentModel::Lenient) => {
            let because = "the two differ only in undefined properties of an open object, at a location that other \
                           schemas also constrain; --content-model strict includes them";
            Some(Verdict::Undecided(because.to_owned()))
        }
        verdict => verdict,
    })
}

/// Returns the backward verdict, or `None` if one of the two is not a valid schema.
fn backward_verdict(one: &SchemaSet, two: &SchemaSet, options: Options) -> Result<Option<Verdict>, ProofFailure> {
    match compared(one, two, options) {
        Ok(pair) => Ok(Some(pair.backward())),
        Err(SideError::Schema(_)) => Ok(None),
        Err(SideError::Proof(failure)) => Err(failure),
    }
}

fn verdict_for_role(pair: &Pair, role: Role) -> Verdict {
    match role {
        Role::Produced => pair.forward(),
        Role::Consumed | Role::Both => pair.backward(),
    }
}

fn compared(one: &SchemaSet, two: &SchemaSet, options: Options) -> Result<Pair, SideError> {
    let library = |set, is_old| Library::new(set).map_err(|errors| InvalidSchema { is_old, errors });
    let (one, two) = (library(one, true)?, library(two, false)?);
    Ok(compare_roots(Source { library: &one, path: PATH }, Source { library: &two, path: PATH }, options)?)
}

fn broken_references(mut errors: Vec<Error>) -> Vec<Error> {
    let is_one = |kind: &ErrorKind| {
        matches!(
            kind,
            ErrorKind::UnresolvedReference { .. }
                | ErrorKind::MissingDocument { .. }
                | ErrorKind::EndlessReference { .. }
        )
    };
    errors.retain(|error| is_one(&error.kind));
    errors
}

/// Parses a schema into a set of one.
fn set(schema: &Value, is_old: bool) -> Result<SchemaSet, InvalidSchema> {
    let texts = [(PATH.to_owned(), schema.to_string().into_bytes())];
    SchemaSet::parse_unchecked(texts).map_err(|errors| InvalidSchema { is_old, errors })
}

/// Restricts the schema to objects: arguments and results of tools are objects.
pub(super) fn restricted_to_objects(schema: &Value) -> Value {
    match schema {
        Value::Object(members) if !members.contains_key("type") => {
            let mut members = members.clone();
            members.insert("type".to_owned(), "object".into());
            members.into()
        }
        Value::Bool(true) => Map::from_iter([("type".to_owned(), Value::from("object"))]).into(),
        other => other.clone(),
    }
}
