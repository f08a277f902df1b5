//! The schema of a dialect in the form in which the vendor's request holds it.

use planwright_dialects::{Conversion, Dialect};
use serde_json::{Map, Value};

/// The longest name of a tool that every vendor takes.
const LONGEST_NAME: usize = 64;

/// The schema as the vendor's request holds it: tools have a name and a description, and `returns` is what one gives back.
pub fn request_schema(dialect: Dialect, conversion: &Conversion, returns: Option<&Conversion>) -> Value {
    let (input, output) = match dialect {
        Dialect::AnthropicTool => ("input_schema", None),
        Dialect::Mcp => ("inputSchema", returns),
        _ => return conversion.given(),
    };
    let mut tool = Map::from_iter([
        ("name".to_owned(), Value::from(tool_name(conversion.title()))),
        ("description".to_owned(), conversion.description().unwrap_or(conversion.title()).into()),
        (input.to_owned(), conversion.schema().clone()),
    ]);
    tool.extend(output.map(|returns| ("outputSchema".to_owned(), returns.schema().clone())));
    tool.into()
}

/// `AddActionParams` -> `add_action`: letters, digits and underscores.
fn tool_name(title: &str) -> String {
    let title = title.strip_suffix("Params").filter(|rest| !rest.is_empty()).unwrap_or(title);
    let mut name = String::new();
    let mut after_small = false;
    for letter in title.chars().filter(char::is_ascii_alphanumeric) {
        if letter.is_ascii_uppercase() && after_small {
            name.push('_');
        }
        after_small = !letter.is_ascii_uppercase();
        name.push(letter.to_ascii_lowercase());
    }
    name.truncate(LONGEST_NAME);
    name
}
