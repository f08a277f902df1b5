//! Tool calls as JSON objects, for example one per line of a file: `{"tool": "add_participant", "args": {…}}`.

use planwright_check::{Diagnostic, Policy, Report, codes, text, wording};
use planwright_source::Pointer;
use serde_json::{Map, Value};

/// Parsed tool call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Name of the tool, known or not.
    pub tool: String,
    /// Arguments. Empty if the call has none.
    pub arguments: Value,
    /// Id of the call, which the answer repeats.
    pub id: Option<String>,
}

impl Call {
    /// Parses a call: `tool` (or `name`), and optionally `args` (or `arguments`) and `toolCallId` (or `id`).
    pub fn parse(text: &str) -> Result<Self, Report> {
        let read = text::read_document(text, Policy::Strict)?;
        Self::from_value(read.value).map_err(|error| Report::of_text(vec![error], text))
    }

    fn from_value(value: Value) -> Result<Self, Diagnostic> {
        let Value::Object(mut members) = value else {
            let message = "a tool call is an object with the properties \"tool\" and \"args\"";
            return Err(Diagnostic::error(codes::TYPE_MISMATCH, Pointer::root(), message));
        };
        let missing = || {
            let message = format!("{}: it names the tool to call", wording::missing_property("tool"));
            Diagnostic::error(codes::MISSING_FIELD, Pointer::root().member("tool"), message)
        };
        let tool = text_of(&mut members, ["tool", "name"])?.ok_or_else(missing)?;
        let id = text_of(&mut members, ["toolCallId", "id"])?;
        let arguments = ["args", "arguments"].into_iter().find_map(|name| members.shift_remove(name));
        Ok(Self { tool, arguments: arguments.unwrap_or_else(|| Map::new().into()), id })
    }
}

fn text_of(members: &mut Map<String, Value>, names: [&str; 2]) -> Result<Option<String>, Diagnostic> {
    for name in names {
        match members.shift_remove(name) {
            None => {}
            Some(Value::String(text)) => return Ok(Some(text)),
            Some(_) => {
                let at = Pointer::root().member(name);
                return Err(Diagnostic::error(codes::TYPE_MISMATCH, at, "expected a string"));
            }
        }
    }
    Ok(None)
}
