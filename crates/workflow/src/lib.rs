//! Workflow tools: tools with which a model builds a workflow, the draft that they change, and the exported
//! document.
//!
//! A [`Session`] runs tool calls. Applications that talk to a model list [`TOOLS`] and pass every call to
//! [`Session::call`]. [`validate`] validates the draft, [`export`] converts it to the document of the contract, and
//! [`load`] converts that back. Nothing here does I/O: the caller supplies ids and times.

#![allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "all rules have one signature, and some plans have no context: `&()`"
)]

mod actions;
mod arguments;
mod blueprint;
mod builder;
mod call;
pub mod codes;
mod data_schema;
mod diagram;
mod disclosure;
mod draft;
mod executor;
mod export;
mod facts;
mod fields;
mod history;
mod load;
mod outcome;
mod participants;
mod prompt;
mod references;
mod routing;
mod session;
mod tools;
mod validate;
mod yaml;

pub use arguments::Arguments;
pub use builder::{ActionBuilder, ParticipantBuilder, Refused, RoutingBuilder, WorkflowBuilder, data_field};
pub use call::Call;
pub use diagram::{DiagramFormat, diagram, sheets};
pub use draft::{Action, Condition, Disclosed, Draft, Participant, Routing};
pub use export::{Times, export, to_yaml};
pub use load::{Loaded, load, load_text, load_yaml};
pub use prompt::system_prompt;
pub use session::{Answer, Session};
pub use tools::{TOOLS, Tool};
pub use validate::{check_draft, validate};

use planwright_check::codes::CodeInfo;
use planwright_check::{Diagnostic, Report};
use planwright_contracts::workflow_tools::rules;
use planwright_generated::workflow_tools::WorkflowDocument;
use serde_json::Value;

/// Returns all codes of tool calls, validation, export and loading, in addition to the shared ones. A code may have
/// several entries.
pub fn codes() -> Vec<CodeInfo> {
    let shape = arguments::FIELDS.iter().chain(arguments::CONDITIONS).map(|rule| rule.info);
    let document = rules::table::<WorkflowDocument>().map(|rule| rule.info);
    codes::ALL.iter().copied().chain(shape).chain(document).collect()
}

/// Checks the arguments of a tool call without a draft. Returns the warnings. Pointers lead into the arguments.
///
/// # Errors
///
/// Returns a report with errors if the arguments are invalid.
pub fn check_arguments(tool: &str, arguments: &Value) -> Result<Report, Report> {
    let tool = tools::find(tool).map_err(|error| Report::of_value(vec![error]))?;
    let value = Arguments::from(arguments).into_value()?;
    let found = tools::validate_arguments(tool, &value);
    let refused = found.iter().any(Diagnostic::is_error);
    let report = Report::of_value(found);
    if refused { Err(report) } else { Ok(report) }
}
