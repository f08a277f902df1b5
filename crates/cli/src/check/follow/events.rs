//! Extracts the text of an answer from the events of a stream.

use planwright_source::Pointer;
use serde_json::Value;

use super::StreamKind;
use planwright_project::exit::Failure;

/// Maximum length of an event in bytes.
const MAX_EVENT_BYTES: usize = 4 * 1024 * 1024;

/// Location of the answer's text in known streams: the `type` of the event, if it has one, and a pointer.
const KNOWN_STREAMS: [(Option<&str>, &str); 9] = [
    (Some("response.output_text.delta"), "/delta"),
    (Some("response.function_call_arguments.delta"), "/delta"),
    (Some("content_block_delta"), "/delta/text"),
    (Some("content_block_delta"), "/delta/partial_json"),
    (None, "/choices/0/delta/content"),
    (None, "/choices/0/delta/tool_calls/0/function/arguments"),
    (None, "/candidates/0/content/parts/0/text"),
    (None, "/message/content"),
    (None, "/response"),
];

/// Data that ends a stream of server-sent events without being JSON.
const DONE: &[u8] = b"[DONE]";

/// Reads a stream while it arrives.
#[derive(Debug)]
pub(super) struct EventReader {
    kind: StreamKind,
    /// Locations of the text, if the user sets them.
    text_at: Vec<Pointer>,
    /// The current line.
    line: Vec<u8>,
    /// `true` if the last byte was a carriage return, so that a following line feed belongs to it.
    after_return: bool,
    /// Data of the current event, or `None` before its first data line.
    data: Option<Vec<u8>>,
    number: usize,
    has_text: bool,
    is_done: bool,
}

impl EventReader {
    pub(super) fn new(kind: StreamKind, text_at: &[String]) -> Result<Self, Failure> {
        if kind == StreamKind::Text && !text_at.is_empty() {
            return Err(Failure::one("--text-at requires --events ndjson or --events sse"));
        }
        let pointers = text_at.iter().map(|text| text.parse::<Pointer>().map_err(|error| format!("{text:?}: {error}")));
        let (text_at, wrong): (Vec<_>, Vec<_>) = pointers.partition(Result::is_ok);
        let wrong: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
        if !wrong.is_empty() {
            return Err(Failure::all(wrong));
        }
        Ok(Self {
            kind,
            text_at: text_at.into_iter().filter_map(Result::ok).collect(),
            line: Vec::new(),
            after_return: false,
            data: None,
            number: 0,
            has_text: false,
            is_done: false,
        })
    }

    /// Returns `true` if an event contained text of the answer.
    pub(super) fn has_text(&self) -> bool {
        self.has_text
    }

    /// Returns `true` if the stream has announced its end.
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    /// Returns the parts of the answer in a part of the stream.
    pub(super) fn texts(&mut self, piece: &[u8]) -> Result<Vec<Vec<u8>>, String> {
        if self.kind == StreamKind::Text {
            return Ok(vec![piece.to_vec()]);
        }
        let mut texts = Vec::new();
        for byte in piece {
            if self.is_done {
                break;
            }
            // A line ends with a line feed. In server-sent events, a carriage return or both also end a line.
            let is_return = *byte == b'\r' && self.kind == StreamKind::Sse;
            if *byte == b'\n' && std::mem::take(&mut self.after_return) {
                continue;
            }
            self.after_return = is_return;
            if *byte == b'\n' || is_return {
                let line = std::mem::take(&mut self.line);
                texts.extend(self.end_line(&line)?);
            } else {
                self.line.push(*byte);
                if self.line.len() + self.data.as_ref().map_or(0, Vec::len) > MAX_EVENT_BYTES {
                    return Err(format!("event {} is longer than {MAX_EVENT_BYTES} bytes", self.number + 1));
                }
            }
        }
        Ok(texts)
    }

    /// Returns the part of the answer in a last event that no empty line ends.
    pub(super) fn rest(&mut self) -> Result<Option<Vec<u8>>, String> {
        let line = std::mem::take(&mut self.line);
        if self.kind == StreamKind::Text || self.is_done {
            return Ok(None);
        }
        if self.kind == StreamKind::Ndjson {
            return self.end_line(&line);
        }
        // The standard discards an unfinished event. If the stream was cut, its text is still useful.
        let of_line = if line.is_empty() { None } else { self.end_line(&line)? };
        Ok(of_line.or(self.end_line(b"")?))
    }

