//! Exports a schema to a dialect, in the form of the vendor's request, with a list of what was weakened.

use planwright_check::render;
use planwright_dialects::{Conversion, Dialect};
use planwright_runtime::{Diagnostic, Severity};
use serde_json::{Map, Value, json};

use crate::findings::{of_refusal, of_weakening};
use crate::named_schema::NamedSchema;

/// Maximum length of a tool name that every vendor accepts.
const MAX_NAME_LENGTH: usize = 64;

/// A schema in a dialect.
#[derive(Debug)]
pub struct Exported {
    /// Conversion of documents in both directions.
    pub conversion: Conversion,
    /// The schema in the form of the vendor's request.
    pub schema: Value,
    /// The grammar, if the dialect is one.
    pub grammar: Option<String>,
    /// Constraints that are weaker than in the given schema.
    pub weakenings: Vec<Diagnostic>,
}

impl Exported {
    /// Exports a schema, and the result schema of its tool. The schema of a contract also has the rules that are only
    /// code. A bare schema is not wrapped in a tool with name and description.
    ///
    /// # Errors
    ///
    /// Returns the reasons why the dialect cannot express the schema.
    pub fn for_schema(
        given: &NamedSchema,
        returns: Option<&NamedSchema>,
        dialect: Dialect,
        is_bare: bool,
    ) -> Result<Self, Vec<Diagnostic>> {
        let given = &given.clone().with_rules();
        let (conversion, returns) = match (given.convert(dialect), returns.map(|one| one.convert(dialect)).transpose())
        {
            (Ok(conversion), Ok(returns)) => (conversion, returns),
            (one, other) => {
                let refusals = [one.err(), other.err()].into_iter().flatten();
                return Err(refusals.flat_map(|refusal| of_refusal(&refusal)).collect());
            }
        };
        let weakenings = std::iter::once(&conversion).chain(&returns).flat_map(Conversion::weakenings);
        let weakenings = weakenings.map(|weakening| of_weakening(weakening, Severity::Warning)).collect();
        let schema =
            if is_bare { conversion.request_schema() } else { request_schema(dialect, &conversion, returns.as_ref()) };
        Ok(Self { schema, grammar: conversion.grammar(), weakenings, conversion })
    }

    /// Returns `{"schema", "weakenings"}`, with `grammar` if the dialect is one.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut exported = json!({ "schema": self.schema, "weakenings": render::findings(&self.weakenings) });
        if let Some(grammar) = &self.grammar {
            exported["grammar"] = grammar.as_str().into();
        }
        exported
    }
}

/// Returns the schema in the form of the vendor's request. Tools get a name and a description, and `returns` is the
/// schema of their result.
fn request_schema(dialect: Dialect, conversion: &Conversion, returns: Option<&Conversion>) -> Value {
    let (input, output) = match dialect {
        Dialect::AnthropicTool => ("input_schema", None),
        Dialect::Mcp => ("inputSchema", returns),
        _ => return conversion.request_schema(),
    };
    let mut tool = Map::from_iter([
        ("name".to_owned(), Value::from(tool_name(conversion.title()))),
        ("description".to_owned(), conversion.description().unwrap_or(conversion.title()).into()),
        (input.to_owned(), conversion.schema().clone()),
    ]);
    tool.extend(output.map(|returns| ("outputSchema".to_owned(), returns.schema().clone())));
    tool.into()
}

/// Returns the tool name for a title: `AddActionParams` becomes `add_action`. It consists of letters, digits and
/// underscores.
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
    name.truncate(MAX_NAME_LENGTH);
    name
}
