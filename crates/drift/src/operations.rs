//! Operations that a server or an API offers: reads lists of them and reports what a change breaks.
//!
//! Input is consumed: a call that was valid must stay valid. Output is produced: a new result must have been valid
//! before. Hints about the effect of an operation are promises. Descriptions that a model reads are reported and
//! never break a call.

mod closed;
mod compare;
mod hints;
mod openapi;
mod read;
mod side;
mod texts;

use std::collections::BTreeMap;

use planwright_runtime::{Diagnostic, Severity};
use planwright_schema::SchemaFile;
use planwright_schema::documents::{DocumentProblem, DocumentProblemKind};
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

pub use compare::{InvalidSide, JudgedOperation, OperationPairs, OperationStatus, judge_operations};
pub use hints::HintChange;
pub use read::read_operations;
pub use side::JudgedSide;
pub use texts::{TextChange, descriptions, text_changes};

/// Way to call an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallForm {
    /// As a tool, with an object of arguments.
    Tool,
    /// Over HTTP, with method and path, such as `POST /orders/{id}`.
    Http(String),
    /// As a schema without a call: users write documents of it.
    Document,
}

/// Operation as described in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct OfferedOperation {
    /// Way to call it.
    pub form: CallForm,
    /// Display name.
    pub title: Option<String>,
    /// Description in prose.
    pub description: Option<String>,
    /// Hints, unchanged.
    pub annotations: Map<String, Value>,
    /// Schema of the arguments: one document without references to others.
    pub input: Value,
    /// Schema of the result, if one is promised.
    pub output: Option<Value>,
    /// Other properties of a tool that reach a model or a user: `_meta` and `icons`.
    pub extra: Map<String, Value>,
    /// Location in the source document.
    pub origin: OperationOrigin,
}

/// Location of an operation in the document that lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationOrigin {
    /// Location of the operation.
    pub at: Pointer,
    /// Location of its input schema, if the schema appears there unchanged.
    pub input: Option<Pointer>,
    /// Location of its output schema, if the schema appears there unchanged.
    pub output: Option<Pointer>,
}

/// Returns the schema restricted to documents without undescribed properties.
///
/// Returns `None` if the schema uses references that are not followed here.
pub(crate) fn closed_document(file: &SchemaFile) -> Option<Value> {
    closed::closed(&file.value, file.draft(), closed::BareRoot::Stays).map(|closed| closed.schema)
}

/// Operations by name.
pub type OperationList = BTreeMap<String, OfferedOperation>;

impl OfferedOperation {
    /// Creates an operation from a schema.
    pub fn of_document(input: Value) -> Self {
        Self {
            form: CallForm::Document,
            title: None,
            description: None,
            annotations: Map::new(),
            input,
            output: None,
            extra: Map::new(),
            origin: OperationOrigin::default(),
        }
    }

    /// Returns the request that calls the operation with these arguments.
    pub fn request(&self, name: &str, arguments: &Value) -> Value {
        match &self.form {
            CallForm::Tool => json!({
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": { "name": name, "arguments": arguments },
            }),
            CallForm::Http(route) => with_route(route, arguments),
            CallForm::Document => arguments.clone(),
        }
    }

    /// Returns the response with this result.
    pub fn answer(&self, result: &Value) -> Value {
        match &self.form {
            CallForm::Tool => json!({
                "jsonrpc": "2.0",
                "id": 1,
                "result": { "content": [], "structuredContent": result },
            }),
            CallForm::Http(route) => with_route(route, result),
            CallForm::Document => result.clone(),
        }
    }
}

/// Returns the parts of a request or response, after the route.
fn with_route(route: &str, parts: &Value) -> Value {
    let mut members = Map::from_iter([("request".to_owned(), route.into())]);
    members.extend(parts.as_object().cloned().unwrap_or_default());
    members.into()
}

