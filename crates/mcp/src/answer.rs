//! Builds the results of tool calls: structured content, or an error that tells the model how to fix its call.

use planwright_contracts::{Diagnostic, Report};
use planwright_generated::ToolFault;
use planwright_source::Problem;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};

/// Returns the result of a successful call, with its warnings.
pub(super) fn success(returns: Value, warnings: &Report) -> CallToolResult {
    let mut result = CallToolResult::structured(returns);
    if !warnings.is_empty() {
        result.content.push(ContentBlock::text(sentences(warnings.iter())));
    }
    result
}

/// Returns the result of a failed call: as text, and as JSON with code, pointer, message and help of each error.
///
/// There is no structured content, because that would have to match the output schema of the tool.
pub(super) fn failure(report: &Report) -> CallToolResult {
    let errors: Vec<_> = report.errors().collect();
    let facts: Vec<_> = errors.iter().map(|error| fact(error)).collect();
    error_result(sentences(errors.into_iter()), &facts)
}

/// Returns the result of a call that failed for reasons outside the call.
pub(super) fn external_failure(code: &str, message: &str, help: &str) -> CallToolResult {
    let fact = json!({ "code": code, "severity": "error", "pointer": "", "message": message, "help": help });
    error_result(format!("{code}: {message} ({help})"), &[fact])
}

/// Returns the result, as protocol JSON, of a call whose arguments contain duplicate properties.
pub(super) fn duplicate_properties(problems: &[Problem], base: &str) -> Value {
    let report = Report::of_problems(problems.iter().cloned());
    let facts = report.iter().map(|one| {
        let pointer = one.at.as_str().strip_prefix(base).unwrap_or_default().to_owned();
        json!({ "code": one.code, "severity": "error", "pointer": pointer, "message": one.message, "help": one.help })
    });
    let facts: Vec<_> = facts.collect();
    json!(error_result(sentences(report.iter()).replace(base, ""), &facts))
}

/// Converts a finding to the form that the schemas of the tools define.
pub(super) fn fact(one: &Diagnostic) -> Value {
    let mut fact = json!({ "code": one.code, "severity": one.severity, "pointer": one.at, "message": one.message });
    if let Some(help) = &one.help {
        fact["help"] = help.as_str().into();
    }
    fact
}

fn error_result(words: String, facts: &[Value]) -> CallToolResult {
    let facts = json!({ "errors": facts });
    CallToolResult::error(vec![ContentBlock::text(words), ContentBlock::text(facts.to_string())])
}

fn sentences<'d>(all: impl Iterator<Item = &'d Diagnostic>) -> String {
    let lines = all.map(|one| {
        let place = if one.at.is_root() { String::new() } else { format!(" at {}", one.at) };
        let help = one.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
        format!("{}{place}: {}{help}", one.code, one.message)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Result of a failed call.
pub(super) struct Failed(pub(super) Box<CallToolResult>);

impl From<Report> for Failed {
    fn from(report: Report) -> Self {
        Self(Box::new(failure(&report)))
    }
}

impl From<ToolFault> for Failed {
    fn from(fault: ToolFault) -> Self {
        refused("SCHEMA_VIOLATION", &fault.to_string(), "call the tool with arguments that match its schema")
    }
}

pub(super) fn refused(code: &str, message: &str, help: &str) -> Failed {
    Failed(Box::new(external_failure(code, message, help)))
}

pub(super) fn typed<R: serde::de::DeserializeOwned>(value: Value) -> Result<R, Failed> {
    serde_json::from_value(value).map_err(|error| refused("INTERNAL", &error.to_string(), "report this"))
}
