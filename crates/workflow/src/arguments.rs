//! Arguments stage of a tool call: text, schema, and rules that the schema cannot express.

use std::collections::HashSet;

use planwright_check::{Diagnostic, Findings, Policy, Report, Rule, codes, text};
use planwright_source::Pointer;
use serde_json::Value;

use super::codes::DUPLICATE_DATA_FIELD;

/// Maximum nesting depth. The parser has the same limit for text.
const MAX_DEPTH: usize = 127;

/// Largest magnitude up to which every integer is an exact 64-bit float.
const MAX_EXACT_INTEGER: f64 = 9_007_199_254_740_992.0;

/// Arguments of a tool call.
#[derive(Clone, Debug)]
pub enum Arguments<'a> {
    /// Text, as the model wrote it.
    Text(&'a str),
    /// JSON value that the caller has parsed.
    Value(Value),
}

impl<'a> From<&'a str> for Arguments<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Arguments<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<Value> for Arguments<'_> {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl From<&Value> for Arguments<'_> {
    fn from(value: &Value) -> Self {
        Self::Value(value.clone())
    }
}

impl<'a> Arguments<'a> {
    /// Returns the JSON value.
    ///
    /// # Errors
    ///
    /// Returns a report if the text is not JSON, or if the value is nested too deeply.
    pub(super) fn into_value(self) -> Result<Value, Report> {
        match self {
            Self::Text(text) => text::read_document(text, Policy::Strict).map(|read| read.value),
            Self::Value(value) => apply_parser_limits(value).map_err(Report::of_value),
        }
    }

    /// Creates a report of the findings, with spans if the arguments were text.
    pub(super) fn report(text: Option<&str>, found: Vec<Diagnostic>) -> Report {
        match text {
            Some(text) => Report::of_text(found, text),
            None => Report::of_value(found),
        }
    }

    /// Returns the text, if the arguments were given as text.
    pub(super) fn text(&self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Value(_) => None,
        }
    }
}

/// Applies the limits of the parser to a value: the maximum depth, and `1.0` becomes the integer 1.
pub(super) fn apply_parser_limits(mut value: Value) -> Result<Value, Vec<Diagnostic>> {
    let mut todo = vec![(&mut value, 1)];
    while let Some((value, depth)) = todo.pop() {
        if depth > MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} values are nested in one another");
            let error = Diagnostic::error(codes::PARSE_ERROR, Pointer::root(), message);
            return Err(vec![error.with_help("flatten the document; no contract needs this depth")]);
        }
        match value {
            Value::Array(items) => todo.extend(items.iter_mut().map(|item| (item, depth + 1))),
            Value::Object(members) => todo.extend(members.values_mut().map(|member| (member, depth + 1))),
            Value::Number(number) => {
                let float = number.as_f64().filter(|_| number.is_f64());
                if let Some(float) = float.filter(|float| float.fract() == 0.0 && float.abs() <= MAX_EXACT_INTEGER) {
                    #[allow(
                        clippy::cast_possible_truncation,
                        reason = "no fraction and within 2^53, checked just above"
                    )]
                    let whole = float as i64;
                    *value = whole.into();
                }
            }
            _ => {}
        }
    }
    Ok(value)
}

/// Rules for lists of data fields that the schema cannot express.
pub(super) const FIELDS: &[Rule<Value, ()>] =
    &[Rule::error(DUPLICATE_DATA_FIELD, "Two data fields of an action have the same name.", duplicate_field)];

/// Rules for conditions that the schema cannot express.
pub(super) const CONDITIONS: &[Rule<Value, ()>] =
    &[Rule::error(codes::TOO_FEW_ITEMS, "There is neither a condition nor a default route.", no_condition)];

fn duplicate_field(arguments: &Value, (): &(), findings: &mut Findings) {
    let mut seen = HashSet::new();
    for (index, field) in arguments.get("dataFields").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let Some(name) = field.get("name").and_then(Value::as_str) else { continue };
        if !seen.insert(name) {
            let message = format!("the action has a data field {name:?} already");
            findings.report(&[&"dataFields", &index, &"name"], message, "give each field a different name");
        }
    }
}

fn no_condition(arguments: &Value, (): &(), findings: &mut Findings) {
    let empty = arguments.get("conditions").and_then(Value::as_array).is_some_and(Vec::is_empty);
    if empty && arguments.get("defaultRoute").is_none() {
        let message = "expected at least 1 condition or a default route";
        findings.report(&[&"conditions"], message, "add a condition or a defaultRoute");
    }
}
