//! A session builds one workflow. It runs every tool call, and a call that fails changes nothing.

use planwright_check::{Diagnostic, Report};
use planwright_generated::workflow_tools::{ToolResult, WorkflowTools as _};
use serde_json::{Map, Value};

use super::arguments::Arguments;
use super::draft::Draft;
use super::executor::{Errors, Executor, Notes};
use super::history::History;
use super::tools;

/// Engine of the tools: the current draft, its last changes, and the source of ids.
#[derive(Clone, Debug)]
pub struct Session<I> {
    draft: Option<Draft>,
    history: History,
    ids: I,
}

/// Result of a tool call.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The tool's answer, or `None` if the call failed.
    pub result: Option<Map<String, Value>>,
    /// Errors of a failed call, or warnings of a successful one. Pointers lead into the arguments.
    pub report: Report,
    /// Findings of `validate_blueprint`. Pointers lead into the draft.
    pub validation: Option<Report>,
    /// True if the draft was changed.
    pub blueprint_changed: bool,
}

impl<I: FnMut() -> String> Session<I> {
    /// Creates a session without a blueprint. `ids` is called once, when the blueprint is created.
    pub fn new(ids: I) -> Self {
        Self { draft: None, history: History::default(), ids }
    }

    /// Creates a session that continues with a draft. `undo` does not reach back before it.
    pub fn resume(draft: Draft, ids: I) -> Self {
        Self { draft: Some(draft), history: History::default(), ids }
    }

    /// Runs a tool.
    ///
    /// The stages are those of the contract: unknown tool, no blueprint, arguments, references. Each stage reports all
    /// of its findings, and a stage runs only if the stage before found nothing.
    ///
    /// ```
    /// use planwright_workflow::Session;
    /// use serde_json::json;
    ///
    /// let mut session = Session::new(|| "loan".to_owned());
    /// let begun = json!({ "title": "Loan approval", "description": "A bank decides on a loan" });
    /// assert!(session.call("create_blueprint", begun).is_success());
    ///
    /// // A mistake is reported to the model, and nothing is changed.
    /// let refused = session.call("add_participant", json!({ "id": "bank" }));
    /// assert!(refused.error().is_some_and(|text| text.contains("name")) && !refused.blueprint_changed);
    /// assert!(session.call("add_participant", json!({ "id": "bank", "name": "Bank" })).blueprint_changed);
    /// assert_eq!(session.draft().map(|draft| draft.participants.len()), Some(1));
    /// ```
    pub fn call<'a>(&mut self, tool: &str, arguments: impl Into<Arguments<'a>>) -> Answer {
        let arguments = arguments.into();
        let text = arguments.text();
        match self.run(tool, arguments) {
            Ok((returns, Notes { warnings, changed, validation })) => {
                let report = Arguments::report(text, warnings);
                Answer { result: Some(returns), report, validation, blueprint_changed: changed }
            }
            Err(report) => Answer { result: None, report, validation: None, blueprint_changed: false },
        }
    }

    fn run(&mut self, tool: &str, arguments: Arguments<'_>) -> Result<(Map<String, Value>, Notes), Report> {
        let alone = |error: Diagnostic| Report::of_value(vec![error]);
        let tool = tools::find(tool).map_err(alone)?;
        if self.draft.is_none() && tool.name != tools::CREATE_TOOL {
            return Err(alone(tools::no_blueprint()));
        }
        let text = arguments.text();
        let arguments = arguments.into_value()?;
        let mut executor = Executor::new(&mut self.draft, &mut self.history, &mut self.ids);
        match executor.call(tool.name, &arguments) {
            Ok(Value::Object(returns)) => Ok((returns, executor.notes)),
            // The schema of every answer is an object, so this cannot happen.
            Ok(_) => Ok((Map::new(), executor.notes)),
            Err(Errors(mut errors)) => {
                errors.append(&mut executor.notes.warnings);
                Err(Arguments::report(text, errors))
            }
        }
    }
}

impl<I> Session<I> {
    /// Returns the current draft, or `None` before `create_blueprint`.
    pub fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }

    /// Ends the session and returns the draft.
    pub fn into_draft(self) -> Option<Draft> {
        self.draft
    }
}

impl Answer {
    /// Returns whether the call succeeded. A validation that finds errors is a successful call.
    pub fn is_success(&self) -> bool {
        self.result.is_some()
    }

    /// Returns the reasons why the call failed, with instructions for the model on how to fix it.
    pub fn error(&self) -> Option<String> {
        if self.is_success() {
            return None;
        }
        let lines: Vec<_> = self.report.errors().map(sentence).collect();
        Some(lines.join("\n"))
    }

    /// Converts the answer to the result format of the contract.
    pub fn into_tool_result(self, tool_call_id: impl Into<String>) -> ToolResult {
        let error = self.error();
        let Self { result, blueprint_changed, .. } = self;
        ToolResult { tool_call_id: tool_call_id.into(), success: result.is_some(), result, error, blueprint_changed }
    }
}

/// Formats an error. The contract defines the wording of errors about the call itself, so nothing is added to it.
fn sentence(error: &Diagnostic) -> String {
    match &error.help {
        _ if error.at.is_root() => error.message.clone(),
        Some(help) => format!("{}: {} ({help})", error.at, error.message),
        None => format!("{}: {}", error.at, error.message),
    }
}