/// Adds an operation, or reports that its name is already in use.
fn add(operations: &mut OperationList, problems: &mut Vec<Diagnostic>, name: String, found: OfferedOperation) {
    if let Some(first) = operations.get(&name) {
        let message = format!("two operations have the name {name:?}; the first is at {}", first.origin.at);
        problems.push(with_help(
            Diagnostic::error(SAME_NAME_TWICE, found.origin.at, message),
            "give each operation a different name: a call cannot distinguish the two",
        ));
        return;
    }
    operations.insert(name, found);
}

fn with_help(problem: Diagnostic, help: &str) -> Diagnostic {
    Diagnostic { help: Some(help.to_owned()), ..problem }
}

/// Codes of this module, each with its severity and meaning.
pub const OPERATION_CODES: &[(&str, Severity, &str)] = &[
    (CALL_BROKEN, Severity::Error, "A call that was valid is now rejected."),
    (RESULT_BROKEN, Severity::Error, "The result can be a value that was not valid before."),
    (HINT_WITHDRAWN, Severity::Error, "A hint that promised harmless behavior was withdrawn."),
    (OPERATION_REMOVED, Severity::Error, "An operation of the lock file no longer exists."),
    (ROUTE_CHANGED, Severity::Error, "The method, the path or the call style of an operation changed."),
    (
        OPERATION_UNDECIDED,
        Severity::Error,
        "Neither a proof nor a breaking call was found. A warning with `--allow-undecided`.",
    ),
    (OPERATION_ADDED, Severity::Note, "A new operation is not in the lock file yet."),
    (HINT_CHANGED, Severity::Note, "A hint changed but promises no less than before."),
    (DESCRIPTION_CHANGED, Severity::Note, "The description of an operation changed, which breaks no call."),
    (SAME_NAME_TWICE, Severity::Error, "Two operations of a list have the same name."),
    (INVALID_OPERATION, Severity::Error, "An entry of a list is not an operation, or the input is not a list."),
    (INVALID_SCHEMA, Severity::Error, "The schema of an operation is invalid."),
    (LIST_INCOMPLETE, Severity::Error, "A list is incomplete: it refers to further pages."),
];

/// A call that was valid is rejected. See [`OPERATION_CODES`] for this and all other codes.
pub const CALL_BROKEN: &str = "CALL_BROKEN";
/// A result was not valid before.
pub const RESULT_BROKEN: &str = "RESULT_BROKEN";
/// A hint promises less.
pub const HINT_WITHDRAWN: &str = "HINT_WITHDRAWN";
/// An operation was removed.
pub const OPERATION_REMOVED: &str = "OPERATION_REMOVED";
/// An operation is called in a different way.
pub const ROUTE_CHANGED: &str = "ROUTE_CHANGED";
/// No verdict was reached.
pub const OPERATION_UNDECIDED: &str = "OPERATION_UNDECIDED";
/// An operation was added.
pub const OPERATION_ADDED: &str = "OPERATION_ADDED";
/// A hint changed and promises no less.
pub const HINT_CHANGED: &str = "HINT_CHANGED";
/// A title or description changed.
pub const DESCRIPTION_CHANGED: &str = "DESCRIPTION_CHANGED";
/// Two operations have the same name.
pub const SAME_NAME_TWICE: &str = "SAME_NAME_TWICE";
/// An entry is not an operation.
pub const INVALID_OPERATION: &str = "INVALID_OPERATION";
/// A schema is invalid.
pub const INVALID_SCHEMA: &str = "INVALID_SCHEMA";
/// Pages of the list are missing.
pub const LIST_INCOMPLETE: &str = "LIST_INCOMPLETE";

/// Returns the finding about a problem of a document.
fn diagnostic(problem: DocumentProblem) -> Diagnostic {
    let code = match problem.kind {
        DocumentProblemKind::Malformed => INVALID_OPERATION,
        DocumentProblemKind::NoSchema => INVALID_SCHEMA,
        DocumentProblemKind::Incomplete => LIST_INCOMPLETE,
    };
    Diagnostic { help: problem.help, ..Diagnostic::error(code, problem.at, problem.message) }
}
