//! Joins the events of a streamed response to one message.
//!
//! The events are server-sent events or lines of JSON, from OpenAI (chat and responses), Mistral, Anthropic, Gemini,
//! Bedrock, Cohere or Ollama. Thoughts are dropped.

use std::collections::BTreeMap;

use planwright_source::parse;
use serde_json::{Value, json};

/// Returns the message of a stream as a value that an [`Envelope`](crate::envelope::Envelope) opens, or `None` if it
/// is not a stream.
pub(crate) fn joined(text: &str) -> Option<Value> {
    let mut message = StreamedMessage::default();
    for line in text.lines().map(str::trim) {
        let data = line.strip_prefix("data:").unwrap_or(line).trim_start();
        let is_field = ["event:", "id:", "retry:", ":"].iter().any(|field| line.starts_with(field));
        if data.is_empty() || data == "[DONE]" || is_field {
            continue;
        }
        let event = parse(data).ok()?;
        if event["type"] == "response.completed" {
            return Some(event["response"].clone());
        }
        message.add(&event)?;
    }
    message.finish()
}

/// Returns the message of a stream whose events are the items of a list, as Gemini sends them, or `None` if it is not
/// one.
pub(crate) fn joined_chunks(value: &Value) -> Option<Value> {
    let events = value.as_array().filter(|events| events.len() > 1)?;
    events.iter().all(|event| event.get("candidates").is_some_and(Value::is_array)).then_some(())?;
    let mut message = StreamedMessage::default();
    events.iter().try_for_each(|event| message.add(event))?;
    message.finish()
}

/// Events without content: values of `type`, or names of properties.
const SILENT_EVENTS: &[&str] = &[
    "message_start",
    "content_block_start",
    "content_block_stop",
    "message_stop",
    "ping",
    "messageStart",
    "contentBlockStart",
    "contentBlockStop",
    "message-start",
    "content-start",
    "content-end",
    "metadata",
];

/// The parts of a message, by choice or block.
#[derive(Default)]
struct StreamedMessage {
    texts: BTreeMap<String, String>,
    arguments: BTreeMap<String, String>,
    reason: Option<Value>,
}

impl StreamedMessage {
    /// Adds an event. Returns `None` if it is not from a stream.
    fn add(&mut self, event: &Value) -> Option<()> {
        let object = event.as_object()?;
        let index = |value: &Value| value["index"].to_string();
        if let Some(choices) = event["choices"].as_array() {
            for choice in choices {
                self.add_delta(&index(choice), &choice["delta"]);
                self.stop(&choice["finish_reason"]);
            }
        } else if let Some(candidates) = event["candidates"].as_array() {
            for candidate in candidates {
                let parts = candidate["content"]["parts"].as_array().into_iter().flatten();
                parts.filter(|part| part["thought"] != true).for_each(|part| self.add_part(&index(candidate), part));
                self.stop(&candidate["finishReason"]);
            }
        } else if let Some(delta) = event.get("contentBlockDelta") {
            self.add_block(&delta["contentBlockIndex"].to_string(), &delta["delta"]);
        } else if let Some(stop) = event.get("messageStop") {
            self.stop(&stop["stopReason"]);
        } else if let Some(kind) = event["type"].as_str() {
            match kind {
                "content_block_delta" => self.add_block(&index(event), &event["delta"]),
                "message_delta" => self.stop(&event["delta"]["stop_reason"]),
                "response.output_text.delta" => push(&mut self.texts, &event["item_id"].to_string(), &event["delta"]),
                "response.function_call_arguments.delta" => {
                    push(&mut self.arguments, &event["item_id"].to_string(), &event["delta"]);
                }
                "response.refusal.delta" => self.stop(&json!("refusal")),
                "content-delta" => push(&mut self.texts, &index(event), &event["delta"]["message"]["content"]["text"]),
                "message-end" => self.stop(&event["delta"]["finish_reason"]),
                _ if kind.starts_with("response.") || SILENT_EVENTS.contains(&kind) => {}
                _ => return None,
            }
        } else if object.contains_key("message") && object.contains_key("done") {
            self.add_delta("0", &event["message"]);
        } else if !object.keys().any(|name| SILENT_EVENTS.contains(&name.as_str())) {
            return None;
        }
        Some(())
    }

    fn add_delta(&mut self, choice: &str, delta: &Value) {
        push(&mut self.texts, choice, &delta["content"]);
        for call in delta["tool_calls"].as_array().into_iter().flatten() {
            push(&mut self.arguments, &format!("{choice}/{}", call["index"]), &call["function"]["arguments"]);
        }
        if delta["refusal"].is_string() {
            self.stop(&json!("refusal"));
        }
    }

    fn add_block(&mut self, block: &str, delta: &Value) {
        push(&mut self.texts, block, &delta["text"]);
        push(&mut self.arguments, block, &delta["partial_json"]);
        push(&mut self.arguments, block, &delta["toolUse"]["input"]);
    }

    fn add_part(&mut self, candidate: &str, part: &Value) {
        push(&mut self.texts, candidate, &part["text"]);
        if let Some(call) = part.get("functionCall") {
            let key = format!("{candidate}/{}", self.arguments.len());
            self.arguments.insert(key, call["args"].to_string());
        }
    }

    fn stop(&mut self, reason: &Value) {
        if reason.is_string() {
            self.reason = Some(reason.clone());
        }
    }

    fn finish(self) -> Option<Value> {
        let texts = self.texts.into_values().map(|text| json!({ "type": "text", "text": text }));
        let calls =
            self.arguments.into_values().map(|text| json!({ "type": "tool_use", "name": "streamed", "input": text }));
        let content: Vec<Value> = texts.chain(calls).collect();
        let message = json!({ "role": "assistant", "content": content, "stop_reason": self.reason });
        let is_empty = message["content"] == json!([]) && message["stop_reason"].is_null();
        (!is_empty).then_some(message)
    }
}

/// Appends a string to the one with this key.
fn push(parts: &mut BTreeMap<String, String>, key: &str, part: &Value) {
    if let Some(text) = part.as_str() {
        parts.entry(key.to_owned()).or_default().push_str(text);
    }
}