    fn end_line(&mut self, line: &[u8]) -> Result<Option<Vec<u8>>, String> {
        if self.kind == StreamKind::Ndjson {
            return if line.trim_ascii().is_empty() { Ok(None) } else { self.event(line) };
        }
        // A byte order mark may precede the first line.
        let line = if self.number == 0 && self.data.is_none() {
            line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line)
        } else {
            line
        };
        if line.is_empty() {
            return match self.data.take() {
                Some(data) => self.event(&data),
                None => Ok(None),
            };
        }
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let (field, value) = line.split_at(colon);
        if field == b"data" {
            let value = value.strip_prefix(b":").unwrap_or(value);
            let value = value.strip_prefix(b" ").unwrap_or(value);
            let data = match self.data.take() {
                Some(mut data) => {
                    data.push(b'\n');
                    data.extend_from_slice(value);
                    data
                }
                None => value.to_vec(),
            };
            self.data = Some(data);
        }
        Ok(None)
    }

    /// Returns the part of the answer in one event.
    fn event(&mut self, data: &[u8]) -> Result<Option<Vec<u8>>, String> {
        self.number += 1;
        if data.trim_ascii() == DONE {
            self.is_done = true;
            return Ok(None);
        }
        let event: Value =
            serde_json::from_slice(data).map_err(|error| format!("event {} is not JSON: {error}", self.number))?;
        if let Some(error) = event.get("error").filter(|error| !error.is_null()) {
            let message = error.get("message").and_then(Value::as_str).map_or_else(|| error.to_string(), str::to_owned);
            return Err(format!("event {} is an error: {message}", self.number));
        }
        let text = self.text_of(&event);
        self.has_text |= text.is_some();
        Ok(text)
    }

    fn text_of(&self, event: &Value) -> Option<Vec<u8>> {
        let text = |pointer: &str| event.pointer(pointer).and_then(Value::as_str);
        let found = if self.text_at.is_empty() {
            let kind = event.get("type").and_then(Value::as_str);
            KNOWN_STREAMS
                .iter()
                .filter(|(known, _)| known.is_none_or(|known| Some(known) == kind))
                .find_map(|(_, at)| text(at))
        } else {
            self.text_at.iter().find_map(|at| text(at.as_str()))
        };
        found.map(|text| text.as_bytes().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of a stream, which must not depend on how the stream is split.
    fn text(kind: StreamKind, text_at: &[&str], stream: &str) -> Result<String, String> {
        let text_at: Vec<String> = text_at.iter().map(|at| (*at).to_owned()).collect();
        let read = |size: usize| {
            let mut reader = EventReader::new(kind, &text_at).map_err(|failure| failure.to_string())?;
            let mut text = Vec::new();
            for piece in stream.as_bytes().chunks(size) {
                text.extend(reader.texts(piece)?.concat());
            }
            text.extend(reader.rest()?.unwrap_or_default());
            Ok::<_, String>(String::from_utf8(text).expect("it is text"))
        };
        let whole = read(stream.len().max(1));
        for size in [1, 2, 3, 7] {
            assert_eq!(read(size), whole, "cut into pieces of {size}");
        }
        whole
    }

    #[test]
    fn server_sent_events_end_lines_in_three_ways() {
        for end in ["\n", "\r\n", "\r"] {
            let lines = [
                ": comment",
                "event: content_block_delta",
                "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"{\\\"é\"}}",
                "",
                "data: {\"type\":\"content_block_delta\",",
                "data: \"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"\\\":1}\"}}",
                "",
                "data:{\"type\":\"message_stop\"}",
                "",
            ];
            let stream = lines.map(|line| format!("{line}{end}")).concat();
            assert_eq!(text(StreamKind::Sse, &[], &stream).as_deref(), Ok("{\"é\":1}"), "{end:?}");
        }
    }

    #[test]
    fn known_streams_are_known() {
        let rows = [
            r#"{"choices":[{"delta":{"content":"x"}}]}"#,
            r#"{"choices":[{"delta":{"content":null,"tool_calls":[{"function":{"arguments":"x"}}]}}]}"#,
            r#"{"type":"response.output_text.delta","delta":"x"}"#,
            r#"{"candidates":[{"content":{"parts":[{"text":"x"}]}}]}"#,
            r#"{"message":{"role":"assistant","content":"x"},"done":false}"#,
            r#"{"response":"x"}"#,
        ];
        for row in rows {
            assert_eq!(text(StreamKind::Ndjson, &[], &format!("{row}\r\n\n{row}")).as_deref(), Ok("xx"), "{row}");
            assert_eq!(text(StreamKind::Sse, &[], &format!("data: {row}\n\ndata: [DONE]\n\nx")).as_deref(), Ok("x"));
        }
        let thought = r#"{"type":"response.reasoning_summary_text.delta","delta":"x"}"#;
        assert_eq!(text(StreamKind::Ndjson, &[], thought).as_deref(), Ok(""));
        assert_eq!(text(StreamKind::Ndjson, &["/none", "/delta"], thought).as_deref(), Ok("x"));
    }

    #[test]
    fn what_is_no_event_is_an_error() {
        let of = |kind, stream: &str| text(kind, &[], stream).unwrap_err();
        assert!(of(StreamKind::Ndjson, "{}\nx\n").starts_with("event 2 is not JSON"));
        assert_eq!(of(StreamKind::Sse, "data: {\"error\":{\"message\":\"busy\"}}\n\n"), "event 1 is an error: busy");
        assert!(text(StreamKind::Text, &["/a"], "x").unwrap_err().contains("--events"));
        assert!(text(StreamKind::Sse, &["a"], "x").unwrap_err().contains("\"a\""));
    }
}
