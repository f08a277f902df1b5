//! Reads `OpenAPI` 3.1.
//!
//! A request is an object with the properties `path`, `query`, `header`, `cookie` and `body`. A response is an object
//! with one property per status. Only JSON bodies are read.

use std::collections::BTreeSet;

use planwright_runtime::Diagnostic;
use planwright_schema::keywords::rebuild;
use planwright_source::{Pointer, percent_decode};
use serde_json::{Map, Value, json};

use super::{
    CallForm, INVALID_OPERATION, INVALID_SCHEMA, OfferedOperation, OperationList, OperationOrigin, add, with_help,
};

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const PLACES: [&str; 4] = ["path", "query", "header", "cookie"];
/// Prefixes of references to definitions, in the document and in the schema of an operation.
const SCHEMAS: &str = "#/components/schemas/";
const DEFINITIONS: &str = "#/$defs/";
/// Maximum number of references that are followed in a row.
const MAX_REFERENCES: usize = 32;

/// Reads the operations of a document.
pub(super) fn read_document(document: &Value) -> Result<OperationList, Vec<Diagnostic>> {
    let version = document.get("openapi").and_then(Value::as_str).unwrap_or_default();
    if !(version == "3.1" || version.starts_with("3.1.")) {
        let key = if document.get("openapi").is_some() { "openapi" } else { "swagger" };
        let at = Pointer::root().member(key);
        let problem = Diagnostic::error(INVALID_OPERATION, at, "this version of OpenAPI is not read");
        let help =
            "convert the document to OpenAPI 3.1, whose schemas are JSON Schemas; earlier ones use a separate dialect";
        return Err(vec![with_help(problem, help)]);
    }
    let mut operations = OperationList::new();
    let mut problems = Vec::new();
    let paths = Pointer::root().member("paths");
    for (path, item) in document.get("paths").and_then(Value::as_object).into_iter().flatten() {
        let at = paths.member(path);
        let item = resolved(document, item);
        for method in METHODS {
            let Some(operation) = item.get(method) else { continue };
            let name = operation.get("operationId").and_then(Value::as_str).filter(|name| !name.is_empty());
            let route = format!("{} {path}", method.to_uppercase());
            let name = name.map_or_else(|| route.clone(), str::to_owned);
            let at = at.member(method);
            if !operation.is_object() {
                problems.push(Diagnostic::error(INVALID_OPERATION, at, "an operation is an object"));
                continue;
            }
            match (Api { document, at }).operation(item, operation, route) {
                Ok(found) => add(&mut operations, &mut problems, name, found),
                Err(found) => problems.extend(found),
            }
        }
    }
    if problems.is_empty() { Ok(operations) } else { Err(problems) }
}

/// Source of one operation.
struct Api<'d> {
    document: &'d Value,
    /// Location of the operation.
    at: Pointer,
}

