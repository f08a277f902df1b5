//! Lists the prompts and resources: a prompt for each contract, and every schema.

use std::borrow::Cow;

use planwright_contracts::ContractName;
use planwright_generated::{ROOTS, RootInfo};
use planwright_schema::exact_numbers;
use planwright_workflow::system_prompt;
use rmcp::model::{Prompt, Resource};
use serde_json::Value;

/// Prefix of the URI of a schema.
const SCHEMAS: &str = "planwright://schemas/";
/// Media type of a JSON Schema.
pub(super) const MEDIA_TYPE: &str = "application/schema+json";
/// Name of the prompt for a model that has the workflow tools.
const TOOLS_PROMPT: &str = "workflow-tool-calls";

/// Returns all prompts: one for each contract whose documents models write, and one for the workflow tools if they are
/// served.
pub(super) fn prompts(has_workflow: bool) -> Vec<Prompt> {
    let none = None::<Vec<rmcp::model::PromptArgument>>;
    let tools = Prompt::new(TOOLS_PROMPT, Some("How to build a workflow with the workflow tools."), none.clone());
    let contracts =
        ContractName::ALL.into_iter().filter_map(|contract| contract.prompt().map(|prompt| (contract, prompt)));
    let contracts = contracts.map(|(contract, prompt)| {
        let purpose = format!("How to write a document of the contract {contract}: {}", prompt.purpose);
        Prompt::new(contract.as_str(), Some(purpose), none.clone())
    });
    contracts.chain(has_workflow.then_some(tools)).collect()
}

/// Returns the text of a prompt.
pub(super) fn prompt(name: &str, has_workflow: bool) -> Option<String> {
    if name == TOOLS_PROMPT {
        return has_workflow.then(system_prompt);
    }
    ContractName::parse(name)?.prompt().map(|prompt| prompt.to_string())
}

/// Returns all schemas as resources.
pub(super) fn resources() -> Vec<Resource> {
    let resource = |root: &RootInfo| {
        let schema: Value = serde_json::from_str(root.schema).unwrap_or_default();
        let text = |name: &str| schema.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        Resource::new(format!("{SCHEMAS}{}", root.file), root.file)
            .with_title(text("title"))
            .with_description(text("description"))
            .with_mime_type(MEDIA_TYPE)
            .with_size(served(root).len() as u64)
    };
    ROOTS.iter().map(resource).collect()
}

/// Returns the schema at a URI.
pub(super) fn schema(uri: &str) -> Option<Cow<'static, str>> {
    let file = uri.strip_prefix(SCHEMAS)?;
    ROOTS.iter().find(|root| root.file == file).map(served)
}

/// Returns the JSON of a schema, with its numbers limited to those that clients can represent exactly.
fn served(root: &RootInfo) -> Cow<'static, str> {
    match serde_json::from_str::<Value>(root.schema) {
        Ok(schema) if exact_numbers::is_inexact(&schema) => Cow::Owned(exact_numbers::bound_all(&schema).to_string()),
        _ => Cow::Borrowed(root.schema),
    }
}
