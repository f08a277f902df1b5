//! Reads lists of operations in the formats of servers and vendors.
//!
//! These are `tools/list` of the Model Context Protocol, function lists of `OpenAI` and Anthropic, and `OpenAPI`.

use planwright_runtime::Diagnostic;
use planwright_schema::documents::openapi as api;
use planwright_schema::documents::tools::{Tool, list, tool};
use planwright_schema::model::Keyword;
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use super::{
    CallForm, INVALID_OPERATION, OfferedOperation, OperationList, OperationOrigin, add, diagnostic, hints, openapi,
};

/// Properties of a tool that have no effect on calls, but reach a model or a user.
const EXTRA: [&str; 2] = ["_meta", "icons"];

/// Reads the operations of a list. Returns all errors if it is malformed.
pub fn read_operations(document: &Value) -> Result<OperationList, Vec<Diagnostic>> {
    if api::is_one(document) {
        return openapi::read_document(document);
    }
    let (list, at) = list(document).map_err(|problem| vec![diagnostic(*problem)])?;
    let mut operations = OperationList::new();
    let mut problems = Vec::new();
    for (index, entry) in list.iter().enumerate() {
        let tool = tool(entry, &at.index(index)).map_err(|problems| problems.into_iter().map(diagnostic).collect());
        match tool.and_then(|tool| Ok((tool.name, operation(&tool)?))) {
            Ok((name, found)) => add(&mut operations, &mut problems, name.to_owned(), found),
            Err(found) => problems.extend::<Vec<Diagnostic>>(found),
        }
    }
    if problems.is_empty() { Ok(operations) } else { Err(problems) }
}

fn operation(tool: &Tool<'_>) -> Result<OfferedOperation, Vec<Diagnostic>> {
    let place = |schema: &Option<(Pointer, &Value)>| schema.as_ref().map(|(at, _)| at.clone());
    let origin = OperationOrigin { input: place(&tool.input), output: place(&tool.output), at: tool.at.clone() };
    let none = || json!({ "type": "object", (Keyword::Properties.name()): {} });
    Ok(OfferedOperation {
        form: CallForm::Tool,
        title: tool.title.map(str::to_owned),
        description: tool.description.map(str::to_owned),
        annotations: annotations(tool.members, &tool.at)?,
        input: tool.input.as_ref().map_or_else(none, |(_, schema)| (*schema).clone()),
        output: tool.output.as_ref().map(|(_, schema)| (*schema).clone()),
        extra: EXTRA.iter().filter_map(|name| Some(((*name).to_owned(), tool.members.get(*name)?.clone()))).collect(),
        origin,
    })
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
    use crate::operations::{INVALID_SCHEMA, LIST_INCOMPLETE};

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
