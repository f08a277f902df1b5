//! The operations that a server or an API offers: how lists of them are read, and what a change of one breaks.
//!
//! Input is consumed: a call that was valid must stay valid. Output is produced: a new result must have been valid before.
//! Hints about what an operation does are promises. Texts for people are shown and never break anything.

mod closed;
mod compare;
mod hints;
mod openapi;
mod read;
mod side;

use std::collections::BTreeMap;

use planwright_runtime::{Diagnostic, Severity};
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

pub use compare::{InvalidSide, JudgedOperation, OperationPairs, OperationStatus, Rewording, judge_operations};
pub use hints::HintChange;
pub use read::read_operations;
pub use side::JudgedSide;

/// How an operation is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallForm {
    /// As a tool, with an object of arguments.
    Tool,
    /// By HTTP; method and path, such as `POST /orders/{id}`.
    Http(String),
    /// It is a schema alone: whoever writes a document of it calls.
    Document,
}

/// One operation, as a list describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct OfferedOperation {
    /// How it is called.
    pub form: CallForm,
    /// A name for people.
    pub title: Option<String>,
    /// What it does, in words.
    pub description: Option<String>,
    /// The hints, as they are given.
    pub annotations: Map<String, Value>,
    /// The schema of what a call gives: one document without references to others.
    pub input: Value,
    /// The schema of what it returns, where that is promised.
    pub output: Option<Value>,
    /// Where it stands in the text that it was read from.
    pub origin: OperationOrigin,
}

/// Where an operation stands in the document that lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationOrigin {
    /// The operation.
    pub at: Pointer,
    /// Its input schema, where it stands there as it is.
    pub input: Option<Pointer>,
    /// Its output schema, where it stands there as it is.
    pub output: Option<Pointer>,
}

/// The schema without documents that have members which it does not describe; `None` where it uses references that are not
/// followed.
pub(crate) fn closed_document(schema: &Value) -> Option<Value> {
    closed::closed(schema, closed::BareRoot::Stays).map(|closed| closed.schema)
}

/// Operations by name.
pub type OperationList = BTreeMap<String, OfferedOperation>;

impl OfferedOperation {
    /// An operation of a schema alone.
    pub fn of_document(input: Value) -> Self {
        Self {
            form: CallForm::Document,
            title: None,
            description: None,
            annotations: Map::new(),
            input,
            output: None,
            origin: OperationOrigin::default(),
        }
    }

    /// The request that calls it with these arguments.
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

    /// The answer that returns this.
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

/// The parts of a request or response, after what it is sent to.
fn with_route(route: &str, parts: &Value) -> Value {
    let mut members = Map::from_iter([("request".to_owned(), route.into())]);
    members.extend(parts.as_object().cloned().unwrap_or_default());
    members.into()
}

/// Adds an operation, unless another one has its name.
fn add(operations: &mut OperationList, problems: &mut Vec<Diagnostic>, name: String, found: OfferedOperation) {
    if let Some(first) = operations.get(&name) {
        let message = format!("a second operation is called {name:?}; the first is at {}", first.origin.at);
        problems.push(with_help(
            Diagnostic::error(SAME_NAME_TWICE, found.origin.at, message),
            "give each operation a name of its own: a call cannot tell the two apart",
        ));
        return;
    }
    operations.insert(name, found);
}

fn with_help(problem: Diagnostic, help: &str) -> Diagnostic {
    Diagnostic { help: Some(help.to_owned()), ..problem }
}

/// The codes of this module, each with its severity and what it is reported for.
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

/// See [`OPERATION_CODES`], as for those below.
pub const CALL_BROKEN: &str = "CALL_BROKEN";
/// A result is new.
pub const RESULT_BROKEN: &str = "RESULT_BROKEN";
/// A hint promises less.
pub const HINT_WITHDRAWN: &str = "HINT_WITHDRAWN";
/// An operation is gone.
pub const OPERATION_REMOVED: &str = "OPERATION_REMOVED";
/// An operation is called otherwise.
pub const ROUTE_CHANGED: &str = "ROUTE_CHANGED";
/// A verdict was not found.
pub const OPERATION_UNDECIDED: &str = "OPERATION_UNDECIDED";
/// An operation is new.
pub const OPERATION_ADDED: &str = "OPERATION_ADDED";
/// A hint promises no less.
pub const HINT_CHANGED: &str = "HINT_CHANGED";
/// A text for people changed.
pub const DESCRIPTION_CHANGED: &str = "DESCRIPTION_CHANGED";
/// A name stands twice.
pub const SAME_NAME_TWICE: &str = "SAME_NAME_TWICE";
/// An entry is no operation.
pub const INVALID_OPERATION: &str = "INVALID_OPERATION";
/// A schema is none.
pub const INVALID_SCHEMA: &str = "INVALID_SCHEMA";
/// Pages are missing.
pub const LIST_INCOMPLETE: &str = "LIST_INCOMPLETE";
