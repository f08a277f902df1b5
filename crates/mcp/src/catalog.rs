//! Lists the tools for clients: their schemas, and hints about the effects of a call.

use std::sync::Arc;

use planwright_api::{Dialect, NamedSchema};
use planwright_generated::{RootInfo, mcp_tools};
use planwright_schema::model::Keyword;
use planwright_schema::{exact_numbers, keywords};
use planwright_source::Pointer;
use planwright_workflow as workflow;
use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

use super::drafts::{CREATE_TOOL, HANDLE};

/// Effect of a tool on the draft.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// The draft does not change.
    Reads,
    /// Something is added or set. Repeating the call has no further effect.
    Sets,
    /// Something is removed.
    Removes,
}

/// Group of tools that `--tools` selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
#[allow(clippy::doc_markdown, reason = "the text is shown in a terminal")]
pub enum ToolGroup {
    /// check: Check a document against a contract or a schema of the caller.
    Check,
    /// extract: Find the document in a model's answer.
    Extract,
    /// export_schema: Return a schema, also in the dialect of a vendor.
    Export,
    /// render_apex: Generate Salesforce Apex from blueprints.
    Apex,
    /// The tools that build and read workflows.
    Workflow,
    /// plan_form: Create a form plan from a request in Persian.
    Forms,
    /// order_fix_plan: Order the tasks of a fix plan.
    Fix,
    /// read_audit: Read the audit log of an agent.
    Audit,
    /// Every tool.
    All,
}

impl ToolGroup {
    /// Returns the group of a tool.
    pub(super) fn of_tool(tool: &str) -> Self {
        match tool {
            "check" => Self::Check,
            "extract" => Self::Extract,
            "export_schema" => Self::Export,
            "render_apex" => Self::Apex,
            "plan_form" => Self::Forms,
            "order_fix_plan" => Self::Fix,
            "read_audit" => Self::Audit,
            _ => Self::Workflow,
        }
    }
}

/// Returns the tools of the groups, starting with those that change a blueprint.
pub(super) fn tools(groups: &[ToolGroup]) -> Vec<Tool> {
    let is_served = |name: &str| groups.contains(&ToolGroup::All) || groups.contains(&ToolGroup::of_tool(name));
    let workflow = workflow::TOOLS.iter().filter(|one| is_served(one.name)).map(|one| {
        let effect = match one.name {
            "validate_blueprint" => Effect::Reads,
            "create_blueprint" | "set_disclosure" => Effect::Sets,
            // These calls remove an element, or replace one with the same id and so remove its content.
            _ => Effect::Removes,
        };
        let mut tool = tool(one.name, one.description, &one.params, &one.returns, effect);
        accept_handle(&mut tool);
        tool
    });
    let others = mcp_tools::TOOLS.iter().filter(|one| is_served(one.name));
    let others = others.map(|one| tool(one.name, one.description, &one.params, &one.returns, Effect::Reads));
    workflow.chain(others).collect()
}

fn tool(name: &'static str, description: &'static str, params: &RootInfo, returns: &RootInfo, effect: Effect) -> Tool {
    let hints = ToolAnnotations::with_title(title(name))
        .read_only(effect == Effect::Reads)
        .destructive(effect == Effect::Removes)
        .idempotent(!matches!(name, "create_blueprint" | "remove_participant" | "delete_action" | "undo"))
        .open_world(false);
    let (params, returns) = (schema(params, bound), schema(returns, without_inexact_bounds));
    Tool::new(name, description, params).with_raw_output_schema(returns).with_annotations(hints)
}

/// Adds the handle of a blueprint to the arguments of a tool.
fn accept_handle(tool: &mut Tool) {
    let schema = Arc::make_mut(&mut tool.input_schema);
    if let Some(Value::Object(properties)) = schema.get_mut(Keyword::Properties.name()) {
        let description = if tool.name == CREATE_TOOL {
            "Id of a blueprint that gets the new title and description. Without it, a new blueprint is created."
        } else {
            "Id of the blueprint, as create_blueprint returned it. Without it, the blueprint that you created last."
        };
        properties.insert(HANDLE.to_owned(), json!({ "type": "string", "description": description }));
    }
}

/// Returns the title of a tool: `add_participant` -> `Add participant`.
fn title(name: &str) -> String {
    let mut words = name.replace('_', " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// Limits the numbers of an input schema to those that every client can represent exactly.
fn bound(schema: &mut Value) {
    exact_numbers::bound(schema);
}

/// Removes bounds that a client cannot represent exactly. A result may contain a number that exceeds a rounded bound.
fn without_inexact_bounds(schema: &mut Value) {
    if let Some(members) = schema.as_object_mut() {
        let is_bound = |name: &str| {
            use Keyword::{ExclusiveMaximum, ExclusiveMinimum, Maximum, Minimum};
            matches!(Keyword::from_name(name), Some(Maximum | Minimum | ExclusiveMaximum | ExclusiveMinimum))
        };
        members.retain(|name, value| !is_bound(name) || !exact_numbers::is_inexact(value));
    }
    exact_numbers::bound(schema);
}

/// Returns a schema as clients of every version accept it: an object, without `$schema` and references.
fn schema(root: &RootInfo, bound: fn(&mut Value)) -> Arc<Map<String, Value>> {
    let schema: Value = serde_json::from_str(root.schema).unwrap_or_default();
    let schema = keywords::rebuild(&schema, &Pointer::root(), &mut |schema, _| {
        bound(schema);
        if let Some(members) = schema.as_object_mut() {
            members.shift_remove(Keyword::Comment.name());
        }
    });
    let given =
        NamedSchema::of_texts(root.file.to_owned(), vec![(root.file.to_owned(), schema.to_string().into_bytes())]);
    match given.convert(Dialect::Mcp).map(|conversion| conversion.schema().clone()) {
        Ok(Value::Object(mut schema)) => {
            // The name of a Rust type is of no use to a client.
            schema.shift_remove(Keyword::Title.name());
            Arc::new(schema)
        }
        // A test converts the schemas of every tool.
        _ => Arc::default(),
    }
}
