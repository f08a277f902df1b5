//! Renders an action as an Agentforce function: metadata, and schemas of its input and output.
//!
//! The generated class asks for confirmation before a write, not the platform. Only the class has the checkpoint
//! question, it asks after the guardrails have passed, and it asks Flow in the same way. The platform's own
//! confirmation is therefore off. A value that a model fills in proves nothing, so the answer must be a token that the
//! class returns with its question.

use askama::Template;
use planwright_contracts::Checked;
use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_contracts::action_blueprint::guarded_fields;
use planwright_generated::action_blueprint::{ActionBlueprint, Guardrail};
use sha2::{Digest, Sha256};

use crate::lower::{Action, CLEAR_FIELDS, Input, TOKEN, clearing};
use crate::options::Namespace;
use crate::render::ApexFile;
use crate::tokens::{ApexIdent, ApexPath, JsonText, XmlText};
use planwright_apex::characters::one_line;
use planwright_apex::source_file;

/// Maximum length of a label in metadata.
const LABEL_LIMIT: usize = 80;
/// Maximum length of the description, in characters.
const DESCRIPTION_LIMIT: usize = 1000;

/// Result of rendering an action as an agent function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentFunction {
    /// Files of the function.
    Files(Vec<ApexFile>),
    /// The action requires an input that an agent cannot supply.
    Impossible {
        /// Payload key of the input.
        input: String,
    },
}

/// Renders the function of an action.
pub fn agent_function(blueprint: &Checked<ActionBlueprint>, namespace: Option<&Namespace>) -> AgentFunction {
    let action = Action::for_agents(blueprint.get());
    if let Some(input) = action.inputs.iter().find(|input| input.required && lightning_of(input).is_none()) {
        return AgentFunction::Impossible { input: input.plan.api_name.clone() };
    }
    let name = folder_name(&action.name);
    let folder = format!("main/default/genAiFunctions/{name}");
    let file = |path: &str, text: String| ApexFile { path: format!("{folder}/{path}"), text };
    let (input, output) = (source_file(&input_schema(&action)), source_file(&output_schema(&action)));
    let function = function(&action, namespace, &version(&[&input, &output]));
    AgentFunction::Files(vec![
        file(&format!("{name}.genAiFunction-meta.xml"), source_file(&function)),
        file("input/schema.json", input),
        file("output/schema.json", output),
    ])
}

#[derive(Debug, Template)]
#[template(path = "deploy/function.xml.txt")]
struct Function {
    description: XmlText,
    target: XmlText,
    label: XmlText,
}

#[derive(Debug, Template)]
#[template(path = "deploy/input.json.txt")]
struct InputSchema {
    required: Option<ApexPath>,
    properties: Vec<Property>,
}

#[derive(Debug)]
struct Property {
    name: ApexIdent,
    title: JsonText,
    description: JsonText,
    lightning_type: ApexPath,
    is_pii: bool,
    is_user_input: bool,
    separator: ApexPath,
}

#[derive(Debug, Template)]
#[template(path = "deploy/output.json.txt")]
struct OutputSchema {
    takes_token: bool,
    properties: Vec<Property>,
}

/// Returns eight digits that change with the schemas of a function.
///
/// The platform ignores changed schemas in a deployment whose XML did not change. The description therefore contains
/// the digits.
fn version(schemas: &[&str]) -> String {
    let [first, second, third, fourth, ..]: [u8; 32] = Sha256::digest(schemas.concat()).into();
    format!("{:08x}", u32::from_be_bytes([first, second, third, fourth]))
}

fn function(action: &Action<'_>, namespace: Option<&Namespace>, version: &str) -> Function {
    let purpose = action.purpose();
    let asks = action.checkpoint.map(|_| " Asks the user to confirm first, with the question in its message.");
    let description = [purpose.as_str(), asks.unwrap_or_default()].concat();
    let version = format!(" Schema version {version}.");
    Function {
        description: XmlText::new(&format!("{}{version}", cut(&description, DESCRIPTION_LIMIT - version.len()))),
        target: XmlText::new(&Namespace::class(namespace, action.class.as_str())),
        label: XmlText::new(&cut(label_or_name(&action.plan.label, &action.name), LABEL_LIMIT)),
    }
}

fn input_schema(action: &Action<'_>) -> InputSchema {
    let mut properties: Vec<Property> = action.inputs.iter().filter_map(|input| property(action, input)).collect();
    properties.extend(action.checkpoint.map(|question| Property {
        name: ApexIdent::near(TOKEN),
        title: JsonText::new("Confirmation Token"),
        description: JsonText::new(&format!(
            "The token that came with the question, only after the user answered yes to: {question}"
        )),
        lightning_type: ApexPath::keyword("lightning__textType"),
        is_pii: false,
        is_user_input: false,
        separator: ApexPath::keyword(","),
    }));
    let clearable = action.clearable();
    properties.extend((!clearable.is_empty()).then(|| Property {
        name: ApexIdent::near(CLEAR_FIELDS),
        title: JsonText::new("Clear Fields"),
        description: JsonText::new(&clearing(&clearable)),
        lightning_type: ApexPath::keyword("lightning__textType"),
        is_pii: false,
        is_user_input: false,
        separator: ApexPath::keyword(","),
    }));
    // JSON allows no comma after the last property.
    if let Some(last) = properties.last_mut() {
        last.separator = ApexPath::keyword("");
    }
    let required: Vec<&ApexIdent> =
        action.inputs.iter().filter(|input| input.required).map(|input| &input.member).collect();
    InputSchema { required: ApexPath::json_names(&required), properties }
}

