//! Finds the answer of a model in a response of a vendor's API, or in a tool call.
//!
//! Known are the responses of OpenAI (chat, responses, assistants), Anthropic, Gemini, Mistral, Bedrock, Cohere, Vertex,
//! Cloudflare and Ollama, lines of their batches, messages of `LangChain`, results of MCP, and tool calls. Thoughts are never
//! answers.

use serde_json::{Map, Value};

/// The parts of a response that may contain the answer.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Envelope<'v> {
    /// `true` if the structure belongs to a response, and not only possibly to a document.
    pub(crate) is_certain: bool,
    /// `true` if the model or a filter refused to answer.
    pub(crate) is_refused: bool,
    /// `true` if the answer ended at a limit, so that the arguments of its last tool call may be incomplete.
    is_cut: bool,
    /// Arguments of tool calls, and strings of messages.
    pub(crate) parts: Vec<EnvelopePart<'v>>,
}

/// A part of a response.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum EnvelopePart<'v> {
    /// Arguments of a tool call, as a value or as a string of JSON.
    Arguments(&'v Value),
    /// Content of a message, which may contain a document.
    Text(&'v str),
}

/// Properties that only responses and messages have.
const CERTAIN: &[&str] = &[
    "choices",
    "candidates",
    "tool_calls",
    "toolCalls",
    "function_call",
    "functionCall",
    "toolUse",
    "stop_reason",
    "stopReason",
    "finish_reason",
    "finishReason",
    "promptFeedback",
    "jsonrpc",
    "structuredContent",
    "generated_text",
];

/// Values of `type` that only parts of responses have.
const CERTAIN_TYPES: &[&str] = &[
    "function",
    "function_call",
    "tool_use",
    "tool_call",
    "output_text",
    "message",
    "response",
    "thinking",
    "reasoning",
];

/// Properties whose values are searched for answers.
const SEARCHED: &[&str] = &[
    "choices",
    "candidates",
    "output",
    "message",
    "delta",
    "content",
    "parts",
    "tool_calls",
    "toolCalls",
    "function_call",
    "functionCall",
    "function",
    "toolUse",
    "tool_use",
    "response",
    "text",
    "output_text",
    "generation",
    "generated_text",
    "body",
    "predictions",
    "kwargs",
    "value",
];

/// Properties whose value is the document itself, unless it is a message or a response.
const RESULTS: &[&str] = &["result", "structuredContent", "object"];

/// Properties with the arguments of a tool call that is named by another property.
const ARGUMENTS: &[&str] = &["arguments", "args", "input", "parameters"];

/// Properties that may be next to a name and arguments in a bare tool call.
const CALL: &[&str] =
    &["name", "id", "type", "tool", "tool_name", "toolUseId", "call_id", "tool_call_id", "index", "status"];

/// Reasons to stop that refuse an answer.
const REFUSALS: &[&str] = &[
    "refusal",
    "content_filter",
    "content_filtered",
    "guardrail_intervened",
    "SAFETY",
    "PROHIBITED_CONTENT",
    "BLOCKLIST",
    "RECITATION",
    "SPII",
];

/// Reasons to stop before the end of an answer.
const CUTS: &[&str] = &["max_tokens", "length", "MAX_TOKENS", "model_length", "model_context_window_exceeded"];

/// States of responses and tool calls that have no result.
const FAILURES: &[&str] = &["failed", "cancelled", "canceled", "expired", "error"];

impl<'v> EnvelopePart<'v> {
    /// Returns whether the part is a value, and not a string that would show where it was cut.
    fn is_value(self) -> bool {
        matches!(self, Self::Arguments(value) if !value.is_string())
    }

    /// Returns the content, or the arguments if they are a string.
    pub(crate) fn text(self) -> &'v str {
        match self {
            Self::Arguments(value) => value.as_str().unwrap_or_default(),
            Self::Text(text) => text,
        }
    }
}

impl<'v> Envelope<'v> {
    /// Returns the parts of a value that has the structure of a response or a tool call.
    pub(crate) fn open(value: &'v Value) -> Option<Self> {
        let mut envelope = Self::default();
        envelope.search(value, 0);
        envelope.is_refused |= envelope.is_cut && envelope.parts.iter().any(|part| part.is_value());
        (envelope.is_refused || !envelope.parts.is_empty()).then_some(envelope)
    }