impl Api<'_> {
    fn operation(&self, item: &Value, operation: &Value, route: String) -> Result<OfferedOperation, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let input = self.input(item, operation, &mut problems);
        let output = self.output(operation, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let text = |key: &str| operation.get(key).and_then(Value::as_str).map(str::to_owned);
        Ok(OfferedOperation {
            form: CallForm::Http(route),
            title: text("summary"),
            description: text("description"),
            annotations: Map::new(),
            input: self.with_definitions(&input),
            output: output.map(|output| self.with_definitions(&output)),
            origin: OperationOrigin { at: self.at.clone(), input: None, output: None },
        })
    }

    fn input(&self, item: &Value, operation: &Value, problems: &mut Vec<Diagnostic>) -> Value {
        // Parameters of an operation override those of its path.
        let mut parameters: Vec<(&str, String, &Value)> = Vec::new();
        let of = |holder: &'_ Value| holder.get("parameters").and_then(Value::as_array).cloned().unwrap_or_default();
        let (general, special) = (of(item), of(operation));
        for given in general.iter().chain(&special) {
            let parameter = resolved(self.document, given);
            let place = parameter.get("in").and_then(Value::as_str);
            let place = place.and_then(|place| PLACES.into_iter().find(|known| *known == place));
            let name = parameter.get("name").and_then(Value::as_str);
            let (Some(place), Some(name)) = (place, name) else {
                let message = "a parameter has a `name` and one of path, query, header and cookie as `in`";
                problems.push(Diagnostic::error(INVALID_OPERATION, self.at.member("parameters"), message));
                continue;
            };
            // Header names are case-insensitive.
            let name = if place == "header" { name.to_lowercase() } else { name.to_owned() };
            parameters.retain(|(known, other, _)| !(*known == place && *other == name));
            parameters.push((place, name, parameter));
        }
        let mut input = ObjectSchema::default();
        for place in PLACES {
            let mut inside = ObjectSchema::default();
            for (_, name, parameter) in parameters.iter().filter(|(known, ..)| *known == place) {
                let is_required = place == "path" || parameter.get("required") == Some(&Value::Bool(true));
                let schema = parameter.get("schema").or_else(|| in_json(parameter)).unwrap_or(&Value::Bool(true));
                inside.add(name, self.checked(schema, "parameters", problems), is_required);
            }
            let needs_any = !inside.required.is_empty();
            if !inside.properties.is_empty() {
                input.add(place, inside.schema(), needs_any);
            }
        }
        if let Some(body) = operation.get("requestBody") {
            let body = resolved(self.document, body);
            let is_required = body.get("required") == Some(&Value::Bool(true));
            let schema = in_json(body).unwrap_or(&Value::Bool(true));
            input.add("body", self.checked(schema, "requestBody", problems), is_required);
        }
        input.schema()
    }

    /// Returns the schema of the results: one property per status that has a JSON body.
    fn output(&self, operation: &Value, problems: &mut Vec<Diagnostic>) -> Option<Value> {
        let mut output = ObjectSchema::default();
        for (status, response) in operation.get("responses").and_then(Value::as_object).into_iter().flatten() {
            if let Some(schema) = in_json(resolved(self.document, response)) {
                output.add(status, self.checked(schema, "responses", problems), false);
            }
        }
        (!output.properties.is_empty()).then(|| output.schema())
    }

    fn checked(&self, schema: &Value, part: &str, problems: &mut Vec<Diagnostic>) -> Value {
        if !schema.is_object() && !schema.is_boolean() {
            let message = format!("a schema in `{part}` is not a schema: expected an object");
            problems.push(Diagnostic::error(INVALID_SCHEMA, self.at.member(part), message));
        }
        schema.clone()
    }

    /// Returns the schema as one document, with the referenced components in `$defs`.
    fn with_definitions(&self, schema: &Value) -> Value {
        let mut needed = Vec::new();
        let mut seen = BTreeSet::new();
        let mut schema = renamed(schema, &mut needed);
        let mut definitions = Map::new();
        while let Some(name) = needed.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            let found = self.document.pointer("/components/schemas").and_then(|schemas| schemas.get(&name));
            if let Some(found) = found {
                definitions.insert(name, renamed(found, &mut needed));
            }
        }
        if let (Value::Object(members), false) = (&mut schema, definitions.is_empty()) {
            definitions.sort_keys();
            members.insert("$defs".to_owned(), definitions.into());
        }
        schema
    }
}

/// Returns the schema of the JSON content.
fn in_json(holder: &Value) -> Option<&Value> {
    let content = holder.get("content")?.as_object()?;
    let is_json = |kind: &str| {
        let essence = kind.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case("application/json") || essence.to_ascii_lowercase().ends_with("+json")
    };
    content.iter().find(|(kind, _)| is_json(kind))?.1.get("schema")
}

/// Rewrites references to components as references to `$defs`, and collects the names that are needed there.
fn renamed(schema: &Value, needed: &mut Vec<String>) -> Value {
    rebuild(schema, &Pointer::root(), &mut |schema, _| {
        let reference = schema.get("$ref").and_then(Value::as_str);
        let Some(rest) = reference.and_then(|reference| reference.strip_prefix(SCHEMAS)) else { return };
        let name = rest.split('/').next().unwrap_or_default();
        let name = percent_decode(name).unwrap_or_else(|| name.to_owned());
        needed.push(name.replace("~1", "/").replace("~0", "~"));
        let reference = format!("{DEFINITIONS}{rest}");
        schema["$ref"] = reference.into();
    })
}

/// Follows `$ref` within the document.
fn resolved<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    let mut value = value;
    for _ in 0..MAX_REFERENCES {
        let fragment = value.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix('#'));
        let pointer = fragment.and_then(percent_decode);
        match pointer.and_then(|pointer| document.pointer(&pointer)) {
            Some(next) => value = next,
            None => break,
        }
    }
    value
}