/// Returns the schema of the output. It omits the list of errors, because the message contains the same information.
fn output_schema(action: &Action<'_>) -> OutputSchema {
    let properties = action.outputs.iter().filter_map(|output| {
        let said = output.plan.description.as_deref().filter(|text| !one_line(text).is_empty());
        let label = label_or_name(&output.plan.label, &output.plan.field_api_name);
        Some(Property {
            name: output.member.clone(),
            title: JsonText::new(label),
            description: JsonText::new(said.unwrap_or(label)),
            lightning_type: ApexPath::keyword(lightning_type(output.data_type, &output.plan.data_type)?),
            is_pii: false,
            is_user_input: false,
            separator: ApexPath::keyword(","),
        })
    });
    OutputSchema { takes_token: action.takes_token, properties: properties.collect() }
}

/// Returns the schema of an input, or `None` for an optional input that an agent cannot supply.
fn property(action: &Action<'_>, input: &Input<'_>) -> Option<Property> {
    let said = input.plan.description.as_deref().filter(|text| !one_line(text).is_empty());
    let label = label_or_name(&input.plan.label, &input.plan.api_name);
    let redacted = |guardrail: &&Guardrail| {
        matches!(guardrail, Guardrail::PiiRedact(_))
            && guarded_fields(guardrail).iter().any(|field| input.field.same(field))
    };
    Some(Property {
        name: input.member.clone(),
        title: JsonText::new(label),
        description: JsonText::new(said.unwrap_or(label)),
        lightning_type: ApexPath::keyword(lightning_of(input)?),
        is_pii: action.guardrails.iter().any(|guardrail| redacted(&guardrail)),
        is_user_input: input.plan.user_input.unwrap_or(input.required && input.is_field),
        separator: ApexPath::keyword(","),
    })
}

fn lightning_of(input: &Input<'_>) -> Option<&'static str> {
    lightning_type(input.data_type, input.hint())
}

/// Returns the standard Lightning type of a value, or `None` for binary values.
fn lightning_type(data_type: DataType, hint: &str) -> Option<&'static str> {
    match data_type {
        DataType::Text if hint.trim().eq_ignore_ascii_case("textarea") => Some("lightning__multilineTextType"),
        DataType::Text | DataType::MultiPicklist | DataType::Id => Some("lightning__textType"),
        DataType::Boolean => Some("lightning__booleanType"),
        DataType::Integer | DataType::Long => Some("lightning__integerType"),
        DataType::Decimal => Some("lightning__numberType"),
        DataType::Date => Some("lightning__dateType"),
        DataType::Datetime => Some("lightning__dateTimeStringType"),
        DataType::Time => Some("lightning__timeType"),
        DataType::Blob => None,
    }
}

/// Returns a name for the function and its folder. Windows reserves folder names such as `CON` and `AUX`.
fn folder_name(name: &str) -> String {
    let upper = name.to_ascii_uppercase();
    let numbered = ["COM", "LPT"]
        .iter()
        .any(|device| upper.strip_prefix(device).is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9'])));
    if numbered || ["CON", "PRN", "AUX", "NUL"].contains(&upper.as_str()) {
        format!("{name}_Action")
    } else {
        name.to_owned()
    }
}

/// Returns `text`, or `name` if `text` has no visible character.
fn label_or_name<'t>(text: &'t str, name: &'t str) -> &'t str {
    if one_line(text).is_empty() { name } else { text }
}

/// Shortens a string to at most `limit` characters, if possible at the end of a word, and adds an ellipsis.
fn cut(text: &str, limit: usize) -> String {
    let text = one_line(text);
    if text.chars().count() <= limit {
        return text;
    }
    let head: String = text.chars().take(limit - 1).collect();
    let end = head.rfind(' ').filter(|end| *end > head.len() / 2).unwrap_or(head.len());
    format!("{}…", head[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_names_are_valid_on_windows() {
        for (name, folder) in [
            ("Con", "Con_Action"),
            ("AUX", "AUX_Action"),
            ("Com1", "Com1_Action"),
            ("Com10", "Com10"),
            ("Contact", "Contact"),
        ] {
            assert_eq!(folder_name(name), folder);
        }
    }

    #[test]
    fn long_labels_are_cut_between_words() {
        assert_eq!(cut("Close Case", 80), "Close Case");
        assert_eq!(cut("one two three", 9), "one two…");
        assert_eq!(cut(&"x".repeat(90), 80).chars().count(), 80);
    }
}
