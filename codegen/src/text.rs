//! Escapes characters that must not appear in source code (`planwright_source::hazard`). rustc rejects them in comments
//! and literals, because a reader would see something else than the compiler.

use std::fmt::Write as _;
use std::iter::repeat_n;

use planwright_source::is_printable;
use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use serde_json::Value;

/// Returns whether a character must be escaped.
pub(crate) fn is_invisible(c: char) -> bool {
    !is_printable(c)
}

/// Escapes such characters in JSON, where they can only appear in strings.
///
/// Also limits each run of `#` after a quote to one, because a raw string literal allows at most 255.
pub(crate) fn visible_json(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\n' || is_printable(c) {
            visible.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(visible, "\\u{unit:04x}");
            }
        }
    }
    visible.replace("\"##", "\"#\\u0023")
}

/// Formats JSON so that each line contains as much as fits: a complete value, or one property or item per line. Scalars
/// of a list share lines.
pub(crate) fn filled_json(value: &Value) -> String {
    let mut filled = FilledJson::default();
    filled.write(value, 0, 0);
    filled.text
}

/// Formatted JSON and the start of its last line.
#[derive(Default)]
struct FilledJson {
    text: String,
    line: usize,
}

impl FilledJson {
    /// Maximum line length in bytes. A longer scalar exceeds it.
    const WIDTH: usize = 140;

    /// Writes a value that is followed by `after` more bytes on its last line.
    fn write(&mut self, value: &Value, depth: usize, after: usize) {
        if self.write_on_line("", value, after) {
            return;
        }
        match value {
            Value::Object(members) => {
                self.text.push('{');
                for (index, (name, member)) in members.iter().enumerate() {
                    self.next_line(index > 0, depth + 1);
                    let _ = write!(self.text, "{}: ", Value::from(name.as_str()));
                    self.write(member, depth + 1, 1);
                }
                self.next_line(false, depth);
                self.text.push('}');
            }
            Value::Array(items) => {
                self.text.push('[');
                for (index, item) in items.iter().enumerate() {
                    let is_beside = index > 0 && !is_nested(&items[index - 1]) && !is_nested(item);
                    if !is_beside || !self.write_on_line(", ", item, 1) {
                        self.next_line(index > 0, depth + 1);
                        self.write(item, depth + 1, 1);
                    }
                }
                self.next_line(false, depth);
                self.text.push(']');
            }
            scalar => {
                let _ = write!(self.text, "{scalar}");
            }
        }
    }

    fn next_line(&mut self, after_item: bool, depth: usize) {
        self.text.push_str(if after_item { ",\n" } else { "\n" });
        self.line = self.text.len();
        self.text.extend(repeat_n("  ", depth));
    }

    /// Writes a value on the current line, or nothing if it does not fit.
    fn write_on_line(&mut self, before: &str, value: &Value, after: usize) -> bool {
        let start = self.text.len();
        self.text.push_str(before);
        let has_room = self.put_until(self.line + Self::WIDTH - after, value);
        if !has_room {
            self.text.truncate(start);
        }
        has_room
    }

    /// Writes a value up to about `end`. Returns false if it is longer; it may then be incomplete.
    fn put_until(&mut self, end: usize, value: &Value) -> bool {
        match value {
            Value::Object(members) => {
                self.text.push('{');
                for (index, (name, member)) in members.iter().enumerate() {
                    let _ = write!(self.text, "{}{}: ", if index > 0 { ", " } else { "" }, Value::from(name.as_str()));
                    if !self.put_until(end, member) {
                        return false;
                    }
                }
                self.text.push('}');
            }
            Value::Array(items) => {
                self.text.push('[');
                for (index, item) in items.iter().enumerate() {
                    self.text.push_str(if index > 0 { ", " } else { "" });
                    if !self.put_until(end, item) {
                        return false;
                    }
                }
                self.text.push(']');
            }
            Value::String(text) if self.text.len() + text.len() > end => return false,
            scalar => {
                let _ = write!(self.text, "{scalar}");
            }
        }
        self.text.len() <= end
    }
}

