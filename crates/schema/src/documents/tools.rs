//! Reads lists of tools: `tools/list` of the Model Context Protocol, and function lists of `OpenAI` and Anthropic.

use planwright_source::Pointer;
use serde_json::{Map, Value};

use super::parts::Parts;
use super::{DocumentProblem, DocumentProblemKind};
use crate::draft::{self, Draft};
use crate::names::type_name;
use crate::uri;

/// Property names for the input schema. Those for the output schema follow.
const INPUT: [&str; 3] = ["inputSchema", "input_schema", "parameters"];
const OUTPUT: [&str; 2] = ["outputSchema", "output_schema"];

/// Returns whether a document is a list of tools and not a schema.
pub fn is_one(document: &Value) -> bool {
    let is_tool = |entry: &Value| {
        let entry = entry.get("function").filter(|inner| inner.is_object()).unwrap_or(entry);
        let is_named = entry.get("name").is_some_and(Value::is_string);
        is_named
            && (INPUT.iter().any(|key| entry.get(key).is_some()) || entry.get("type").is_some_and(Value::is_string))
    };
    list(document).is_ok_and(|(entries, _)| !entries.is_empty() && entries.iter().all(is_tool))
}

/// Returns whether a tool of a list has an input schema.
pub(super) fn has_schemas(document: &Value) -> bool {
    let has_schema = |entry: &Value| {
        let entry = entry.get("function").unwrap_or(entry);
        INPUT.iter().any(|key| entry.get(key).is_some_and(Value::is_object))
    };
    list(document).is_ok_and(|(entries, _)| entries.iter().any(has_schema))
}

/// A tool of a list.
#[derive(Debug)]
pub struct Tool<'d> {
    /// Location of the tool.
    pub at: Pointer,
    /// Name of the tool.
    pub name: &'d str,
    /// The tool as it is written.
    pub members: &'d Map<String, Value>,
    /// Display name.
    pub title: Option<&'d str>,
    /// Description in prose.
    pub description: Option<&'d str>,
    /// Location and schema of the arguments.
    pub input: Option<(Pointer, &'d Value)>,
    /// Location and schema of the result.
    pub output: Option<(Pointer, &'d Value)>,
}

/// Returns the list in a document and its location.
///
/// # Errors
///
/// Returns an error if the document is not a list, or is one page of a list.
pub fn list(document: &Value) -> Result<(&Vec<Value>, Pointer), Box<DocumentProblem>> {
    let root = Pointer::root();
    if let Some(list) = document.as_array() {
        return Ok((list, root));
    }
    if let Some(error) = document.get("error").filter(|_| document.get("jsonrpc").is_some()) {
        let message = format!("the server answered with an error: {error}");
        return Err(Box::new(DocumentProblem::malformed(root.member("error"), message)));
    }
    let (holder, at) = match document.get("result") {
        Some(result) if document.get("tools").is_none() => (result, root.member("result")),
        _ => (document, root),
    };
    if holder.get("nextCursor").is_some_and(|cursor| !cursor.is_null()) {
        let problem = DocumentProblem {
            kind: DocumentProblemKind::Incomplete,
            ..DocumentProblem::malformed(at.member("nextCursor"), "the list has further pages")
        };
        let help =
            "put the tools of all pages into one list, or let `planwright lock --command` ask the server for them";
        return Err(Box::new(problem.with_help(help)));
    }
    for name in ["tools", "functions"] {
        if let Some(list) = holder.get(name).and_then(Value::as_array) {
            return Ok((list, at.member(name)));
        }
    }
    let problem = DocumentProblem::malformed(at, "this is not a list of operations");
    let help = "give the result of `tools/list`, a list of functions or tools, or an OpenAPI document";
    Err(Box::new(problem.with_help(help)))
}

/// Reads one entry of a list.
///
/// # Errors
///
/// Returns everything that is malformed.
pub fn tool<'d>(entry: &'d Value, at: &Pointer) -> Result<Tool<'d>, Vec<DocumentProblem>> {
    let (entry, at) = match entry.get("function") {
        Some(inner) if inner.is_object() => (inner, at.member("function")),
        _ => (entry, at.clone()),
    };
    let Some(members) = entry.as_object() else {
        let message = "an operation is an object with `name` and the schema of its input";
        return Err(vec![DocumentProblem::malformed(at, message)]);
    };
    let mut problems = Vec::new();
    let name = members.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    if name.is_none() {
        problems.push(DocumentProblem::malformed(
            at.member("name"),
            "an operation must have a `name`, a string that is not empty",
        ));
    }
    let mut text = |key: &str| match members.get(key) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.as_str()),
        Some(_) => {
            problems.push(DocumentProblem::malformed(at.member(key), format!("`{key}` must be a string")));
            None
        }
    };
    let (title, description) = (text("title"), text("description"));
    let mut schema = |keys: &[&str]| {
        let (key, schema) = keys.iter().find_map(|key| Some((*key, members.get(*key)?)))?;
        let at = at.member(key);
        if schema.is_object() || schema.is_boolean() {
            return Some((at, schema));
        }
        let message = format!("`{key}` is not a schema: expected an object");
        let kind = DocumentProblemKind::NoSchema;
        problems.push(DocumentProblem { kind, ..DocumentProblem::malformed(at, message) });
        None
    };
    let is_given = INPUT.iter().any(|key| members.contains_key(*key));
    let (input, output) = (schema(&INPUT), schema(&OUTPUT));
    if !is_given && needs_schema(members, &at) {
        let problem = DocumentProblem::malformed(at.clone(), "the schema of the input is missing");
        let help = "add `inputSchema`; of an operation without arguments it is {\"type\": \"object\"}";
        problems.push(problem.with_help(help));
    }
    match name {
        Some(name) if problems.is_empty() => Ok(Tool { at, name, members, title, description, input, output }),
        _ => Err(problems),
    }
}

