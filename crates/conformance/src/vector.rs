//! A vector: an input, its context, and the expected outcome.

use serde_json::{Map, Value};

/// One line of a vector file.
#[derive(Debug)]
pub struct Vector {
    /// Line of its file, from 1, or 0 if it comes from no file.
    pub line: usize,
    /// Identifier, unique in its file.
    pub id: String,
    /// Contract that the vector is for.
    pub contract: String,
    /// Kind of the input, such as `plan`.
    pub kind: String,
    /// Source of the document: as it was emitted, or the input as JSON.
    pub text: String,
    /// The input as a value. It is a string if the vector contains a raw answer.
    pub input: Value,
    /// Further data for the check, or null.
    pub context: Value,
    /// Expectations. Every key is an assertion.
    pub expect: Map<String, Value>,
    /// Reason for the expectation.
    pub why: String,
}

impl Vector {
    /// Parses one line.
    ///
    /// # Errors
    ///
    /// Returns why the line is not a vector.
    pub fn parse(line: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line).map_err(|error| format!("not JSON: {error}"))?;
        let text = |key: &str| {
            let found = value.get(key).and_then(Value::as_str).map(str::to_owned);
            found.ok_or_else(|| format!("a vector requires the string {key:?}"))
        };
        let input = value.get("input").cloned().ok_or("a vector requires an \"input\"")?;
        let is_raw = value.get("input_is_raw").is_some_and(|raw| raw == true);
        let raw = input.as_str().filter(|_| is_raw).map(str::to_owned);
        let expect = value.get("expect").and_then(Value::as_object).cloned();
        Ok(Self {
            line: 0,
            id: text("id")?,
            contract: text("contract")?,
            kind: text("kind")?,
            text: raw.unwrap_or_else(|| input.to_string()),
            context: value.get("context").cloned().unwrap_or_default(),
            expect: expect.ok_or("a vector requires an \"expect\" object")?,
            why: text("why").unwrap_or_default(),
            input,
        })
    }

    /// Returns a property of the context.
    pub(crate) fn context(&self, key: &str) -> Option<&Value> {
        self.context.get(key).filter(|value| !value.is_null())
    }
}