fn is_nested(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

/// Returns a string literal with such characters escaped.
pub(crate) fn literal(text: &str) -> Literal {
    let mut source = String::with_capacity(text.len() + 2);
    source.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => source.extend(['\\', c]),
            c if is_invisible(c) => source.extend(c.escape_unicode()),
            c => source.push(c),
        }
    }
    source.push('"');
    source.parse().unwrap_or_else(|_| Literal::string(text))
}

/// Returns a raw string literal, with the line breaks of the string, which has no such characters.
pub(crate) fn raw_literal(text: &str) -> Literal {
    let mut hashes = 1;
    for (index, _) in text.match_indices('"') {
        hashes = hashes.max(text[index + 1..].bytes().take_while(|byte| *byte == b'#').count() + 1);
    }
    let hashes = "#".repeat(hashes);
    ["r", &hashes, "\"", text, "\"", &hashes].concat().parse().unwrap_or_else(|_| literal(text))
}

/// Returns the tokens with such characters escaped in every literal. Line breaks of raw strings stay.
pub(crate) fn visible_tokens(tokens: TokenStream) -> TokenStream {
    let visible = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), visible_tokens(group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        TokenTree::Literal(text) if text.to_string().contains(|c| c != '\n' && is_invisible(c)) => {
            match syn::parse_str::<syn::LitStr>(&text.to_string()) {
                Ok(known) => TokenTree::Literal(literal(&known.value())),
                Err(_) => TokenTree::Literal(text),
            }
        }
        token => token,
    });
    visible.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{FilledJson, filled_json, literal, visible_json, visible_tokens};

    #[test]
    fn lines_are_filled_and_the_value_stays() {
        let text = |length: usize| "x".repeat(length);
        let all = json!({
            "b": {"type": "object", "required": ["a"]},
            "a": [{"enum": (0..100).collect::<Vec<_>>()}, {}, [], text(200), 1, 2, [text(60), [text(60)]]],
            text(150): {"deep": {"deep": [text(120), text(2)]}},
            "last": null
        });
        let filled = filled_json(&all);
        assert_eq!(serde_json::from_str::<Value>(&filled).unwrap(), all);
        assert!(
            filled.starts_with("{\n  \"b\": {\"type\": \"object\", \"required\": [\"a\"]},\n  \"a\": [\n"),
            "{filled}"
        );
        let long: Vec<&str> = filled.lines().filter(|line| line.len() > FilledJson::WIDTH).collect();
        assert_eq!(long, [format!("    \"{}\",", text(200)), format!("  \"{}\": {{", text(150))]);
        assert_eq!(filled.lines().count(), 25, "{filled}");
        assert_eq!(filled_json(&json!([])), "[]");
    }

    #[test]
    fn marks_are_escaped_and_the_text_stays() {
        assert_eq!(visible_json("{\"a\u{202e}\":\n\"\u{85}\"}"), "{\"a\\u202e\":\n\"\\u0085\"}");
        assert_eq!(visible_json("\"\u{e0041}\""), "\"\\udb40\\udc41\"");
        assert_eq!(visible_json("\"a\\\"##\""), "\"a\\\"#\\u0023\"");
        let text = "a\"\\\u{202e}\n'é\u{0}";
        let source = literal(text).to_string();
        assert!(!source.contains('\u{202e}') && !source.contains('\n'));
        assert_eq!(syn::parse_str::<syn::LitStr>(&source).map(|literal| literal.value()).ok().as_deref(), Some(text));
    }

    #[test]
    fn other_tokens_stay_as_they_are() {
        let tokens = quote::quote! { #[serde(rename = "a\u{202e}")] fn f() -> u8 { b'a' } };
        let plain = tokens.to_string();
        assert!(plain.contains('\u{202e}'.escape_unicode().to_string().as_str()) || plain.contains('\u{202e}'));
        let visible = visible_tokens(tokens).to_string();
        assert!(!visible.contains('\u{202e}'));
        assert!(visible.ends_with("fn f () -> u8 { b'a' }"));
    }
}
