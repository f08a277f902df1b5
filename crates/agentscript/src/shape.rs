//! Checks the properties of definitions and uses: each property may occur once, and unknown properties are rejected.
//! The target does not matter.

use std::collections::BTreeSet;

use planwright_check::{Diagnostic, nearest};

use super::codes;
use super::script::{AgentScript, ScriptAction, ScriptParam, ScriptProperty, ScriptText, fault};

/// Properties of an action, except its inputs and outputs.
const ACTION_PROPERTIES: [&str; 7] = [
    "description",
    "label",
    "require_user_confirmation",
    "include_in_progress_indicator",
    "progress_indicator_message",
    "source",
    "target",
];

/// Properties of an input that have an effect.
const INPUT_PROPERTIES: [&str; 6] =
    ["label", "description", "is_required", "is_user_input", "schema", "complex_data_type_name"];

/// Properties of an output that have an effect.
const OUTPUT_PROPERTIES: [&str; 6] =
    ["label", "description", "complex_data_type_name", "filter_from_agent", "is_displayable", "is_used_by_planner"];

/// Properties of a use, except its bindings.
const USE_PROPERTIES: [&str; 2] = ["description", "label"];

/// Kinds of targets, compared without regard to case. The first one is checked against its class.
const SCHEMES: [&str; 25] = [
    "apex",
    "api",
    "apexRest",
    "auraEnabled",
    "cdpMlPrediction",
    "createCatalogItemRequest",
    "decisionTableAction",
    "executeIntegrationProcedure",
    "expressionSet",
    "externalConnector",
    "externalService",
    "flow",
    "generatePromptResponse",
    "integrationProcedureAction",
    "mcpTool",
    "namedQuery",
    "placeholder",
    "platformMcpTool",
    "prompt",
    "quickAction",
    "retriever",
    "runExpressionSet",
    "serviceCatalog",
    "slack",
    "standardInvocableAction",
];

/// Checks every definition and use of a script.
pub(super) fn check_shape(script: &AgentScript, found: &mut Vec<Diagnostic>) {
    report_duplicates(script.subagents.iter(), "subagent", found);
    for subagent in script.subagents.iter().map(|name| name.text.as_str()).collect::<BTreeSet<_>>() {
        let here = script.actions.iter().filter(|action| action.subagent == subagent);
        report_duplicates(here.map(|action| &action.name), "action", found);
    }
    for action in &script.actions {
        properties(&action.properties, &ACTION_PROPERTIES, "an action", found);
        target(action, found);
        for (params, known, what) in
            [(&action.inputs, &INPUT_PROPERTIES, "an input"), (&action.outputs, &OUTPUT_PROPERTIES, "an output")]
        {
            for param in params {
                properties(&param.properties, known, what, found);
            }
        }
        for input in &action.inputs {
            number_default(input, found);
        }
    }
    for one in &script.uses {
        for property in one.properties.iter().filter(|property| !USE_PROPERTIES.contains(&property.text.as_str())) {
            found.push(unknown(property, &USE_PROPERTIES, "a use of an action"));
        }
        report_duplicates(one.properties.iter(), "property", found);
        report_duplicates(one.with.iter().map(|(name, _)| name), "input", found);
    }
}

/// Reports names that occur twice.
fn report_duplicates<'n>(names: impl Iterator<Item = &'n ScriptText>, what: &str, found: &mut Vec<Diagnostic>) {
    let mut taken = BTreeSet::new();
    for name in names.filter(|name| !taken.insert(name.text.as_str())) {
        let message = format!("duplicate {what} {}", name.text);
        found.push(fault(codes::AGENT_NAME, &name.span, message, "remove or rename one"));
    }
}

fn properties(all: &[ScriptProperty], known: &[&'static str], what: &str, found: &mut Vec<Diagnostic>) {
    let names: Vec<ScriptText> =
        all.iter().map(|property| ScriptText { text: property.name.clone(), span: property.span.clone() }).collect();
    report_duplicates(names.iter(), "property", found);
    for name in names.iter().filter(|name| !known.contains(&name.text.as_str())) {
        let is_elsewhere = [&INPUT_PROPERTIES[..], &OUTPUT_PROPERTIES].concat().contains(&name.text.as_str());
        found.push(if is_elsewhere && what != "an action" {
            let message = format!("{} has no effect on {what}", name.text);
            fault(codes::AGENT_DROPPED, &name.span, message, "remove it")
        } else {
            unknown(name, known, what)
        });
    }
}

fn unknown(name: &ScriptText, known: &[&'static str], what: &str) -> Diagnostic {
    let help = nearest(&name.text, known.iter().copied())
        .map_or_else(|| "remove it".to_owned(), |near| format!("did you mean {near:?}?"));
    fault(codes::AGENT_DROPPED, &name.span, format!("{what} has no property {}", name.text), &help)
}

/// Reports defaults of numbers, because the compiler only keeps those of strings and Booleans.
fn number_default(param: &ScriptParam, found: &mut Vec<Diagnostic>) {
    let is_number = ["number", "integer", "long", "currency"].contains(&param.script_type.text.as_str());
    if param.has_default && is_number {
        let message = format!("the default of {} is dropped, as that of every number", param.name.text);
        let help = "bind the value with `with` where the action is used";
        found.push(fault(codes::AGENT_DROPPED, &param.name.span, message, help));
    }
}

fn target(action: &ScriptAction, found: &mut Vec<Diagnostic>) {
    let Some(target) = action.property("target") else {
        let message = format!("the action {} has no target", action.name.text);
        let help = "add one, such as target: \"apex://OrderActions\"";
        found.push(fault(codes::AGENT_TARGET, &action.name.span, message, help));
        return;
    };
    let scheme = target.value.text.split_once(':').map(|(scheme, _)| scheme);
    if scheme.is_some_and(|scheme| SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme))) {
        return;
    }
    let message = match scheme {
        Some(scheme) => format!("{scheme}:// is not a kind of target"),
        None => "the target names no kind of target".to_owned(),
    };
    let near = scheme.and_then(|scheme| nearest(scheme, SCHEMES));
    let help = near.map_or_else(
        || "write one such as \"apex://OrderActions\" or \"flow://Post_Order\"".to_owned(),
        |near| format!("did you mean \"{near}://\"?"),
    );
    found.push(fault(codes::AGENT_TARGET, &target.value.span, message, &help));
}
