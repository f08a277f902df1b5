//! Writes JSON values as YAML in block style.

use std::borrow::Cow;
use std::fmt::Write as _;

use planwright_source::is_printable;
use saphyr::{Mapping, ScalarStyle, Yaml, YamlEmitter};
use serde_json::Value;

/// Words that some YAML parsers do not read as strings.
const WORDS: [&str; 11] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"];

/// Writes a document. The order of properties is kept.
pub(crate) fn write(value: &Value) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = YamlEmitter::new(&mut text).dump(&node(value));
    text.push('\n');
    text
}

fn node(value: &Value) -> Yaml<'static> {
    match value {
        Value::Null => plain("null".to_owned()),
        Value::Bool(value) => plain(value.to_string()),
        Value::Number(number) => plain(dotted(number.to_string())),
        Value::String(text) => string(text),
        Value::Array(items) => Yaml::Sequence(items.iter().map(node).collect()),
        Value::Object(members) => {
            let mut mapping = Mapping::new();
            for (name, value) in members {
                mapping.insert(string(name), node(value));
            }
            Yaml::Mapping(mapping)
        }
    }
}

fn plain(text: String) -> Yaml<'static> {
    Yaml::Representation(Cow::Owned(text), ScalarStyle::Plain, None)
}

/// Adds a decimal point, because YAML 1.1 reads `1e+300` as a string.
fn dotted(number: String) -> String {
    match number.split_once('e') {
        Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0e{exponent}"),
        _ => number,
    }
}

fn string(text: &str) -> Yaml<'static> {
    if is_word(text) {
        return plain(text.to_owned());
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            '\r' => escaped.push_str("\\r"),
            c if !is_printable(c) => {
                let _ = match u32::from(c) {
                    code @ ..=0xFFFF => write!(escaped, "\\u{code:04X}"),
                    code => write!(escaped, "\\U{code:08X}"),
                };
            }
            c => escaped.push(c),
        }
    }
    Yaml::Representation(Cow::Owned(escaped), ScalarStyle::DoubleQuoted, None)
}

/// Returns whether the string consists only of words that every parser reads as a string.
fn is_word(text: &str) -> bool {
    let inside = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.split(' ').all(|word| !word.is_empty() && word.chars().all(inside) && !word.starts_with('-'))
        && !WORDS.contains(&text.to_ascii_lowercase().as_str())
}
