//! Finds the id of an invalid message, one that is malformed, too deep or too long. Its sender waits for a response
//! with this id.

use serde_json::Value;

/// Maximum length of an id.
const MAX_ID_LENGTH: usize = 1024;

/// Looks for the property `id` of an object, byte by byte. Does not validate the rest of the message.
#[derive(Debug, Default)]
pub(super) struct IdScanner {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// `true` if the next string at the top level is a property name.
    at_name: bool,
    /// Bytes of the current property name, or of the value of `id`, as they are written.
    token: Vec<u8>,
    place: Place,
    found: Option<Value>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Elsewhere,
    Name,
    Id,
}

impl IdScanner {
    /// Returns the id of a complete message.
    pub(super) fn id_of(message: &[u8]) -> Value {
        let mut scanner = Self::default();
        scanner.feed(message);
        scanner.id()
    }

    /// Reads the next bytes of the message.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.found.is_some() {
                return;
            }
            self.step(byte);
        }
    }

    /// Returns the id, or null if there is none that a response can contain.
    pub(super) fn id(mut self) -> Value {
        if self.place == Place::Id {
            self.end_of_id();
        }
        self.found.unwrap_or_default()
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.collect(byte);
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                if self.depth == 1 && self.at_name {
                    self.at_name = false;
                    self.place = Place::Name;
                    self.token.clear();
                }
                self.collect(byte);
            }
            b'{' | b'[' => {
                self.depth += 1;
                if self.depth == 1 {
                    self.at_name = byte == b'{';
                } else {
                    self.place = Place::Elsewhere;
                }
            }
            b'}' | b']' => {
                self.end_of_id();
                self.depth = self.depth.saturating_sub(1);
            }
            b',' if self.depth == 1 => {
                self.end_of_id();
                self.at_name = true;
            }
            b':' if self.depth == 1 && self.place == Place::Name => {
                let name: Option<String> = serde_json::from_slice(&self.token).ok();
                self.place = if name.as_deref() == Some("id") { Place::Id } else { Place::Elsewhere };
                self.token.clear();
            }
            _ if self.place == Place::Id => self.collect(byte),
            _ => {}
        }
    }

    fn collect(&mut self, byte: u8) {
        if self.place != Place::Elsewhere {
            self.token.push(byte);
            if self.token.len() > MAX_ID_LENGTH {
                self.place = Place::Elsewhere;
            }
        }
    }

    fn end_of_id(&mut self) {
        if self.place == Place::Id && self.depth == 1 && !self.in_string {
            let value: Option<Value> = serde_json::from_slice(&self.token).ok();
            self.found = value.filter(|id| id.is_string() || id.is_number());
        }
        self.place = Place::Elsewhere;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::IdScanner;

    #[test]
    fn ids_of_broken_messages_are_found() {
        let deep = format!(r#"{{"params":{}{}, "id": 3}}"#, "[".repeat(500), "]".repeat(500));
        for (text, id) in [
            (r#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"id":2,"a":"\ud800"}}"#, json!(1)),
            (r#"{"params":{"id":2,"a":"\ud800"},"id":"a\"b"}"#, json!("a\"b")),
            (r#"{ "\u0069d" : -7 , "a": NaN"#, json!(-7)),
            (r#"{"method":"id","id":5"#, json!(5)),
            (&deep, json!(3)),
            (r#"{"a":{"id":1}}"#, Value::Null),
            (r#"[{"id":1}]"#, Value::Null),
            (r#"{"id":null}"#, Value::Null),
            (r#"{"id":{"id":1}}"#, Value::Null),
            (r#"{"id":"open"#, Value::Null),
            ("garbage", Value::Null),
            ("", Value::Null),
        ] {
            assert_eq!(IdScanner::id_of(text.as_bytes()), id, "{text}");
            let mut scanner = IdScanner::default();
            text.bytes().for_each(|byte| scanner.feed(&[byte]));
            assert_eq!(scanner.id(), id, "{text}");
        }
        assert_eq!(IdScanner::id_of(b"{\"a\":\"\xff\",\"id\":4}"), json!(4));
    }
}
