//! Lists the prompts and resources: a prompt for each contract, and every schema.

use std::borrow::Cow;

use planwright_check::prompt::{MAX_GOAL, Prompt as ContractPrompt, PromptStyle, PromptTask};
use planwright_contracts::action_blueprint::{Snapshot, org_facts};
use planwright_contracts::{ContractName, check};
use planwright_generated::{ROOTS, RootInfo};
use planwright_schema::exact_numbers;
use planwright_workflow::system_prompt;
use rmcp::model::{Prompt, PromptArgument, Resource};
use serde_json::{Map, Value};

/// Prefix of the URI of a schema.
const SCHEMAS: &str = "planwright://schemas/";
/// Media type of a JSON Schema.
pub(super) const MEDIA_TYPE: &str = "application/schema+json";
/// Name of the prompt for a model that has the workflow tools.
const TOOLS_PROMPT: &str = "workflow-tool-calls";

/// Returns all prompts: one for each contract whose documents models write, and one for the workflow tools if they are
/// served.
pub(super) fn prompts(has_workflow: bool) -> Vec<Prompt> {
    let goal = || PromptArgument::new("goal").with_description("Goal to include, as text.").with_required(false);
    let about = "How to build a workflow with the workflow tools.";
    let tools = Prompt::new(TOOLS_PROMPT, Some(about), Some(vec![goal()]));
    let contracts =
        ContractName::ALL.into_iter().filter_map(|contract| contract.prompt().map(|prompt| (contract, prompt)));
    let contracts = contracts.map(|(contract, prompt)| {
        let purpose = format!("How to write a document of the contract {contract}: {}", prompt.purpose);
        let style = "short: a line for each field, or full: the whole schema. Default: full.";
        let mut arguments = vec![goal(), PromptArgument::new("style").with_description(style).with_required(false)];
        if contract == ContractName::ActionBlueprint {
            let about = "Schema snapshot as JSON, whose objects, fields and picklist values to include.";
            arguments.push(PromptArgument::new("snapshot").with_description(about).with_required(false));
        }
        Prompt::new(contract.as_str(), Some(purpose), Some(arguments))
    });
    contracts.chain(has_workflow.then_some(tools)).collect()
}

/// Returns a prompt, or the reason why its name or arguments are wrong.
pub(super) fn prompt(name: &str, arguments: &Map<String, Value>, has_workflow: bool) -> Result<String, String> {
    let unknown = || format!("Unknown prompt: {name}");
    let argument = |name: &str| match arguments.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(_) => Err(format!("The argument {name} must be a string.")),
    };
    let goal = argument("goal")?;
    if name == TOOLS_PROMPT && has_workflow {
        let task = task(goal, None)?;
        let separator = if goal.is_some() { "\n" } else { "" };
        return Ok(format!("{}{separator}{task}", system_prompt()));
    }
    let contract = ContractName::parse(name).ok_or_else(unknown)?;
    let prompt = contract.prompt().ok_or_else(unknown)?;
    let style = match argument("style")? {
        None | Some("full") => PromptStyle::Full,
        Some("short") => PromptStyle::Short,
        Some(_) => return Err("The argument style must be short or full.".to_owned()),
    };
    let org = match argument("snapshot")? {
        Some(_) if contract != ContractName::ActionBlueprint => {
            return Err("Only the prompt action-blueprint has the argument snapshot.".to_owned());
        }
        Some(text) => {
            let snapshot = check::<Snapshot>(text, &());
            let snapshot = snapshot.map_err(|report| {
                let first = report.errors().next().map(|error| format!("{} at {:?}", error.code, error.at.as_str()));
                format!("The argument snapshot is not a schema snapshot: {}.", first.unwrap_or_default())
            })?;
            Some(org_facts(&snapshot, goal.unwrap_or_default()))
        }
        None => None,
    };
    Ok(ContractPrompt { task: task(goal, org)?, style, ..prompt }.to_string())
}

fn task(goal: Option<&str>, org: Option<String>) -> Result<PromptTask, String> {
    PromptTask::new(goal, org).ok_or_else(|| format!("The argument goal has more than {MAX_GOAL} characters."))
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
