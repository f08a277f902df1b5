//! Extracts the calls of invocable Apex from flows.

use planwright_check::Report;
use roxmltree::Node;

use super::{ActionCall, CalledParam, CallerKind};
use planwright_org::xml::{child, children, content, parse, span};

/// Returns the calls of a flow.
///
/// # Errors
///
/// Returns a report if `text` is not XML.
pub(super) fn calls(path: &str, text: &str) -> Result<Vec<ActionCall>, Report> {
    let document = parse(text)?;
    let root = document.root_element();
    let mut calls = Vec::new();
    for node in children(root, "actionCalls") {
        let (Some(named), Some(class)) = (child(node, "actionName"), content(node, "actionName")) else { continue };
        if content(node, "actionType") != Some("apex") {
            continue;
        }
        let name = content(node, "name").unwrap_or(class);
        let param = |name: &str, span, declared: Option<String>| CalledParam {
            name: name.to_owned(),
            file: path.to_owned(),
            span,
            declared: declared.map(|declared| (declared, None)),
            is_sure: true,
        };
        let listed = |element: &'static str| {
            children(node, element).filter_map(move |one| {
                let named = child(one, "name")?;
                Some(param(content(one, "name")?, span(named), value_type(root, one)))
            })
        };
        let mut outputs: Vec<CalledParam> = listed("outputParameters").collect();
        if content(node, "storeOutputAutomatically") == Some("true") {
            for text_node in root.descendants().filter(Node::is_text) {
                let Some(written) = text.get(text_node.range()) else { continue };
                let start = text_node.range().start;
                let read = fields_of(written, name);
                outputs.extend(read.map(|(at, field)| param(field, start + at..start + at + field.len(), None)));
            }
        }
        calls.push(ActionCall {
            caller: format!("the flow action {name}"),
            kind: CallerKind::Flow,
            class: class.to_owned(),
            file: path.to_owned(),
            span: span(named),
            inputs: listed("inputParameters").collect(),
            outputs,
        });
    }
    Ok(calls)
}

/// Returns the type that the flow defines for a parameter: that of an input's literal, variable or formula, or of an
/// output's variable.
fn value_type(root: Node<'_, '_>, param: Node<'_, '_>) -> Option<String> {
    let value = child(param, "value");
    let literal = value.and_then(|value| value.first_element_child()).and_then(|one| {
        Some(match one.tag_name().name() {
            "stringValue" => "text",
            "numberValue" => "number",
            "booleanValue" => "boolean",
            "dateValue" => "date",
            "dateTimeValue" => "datetime",
            _ => return None,
        })
    });
    if let Some(literal) = literal {
        return Some(literal.to_owned());
    }
    let named =
        value.map_or_else(|| content(param, "assignToReference"), |value| content(value, "elementReference"))?;
    let is_named = |one: &Node<'_, '_>| content(*one, "name") == Some(named);
    let found = ["variables", "formulas", "constants"].iter().find_map(|kind| children(root, kind).find(is_named))?;
    let one = match content(found, "dataType")? {
        "String" | "Picklist" | "Multipicklist" => "text",
        "Number" | "Currency" => "number",
        "Boolean" => "boolean",
        "Date" => "date",
        "DateTime" => "datetime",
        _ => return None,
    };
    let list = if content(found, "isCollection") == Some("true") { "collection of " } else { "" };
    Some(format!("{list}{one}"))
}

/// Returns the fields in expressions `name.field`, each with the byte offset of the field.
fn fields_of<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(name).filter_map(move |(at, _)| {
        let is_begun = text[..at].chars().next_back().is_none_or(|letter| !is_part(letter) && letter != '.');
        let rest = text[at + name.len()..].strip_prefix('.').filter(|_| is_begun)?;
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        (end > 0).then(|| (at + name.len() + 1, &rest[..end]))
    })
}
