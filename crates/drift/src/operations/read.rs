//! Reads lists of operations in the formats of servers and vendors.
//!
//! These are `tools/list` of the Model Context Protocol, function lists of `OpenAI` and Anthropic, and `OpenAPI`.

use planwright_runtime::Diagnostic;
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use super::{
    CallForm, INVALID_OPERATION, INVALID_SCHEMA, LIST_INCOMPLETE, OfferedOperation, OperationList, OperationOrigin,
    add, hints, openapi, with_help,
};

/// Property names for the input schema. Those for the output schema follow.
const INPUT: [&str; 3] = ["inputSchema", "input_schema", "parameters"];
const OUTPUT: [&str; 2] = ["outputSchema", "output_schema"];

/// Reads the operations of a list. Returns all errors if it is malformed.
pub fn read_operations(document: &Value) -> Result<OperationList, Vec<Diagnostic>> {
    if document.get("openapi").is_some() || document.get("swagger").is_some() {
        return openapi::read_document(document);
    }
    let (list, at) = list(document).map_err(|problem| vec![*problem])?;
    let mut operations = OperationList::new();
    let mut problems = Vec::new();
    for (index, entry) in list.iter().enumerate() {
        let at = at.index(index);
        match operation(entry, &at) {
            Ok((name, found)) => add(&mut operations, &mut problems, name, found),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(operations) } else { Err(problems) }
}

/// Returns the list in a document and its location.
fn list(document: &Value) -> Result<(&Vec<Value>, Pointer), Box<Diagnostic>> {
    let root = Pointer::root();
    if let Some(list) = document.as_array() {
        return Ok((list, root));
    }
    if let Some(error) = document.get("error").filter(|_| document.get("jsonrpc").is_some()) {
        let message = format!("the server answered with an error: {error}");
        return Err(Box::new(Diagnostic::error(INVALID_OPERATION, root.member("error"), message)));
    }
    let (holder, at) = match document.get("result") {
        Some(result) if document.get("tools").is_none() => (result, root.member("result")),
        _ => (document, root),
    };
    if holder.get("nextCursor").is_some_and(|cursor| !cursor.is_null()) {
        let problem = Diagnostic::error(LIST_INCOMPLETE, at.member("nextCursor"), "the list has further pages");
        let help =
            "put the tools of all pages into one list, or let `planwright lock --command` ask the server for them";
        return Err(Box::new(with_help(problem, help)));
    }
    for name in ["tools", "functions"] {
        if let Some(list) = holder.get(name).and_then(Value::as_array) {
            return Ok((list, at.member(name)));
        }
    }
    let problem = Diagnostic::error(INVALID_OPERATION, at, "this is not a list of operations");
    let help = "give the result of `tools/list`, a list of functions or tools, or an OpenAPI 3.1 document";
    Err(Box::new(with_help(problem, help)))
}

/// Reads one entry and its name.
fn operation(entry: &Value, at: &Pointer) -> Result<(String, OfferedOperation), Vec<Diagnostic>> {
    let wrong = |at: Pointer, message: &str| Diagnostic::error(INVALID_OPERATION, at, message);
    let (entry, at) = match entry.get("function") {
        Some(inner) if inner.is_object() => (inner, at.member("function")),
        _ => (entry, at.clone()),
    };
    let Some(members) = entry.as_object() else {
        return Err(vec![wrong(at, "an operation is an object with `name` and the schema of its input")]);
    };
    let mut problems = Vec::new();
    let name = members.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    if name.is_none() {
        problems.push(wrong(at.member("name"), "an operation must have a `name`, a string that is not empty"));
    }
    let mut text = |key: &str| match members.get(key) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(_) => {
            problems.push(wrong(at.member(key), &format!("`{key}` must be a string")));
            None
        }
    };
    let (title, description) = (text("title"), text("description"));
    let annotations = annotations(members, &at).unwrap_or_else(|found| {
        problems.extend(found);
        Map::new()
    });
    let mut schema = |keys: &[&str]| {
        let (key, schema) = keys.iter().find_map(|key| Some((*key, members.get(*key)?)))?;
        let at = at.member(key);
        if schema.is_object() || schema.is_boolean() {
            return Some((schema.clone(), at));
        }
        problems.push(Diagnostic::error(INVALID_SCHEMA, at, format!("`{key}` is not a schema: expected an object")));
        None
    };
    let given = INPUT.iter().any(|key| members.contains_key(*key));
    let (input, output) = (schema(&INPUT), schema(&OUTPUT));
    if !given && needs_schema(members, &at) {
        let problem = wrong(at.clone(), "the schema of the input is missing");
        problems.push(with_help(
            problem,
            "add `inputSchema`; of an operation without arguments it is {\"type\": \"object\"}",
        ));
    }
    let origin = OperationOrigin {
        input: input.as_ref().map(|(_, at)| at.clone()),
        output: output.as_ref().map(|(_, at)| at.clone()),
        at,
    };
    match name {
        Some(name) if problems.is_empty() => {
            let input = input.map_or_else(|| json!({ "type": "object", "properties": {} }), |(schema, _)| schema);
            let output = output.map(|(schema, _)| schema);
            let form = CallForm::Tool;
            Ok((name.to_owned(), OfferedOperation { form, title, description, annotations, input, output, origin }))
        }
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

/// Reads the hints, whose values must be booleans.
fn annotations(members: &Map<String, Value>, at: &Pointer) -> Result<Map<String, Value>, Vec<Diagnostic>> {
    let at = at.member("annotations");
    let annotations = match members.get("annotations") {
        None | Some(Value::Null) => return Ok(Map::new()),
        Some(Value::Object(annotations)) => annotations,
        Some(_) => return Err(vec![Diagnostic::error(INVALID_OPERATION, at, "`annotations` is an object")]),
    };
    let is_wrong = |name: &&str| annotations.get(*name).is_some_and(|value| !value.is_boolean());
    let problems: Vec<Diagnostic> = hints::names()
        .filter(is_wrong)
        .map(|name| Diagnostic::error(INVALID_OPERATION, at.member(name), format!("`{name}` is true or false")))
        .collect();
    if problems.is_empty() { Ok(annotations.clone()) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::super::SAME_NAME_TWICE;
    use super::*;

    fn codes(document: &Value) -> Vec<(&'static str, String)> {
        let problems = read_operations(document).expect_err("it is wrong");
        problems.into_iter().map(|problem| (problem.code, problem.at.to_string())).collect()
    }

    #[test]
    fn every_vendor_writes_the_same_list() {
        let schema = json!({ "type": "object", "properties": { "id": { "type": "string" } } });
        for document in [
            json!({ "tools": [{ "name": "get", "description": "d", "inputSchema": schema }] }),
            json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [{ "name": "get", "description": "d", "inputSchema": schema }] } }),
            json!([{ "name": "get", "description": "d", "input_schema": schema }]),
            json!([{ "type": "function", "function": { "name": "get", "description": "d", "parameters": schema } }]),
            json!({ "tools": [{ "type": "function", "name": "get", "description": "d", "parameters": schema, "strict": true }] }),
            json!({ "functions": [{ "name": "get", "description": "d", "parameters": schema }] }),
        ] {
            let operations = read_operations(&document).unwrap_or_else(|problems| panic!("{document}: {problems:?}"));
            let get = &operations["get"];
            assert_eq!((&get.input, get.description.as_deref()), (&schema, Some("d")), "{document}");
            let at = get.origin.input.as_ref().expect("it exists");
            assert_eq!(document.pointer(at.as_str()), Some(&schema), "{document}");
        }
        let bare = read_operations(&json!([{ "type": "function", "function": { "name": "now" } }])).expect("a list");
        assert_eq!(bare["now"].input, json!({ "type": "object", "properties": {} }));
    }

    #[test]
    fn all_that_is_wrong_is_found() {
        let tool = json!({ "name": "a", "inputSchema": {} });
        let list = |tools: Value| json!({ "tools": tools });
        assert_eq!(codes(&list(json!([tool, tool]))), [(SAME_NAME_TWICE, "/tools/1".to_owned())]);
        assert_eq!(
            codes(&list(
                json!([1, { "name": "", "inputSchema": {} }, { "name": "b" }, { "name": "c", "inputSchema": null }])
            )),
            [
                (INVALID_OPERATION, "/tools/0".to_owned()),
                (INVALID_OPERATION, "/tools/1/name".to_owned()),
                (INVALID_OPERATION, "/tools/2".to_owned()),
                (INVALID_SCHEMA, "/tools/3/inputSchema".to_owned()),
            ]
        );
        let hints = json!([{ "name": "a", "inputSchema": {}, "annotations": { "readOnlyHint": "yes" } }]);
        assert_eq!(codes(&hints), [(INVALID_OPERATION, "/0/annotations/readOnlyHint".to_owned())]);
        assert_eq!(codes(&json!({ "tools": [], "nextCursor": "2" })), [(LIST_INCOMPLETE, "/nextCursor".to_owned())]);
        assert_eq!(
            codes(&json!({ "jsonrpc": "2.0", "id": 1, "error": {} })),
            [(INVALID_OPERATION, "/error".to_owned())]
        );
        assert_eq!(codes(&json!("tools")), [(INVALID_OPERATION, String::new())]);
    }
}
