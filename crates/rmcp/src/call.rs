//! Messages for a model about a wrong call.

use planwright_check::wording::with_article;
use planwright_check::{Repair, Report, nearest};
use planwright_source::type_name;
use rmcp::model::{CallToolResult, ContentBlock, ProtocolVersion, ServerResult};
use serde_json::Value;

/// Maximum number of characters of a name or message that a client or server chose.
const MAX_QUOTED: usize = 200;

/// Outcome of a check.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The tool can be called.
    Valid,
    /// The tool cannot be called, and the message explains how to fix the call.
    Invalid(String),
}

/// Returns the result of a call that was not carried out.
pub(crate) fn tool_error(message: String, version: Option<&ProtocolVersion>) -> ServerResult {
    let mut result = ServerResult::CallToolResult(CallToolResult::error(vec![ContentBlock::text(message)]));
    // Earlier versions of the protocol have no type of result.
    if version.is_none_or(|version| version.as_str() < ProtocolVersion::V_2026_07_28.as_str()) {
        result.strip_result_type_for_legacy_peer();
    }
    result
}

/// Returns the message about invalid arguments, or `None` if the report has no errors.
pub(crate) fn invalid(tool: &str, report: &Report) -> Option<String> {
    let repair = Repair::from_report(report, "")?;
    let (count, all) = match repair.errors {
        1 => ("1 error".to_owned(), "it"),
        many => (format!("{many} errors"), "all of them"),
    };
    let head =
        format!("The arguments of the tool {} are invalid: {count}. Fix {all} and call the tool again.", quoted(tool));
    let items = repair.items.iter().map(|item| format!("- {item}"));
    let more = repair.errors - repair.items.len();
    let more = (more > 0).then(|| format!("{more} more are not listed."));
    Some([head].into_iter().chain(items).chain(more).collect::<Vec<_>>().join("\n"))
}

/// Returns the message about a tool that does not exist.
pub(crate) fn unknown(tool: &str, known: &[String]) -> String {
    let near = nearest(tool, known.iter().map(String::as_str));
    let help = match near {
        Some(near) => format!("Did you mean {}?", quoted(near)),
        None => format!("The tools are {}.", known.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")),
    };
    format!("There is no tool {}. {help}", quoted(tool))
}

/// Returns the message about arguments that the tool itself rejects.
pub(crate) fn rejected(tool: &str, message: &str) -> String {
    let message: String = message.chars().filter(|c| !c.is_control()).take(MAX_QUOTED).collect();
    format!("The tool {} rejects the arguments: {message}. Fix them and call the tool again.", quoted(tool))
}

/// Returns the message about a call that is not one of the protocol.
pub(crate) fn malformed(params: Option<&Value>) -> String {
    let params = params.unwrap_or(&Value::Null);
    let Some(name) = params.get("name").and_then(Value::as_str) else {
        return "The call has no name of a tool. Set \"name\" to a string.".to_owned();
    };
    match params.get("arguments") {
        Some(arguments) if !arguments.is_object() => format!(
            "The arguments of the tool {} are {}. Pass an object, with one property for each argument.",
            quoted(name),
            with_article(type_name(arguments))
        ),
        _ => format!("The call of the tool {} is malformed. Pass \"name\" and \"arguments\" only.", quoted(name)),
    }
}

/// Returns a name in quotes, without line breaks and not too long.
fn quoted(name: &str) -> String {
    let short: String = name.chars().take(MAX_QUOTED).collect();
    format!("{short:?}")
}