/// Schema of an open object that is built property by property.
#[derive(Default)]
struct ObjectSchema {
    properties: Map<String, Value>,
    required: Vec<String>,
}

impl ObjectSchema {
    fn add(&mut self, name: &str, schema: Value, is_required: bool) {
        self.properties.insert(name.to_owned(), schema);
        if is_required {
            self.required.push(name.to_owned());
        }
    }

    fn schema(self) -> Value {
        let mut schema = json!({ "type": "object", "properties": self.properties });
        if !self.required.is_empty() {
            schema["required"] = self.required.into();
        }
        schema
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Value {
        json!({
            "openapi": "3.1.0",
            "paths": { "/orders/{id}": {
                "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
                "put": {
                    "operationId": "putOrder",
                    "parameters": [{ "$ref": "#/components/parameters/Dry" }, { "name": "X-Key", "in": "header", "schema": {} }],
                    "requestBody": { "required": true, "content": {
                        "application/merge-patch+json; charset=utf-8": { "schema": { "$ref": "#/components/schemas/A~1B" } } } },
                    "responses": { "200": { "$ref": "#/components/responses/Done" }, "204": { "description": "nothing" } },
                },
                "get": { "responses": {} },
            } },
            "components": {
                "parameters": { "Dry": { "name": "dry", "in": "query", "schema": { "type": "boolean" } } },
                "responses": { "Done": { "description": "d", "content": { "application/json": { "schema": {
                    "$ref": "#/components/schemas/A~1B/properties/next" } } } } },
                "schemas": {
                    "A/B": { "type": "object", "properties": { "next": { "$ref": "#/components/schemas/A~1B" }, "c": { "$ref": "#/components/schemas/C" } } },
                    "C": { "enum": ["x"] },
                    "Unused": {},
                },
            },
        })
    }

    #[test]
    fn a_request_is_one_object() {
        let operations = read_document(&document()).expect("it is read");
        assert_eq!(operations.keys().collect::<Vec<_>>(), ["GET /orders/{id}", "putOrder"]);
        let put = &operations["putOrder"];
        assert_eq!(put.form, CallForm::Http("PUT /orders/{id}".to_owned()));
        let input = &put.input;
        let body = json!({ "$ref": "#/$defs/A~1B" });
        assert_eq!(input["properties"]["body"], body);
        assert_eq!(input["required"], json!(["path", "body"]));
        assert_eq!(input["properties"]["query"]["properties"]["dry"], json!({ "type": "boolean" }));
        assert_eq!(input["properties"]["header"]["properties"], json!({ "x-key": {} }));
        let names: Vec<&String> = input["$defs"].as_object().expect("definitions").keys().collect();
        assert_eq!(names, ["A/B", "C"]);
        let output = put.output.as_ref().expect("a response in JSON");
        assert_eq!(output["properties"], json!({ "200": { "$ref": "#/$defs/A~1B/properties/next" } }));
        assert_eq!(operations["GET /orders/{id}"].output, None);
    }

    #[test]
    fn what_is_no_operation_is_an_error() {
        let codes = |document: &Value| -> Vec<(&str, String)> {
            let problems = read_document(document).expect_err("it is wrong");
            problems.iter().map(|problem| (problem.code, problem.at.to_string())).collect()
        };
        for version in [json!({ "openapi": "3.0.3" }), json!({ "swagger": "2.0" }), json!({ "openapi": "3.10" })] {
            assert_eq!(codes(&version).len(), 1, "{version}");
        }
        let mut twice = document();
        twice["paths"]["/orders/{id}"]["get"]["operationId"] = "putOrder".into();
        assert_eq!(codes(&twice), [("SAME_NAME_TWICE", "/paths/~1orders~1{id}/put".to_owned())]);
        let mut wrong = document();
        wrong["paths"]["/orders/{id}"]["get"] =
            json!({ "parameters": [{ "name": "a" }, { "name": "b", "in": "query", "schema": 1 }] });
        let at = "/paths/~1orders~1{id}/get/parameters".to_owned();
        assert_eq!(codes(&wrong), [(INVALID_OPERATION, at.clone()), (INVALID_SCHEMA, at)]);
    }
}