/// Checks whether an entry without a schema is an error.
///
/// Functions without arguments may omit the schema, and so may tools that a vendor defines, such as
/// `{"type": "bash_20250124", "name": "bash"}`.
fn needs_schema(members: &Map<String, Value>, at: &Pointer) -> bool {
    let is_function = at.last().is_some_and(|last| last == "function") || at.tokens().any(|token| token == "functions");
    !is_function && !members.contains_key("type")
}

/// Returns the schemas of a list, and their dialect. The names are those of the tools with `Params` and `Returns`.
///
/// References in the schema of a tool start from that schema, so each becomes a separate resource.
pub(super) fn parts<'d>(document: &'d Value, path: &str) -> Result<(Parts<'d>, Draft), Vec<DocumentProblem>> {
    let (entries, at) = list(document).map_err(|problem| vec![*problem])?;
    let (mut parts, mut problems) = (Parts::new(document), Vec::new());
    let mut dialect = None;
    for (index, entry) in entries.iter().enumerate() {
        let tool = match tool(entry, &at.index(index)) {
            Ok(tool) => tool,
            Err(found) => {
                problems.extend(found);
                continue;
            }
        };
        for (schema, suffix) in [(tool.input, "Params"), (tool.output, "Returns")] {
            let Some((at, schema)) = schema else { continue };
            let named = schema.get("$schema").and_then(Value::as_str).and_then(draft::from_dialect);
            let draft = *dialect.get_or_insert(named.unwrap_or(draft::DEFAULT));
            let name = format!("{} {suffix}", tool.name);
            let own = format!("{}/{}", uri::from_path(path), type_name(&name));
            let schema = as_resource(schema, &own, named.unwrap_or(draft));
            parts.add_composed(&[name], schema, at, Vec::new());
        }
    }
    if problems.is_empty() { Ok((parts, dialect.unwrap_or(draft::DEFAULT))) } else { Err(problems) }
}

/// Returns the schema with a URI.
fn as_resource(schema: &Value, uri: &str, draft: Draft) -> Value {
    let mut schema = schema.clone();
    if let Value::Object(members) = &mut schema {
        members.entry(draft::id_keyword(draft)).or_insert_with(|| uri.into());
        members.entry("$schema").or_insert_with(|| draft::uri(draft).into());
    }
    schema
}