    fn search(&mut self, value: &'v Value, depth: usize) {
        // Responses are not nested deeper.
        if depth > 8 {
            return;
        }
        match value {
            // Of the messages of a conversation, only the last one is the answer.
            Value::Array(items) if items.iter().all(is_message) => {
                items.last().into_iter().for_each(|item| self.search(item, depth + 1));
            }
            Value::Array(items) => items.iter().for_each(|item| self.search(item, depth + 1)),
            Value::Object(members) => self.members(members, depth),
            _ => {}
        }
    }

    fn members(&mut self, members: &'v Map<String, Value>, depth: usize) {
        let text = |name: &str| members.get(name).and_then(Value::as_str);
        let kind = text("type").unwrap_or_default();
        let is_thought = members.get("thought") == Some(&Value::Bool(true));
        self.is_certain |= CERTAIN.iter().any(|name| members.contains_key(*name)) || CERTAIN_TYPES.contains(&kind);
        if is_thought || kind.contains("thinking") || kind.contains("reasoning") {
            return;
        }
        if let Some(role) = text("role").filter(|_| is_message_of(members)) {
            // Messages of users, tools and the system are no answers.
            if !["assistant", "model", "ai", "chatbot"].contains(&role.to_ascii_lowercase().as_str()) {
                return;
            }
            self.is_certain = true;
        }
        let reasons: Vec<&str> =
            ["stop_reason", "stopReason", "finish_reason", "finishReason"].into_iter().filter_map(text).collect();
        self.is_cut |= reasons.iter().any(|reason| CUTS.contains(reason));
        let is_response = ["output", "choices", "result", "arguments"].iter().any(|name| members.contains_key(*name));
        let has_failed = is_response && text("status").is_some_and(|status| FAILURES.contains(&status));
        let is_blocked = members.get("promptFeedback").is_some_and(|feedback| feedback.get("blockReason").is_some());
        let has_refusal = kind == "refusal" || text("refusal").is_some_and(|reason| !reason.is_empty());
        let is_error = members.get("isError") == Some(&Value::Bool(true));
        self.is_refused |= is_error
            || is_blocked
            || has_refusal
            || has_failed
            || reasons.iter().any(|reason| REFUSALS.contains(reason));
        if let Some(arguments) = call(members, kind) {
            self.parts.push(EnvelopePart::Arguments(arguments));
            return;
        }
        for (name, value) in members.iter().filter(|(name, _)| SEARCHED.contains(&name.as_str())) {
            match value {
                Value::String(text) if name != "function" => self.parts.push(EnvelopePart::Text(text)),
                _ => self.search(value, depth + 1),
            }
        }
        for (_, value) in members.iter().filter(|(name, value)| RESULTS.contains(&name.as_str()) && value.is_object()) {
            let known = self.parts.len();
            self.search(value, depth + 1);
            if self.parts.len() == known {
                self.parts.push(EnvelopePart::Arguments(value));
            }
        }
    }
}

/// Returns whether a value is a message of a conversation.
fn is_message(value: &Value) -> bool {
    value.as_object().is_some_and(is_message_of)
}

/// Returns whether an object has a role and a content, and nothing that only a document would have.
fn is_message_of(members: &Map<String, Value>) -> bool {
    members.get("role").is_some_and(Value::is_string)
        && ["content", "parts", "tool_calls", "function_call"].iter().any(|name| members.contains_key(*name))
}

/// Returns the arguments of a tool call.
fn call<'v>(members: &'v Map<String, Value>, kind: &str) -> Option<&'v Value> {
    let mut arguments = ARGUMENTS.iter().filter_map(|name| Some((*name, members.get(*name)?)));
    let (name, value) = arguments.next().filter(|_| arguments.next().is_none())?;
    let is_named = ["name", "tool", "tool_name"].iter().any(|name| members.get(*name).is_some_and(Value::is_string));
    let is_bare = members.keys().all(|key| key == name || CALL.contains(&key.as_str()));
    (is_named && (is_bare || CERTAIN_TYPES.contains(&kind))).then_some(value)
}
