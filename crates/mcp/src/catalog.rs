//! Lists the tools for clients: their schemas, and hints about the effects of a call.

use std::sync::Arc;

use planwright_generated::{RootInfo, mcp_tools};
use planwright_schema::model::Keyword;
use planwright_schema::{exact_numbers, keywords};
use planwright_source::Pointer;
use planwright_workflow as workflow;
use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

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

/// Returns all tools, starting with the workflow tools.
pub(super) fn tools() -> Vec<Tool> {
    let workflow = workflow::TOOLS.iter().map(|one| {
        let effect = match one.name {
            "validate_blueprint" => Effect::Reads,
            "create_blueprint" | "set_disclosure" => Effect::Sets,
            // These calls replace an existing element with the same id, and so remove its content.
            _ => Effect::Removes,
        };
        tool(one.name, one.description, &one.params, &one.returns, effect)
    });
    let others =
        mcp_tools::TOOLS.iter().map(|one| tool(one.name, one.description, &one.params, &one.returns, Effect::Reads));
    workflow.chain(others).collect()
}

fn tool(name: &'static str, description: &'static str, params: &RootInfo, returns: &RootInfo, effect: Effect) -> Tool {
    let hints = ToolAnnotations::with_title(title(name))
        .read_only(effect == Effect::Reads)
        .destructive(effect == Effect::Removes)
        .idempotent(name != "remove_participant")
        .open_world(false);
    let (params, returns) = (schema(params, bound), schema(returns, without_inexact_bounds));
    Tool::new(name, description, params).with_raw_output_schema(returns).with_annotations(hints)
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

/// Returns a schema in the form that clients accept: an object at the top level, and without `$id`, because two copies
/// of an id would collide.
fn schema(root: &RootInfo, bound: fn(&mut Value)) -> Arc<Map<String, Value>> {
    let schema: Value = serde_json::from_str(root.schema).unwrap_or_default();
    let schema = keywords::rebuild(&schema, &Pointer::root(), &mut |schema, _| bound(schema));
    let Value::Object(mut schema) = schema else { return Arc::default() };
    schema.shift_remove(Keyword::DollarId.name());
    // Draft 7 ignores keywords next to a reference, and clients differ in whether they do.
    if schema.get(Keyword::Schema.name()).and_then(Value::as_str).is_some_and(|dialect| dialect.contains("draft-07")) {
        schema.values_mut().for_each(isolate_references);
    }
    schema.entry("type").or_insert_with(|| "object".into());
    Arc::new(schema)
}

/// Moves each reference with sibling keywords into an `allOf`, where both apply.
fn isolate_references(schema: &mut Value) {
    match schema {
        Value::Array(all) => all.iter_mut().for_each(isolate_references),
        Value::Object(members) => {
            for (name, value) in members.iter_mut() {
                // These keywords contain values, not schemas.
                if !matches!(name.as_str(), "enum" | "const" | "default" | "examples") {
                    isolate_references(value);
                }
            }
            if members.len() > 1
                && let Some(reference) =
                    members.get(Keyword::Ref.name()).filter(|reference| reference.is_string()).cloned()
            {
                members.shift_remove(Keyword::Ref.name());
                let mut all = vec![json!({ Keyword::Ref.name(): reference })];
                if let Some(Value::Array(more)) = members.shift_remove(Keyword::AllOf.name()) {
                    all.extend(more);
                }
                members.insert(Keyword::AllOf.name().to_owned(), Value::Array(all));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
