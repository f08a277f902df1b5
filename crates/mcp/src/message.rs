//! Parses messages of the protocol, and creates the responses to invalid ones.

use planwright_source::{Problem, decode, parse};
use rmcp::RoleServer;
use rmcp::service::RxJsonRpcMessage;
use serde_json::{Value, json};

use super::answer;
use super::id_scanner::IdScanner;

/// Maximum length of a message.
pub(super) const MAX_MESSAGE_BYTES: usize = 8 << 20;

const PARSE_ERROR: i32 = -32700;
pub(super) const INVALID_REQUEST: i32 = -32600;

/// Parses the message in a line or a body. The error is the response to an invalid message, or `None` if it gets no
/// response.
pub(super) fn message(line: &[u8], initialized: &mut bool) -> Result<RxJsonRpcMessage<RoleServer>, Option<Value>> {
    if line.trim_ascii().is_empty() {
        return Err(None);
    }
    let broken = |problem: &Problem| {
        let message = format!("Parse error: {}", problem.message());
        Some(error(PARSE_ERROR, &message, &IdScanner::id_of(line)))
    };
    let text = decode(line.trim_ascii_end()).map_err(|problem| broken(&problem))?;
    let value = match parse(text) {
        Ok(value) => value,
        Err(problems) if problems.iter().all(Problem::is_duplicate_key) => {
            return Err(Some(duplicate_reply(text, &problems)));
        }
        Err(problems) => return Err(problems.first().and_then(broken)),
    };
    if value.is_array() {
        let message = "Invalid Request: batches are not supported; send one message per line";
        return Err(Some(error(INVALID_REQUEST, message, &Value::Null)));
    }
    let id = id_of(&value).unwrap_or_default();
    let is_request = value.get("id").is_some();
    let method = value.get("method").and_then(Value::as_str);
    if !*initialized {
        // Before initialization, a client cannot send notifications or responses.
        if (method.is_some() && !is_request) || value.get("result").is_some() || value.get("error").is_some() {
            return Err(None);
        }
        *initialized = method == Some("initialize");
    }
    let is_version_2 = value.get("jsonrpc").is_some_and(|version| version == "2.0");
    match serde_json::from_value(value) {
        Ok(message) if is_version_2 => Ok(message),
        _ => {
            let message = "Invalid Request: not a JSON-RPC 2.0 message of this protocol";
            Err(Some(error(INVALID_REQUEST, message, &id)))
        }
    }
}

/// Returns the id of a message, if the protocol allows it.
fn id_of(message: &Value) -> Option<Value> {
    message.get("id").filter(|id| id.is_string() || id.is_number()).cloned()
}

/// Returns the response to a message with duplicate properties.
///
/// If they are in the arguments of a call, the model can fix them, so the response is the result of the call. Otherwise
/// it is a protocol error.
fn duplicate_reply(text: &str, problems: &[Problem]) -> Value {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let id = id_of(&value);
    let base = "/params/arguments";
    match id {
        Some(id) if value["method"] == "tools/call" && problems.iter().all(|one| one.at.as_str().starts_with(base)) => {
            json!({ "jsonrpc": "2.0", "id": id, "result": answer::duplicate_properties(problems, base) })
        }
        id => {
            let message = problems.first().map(Problem::message).unwrap_or_default();
            error(INVALID_REQUEST, &format!("Invalid Request: {message}"), &id.unwrap_or_default())
        }
    }
}

/// Returns an error response to the message with this id.
pub(super) fn error(code: i32, message: &str, id: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}
