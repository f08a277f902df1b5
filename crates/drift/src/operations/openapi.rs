//! Turns the operations of an `OpenAPI` document to schemas.
//!
//! A request is an object with the properties `path`, `query`, `header`, `cookie` and `body`. A response is an object
//! with one property per status. Only JSON bodies are read.

use std::collections::BTreeSet;

use planwright_runtime::Diagnostic;
use planwright_schema::documents::openapi::{ApiBody, ApiOperation, PLACES, normalized, operations};
use planwright_schema::keywords::rebuild;
use planwright_schema::model::Keyword;
use planwright_source::{Pointer, percent_decode};
use serde_json::{Map, Value, json};

use super::{CallForm, INVALID_SCHEMA, OfferedOperation, OperationList, OperationOrigin, add, diagnostic};

/// Prefixes of references to definitions, in the document and in the schema of an operation.
const SCHEMAS: &str = "#/components/schemas/";
const DEFINITIONS: &str = "#/$defs/";

/// Reads the operations of a document.
pub(super) fn read_document(document: &Value) -> Result<OperationList, Vec<Diagnostic>> {
    let diagnostics = |problems: Vec<_>| problems.into_iter().map(diagnostic).collect::<Vec<_>>();
    let (document, _) = normalized(document).map_err(diagnostics)?;
    let mut list = OperationList::new();
    let mut problems = Vec::new();
    for operation in operations(&document).map_err(diagnostics)? {
        let api = Api { document: &document, at: &operation.at };
        match api.operation(&operation) {
            Ok(found) => add(&mut list, &mut problems, operation.name.clone(), found),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(list) } else { Err(problems) }
}

/// Source of one operation.
struct Api<'d> {
    document: &'d Value,
    /// Location of the operation.
    at: &'d Pointer,
}

impl Api<'_> {
    fn operation(&self, operation: &ApiOperation<'_>) -> Result<OfferedOperation, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let input = self.input(operation, &mut problems);
        let output = self.output(&operation.responses, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let text = |key: &str| operation.value.get(key).and_then(Value::as_str).map(str::to_owned);
        Ok(OfferedOperation {
            form: CallForm::Http(operation.route.clone()),
            title: text("summary"),
            description: text("description"),
            annotations: Map::new(),
            extra: Map::new(),
            input: self.with_definitions(&input),
            output: output.map(|output| self.with_definitions(&output)),
            origin: OperationOrigin { at: self.at.clone(), input: None, output: None },
        })
    }

    fn input(&self, operation: &ApiOperation<'_>, problems: &mut Vec<Diagnostic>) -> Value {
        let schema =
            |found: &Option<(Pointer, &Value)>| found.as_ref().map_or(Value::Bool(true), |(_, one)| (*one).clone());
        let mut input = ObjectSchema::default();
        for place in PLACES {
            let mut inside = ObjectSchema::default();
            for parameter in operation.parameters.iter().filter(|parameter| parameter.place == place) {
                let schema = self.checked(&schema(&parameter.schema), "parameters", problems);
                inside.add(&parameter.name, schema, parameter.is_required);
            }
            let needs_any = !inside.required.is_empty();
            if !inside.properties.is_empty() {
                input.add(place, inside.schema(), needs_any);
            }
        }
        if let Some(body) = &operation.body {
            input.add("body", self.checked(&schema(&body.schema), "requestBody", problems), body.is_required);
        }
        input.schema()
    }

    /// Returns the schema of the results: one property per status that has a JSON body.
    fn output(&self, responses: &[(String, ApiBody<'_>)], problems: &mut Vec<Diagnostic>) -> Option<Value> {
        let mut output = ObjectSchema::default();
        for (status, response) in responses {
            if let Some((_, schema)) = &response.schema {
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
            members.insert(Keyword::Defs.name().to_owned(), definitions.into());
        }
        schema
    }
}

/// Rewrites references to components as references to `$defs`, and collects the names that are needed there.
fn renamed(schema: &Value, needed: &mut Vec<String>) -> Value {
    rebuild(schema, &Pointer::root(), &mut |schema, _| {
        let reference = schema.get(Keyword::Ref.name()).and_then(Value::as_str);
        let Some(rest) = reference.and_then(|reference| reference.strip_prefix(SCHEMAS)) else { return };
        let name = rest.split('/').next().unwrap_or_default();
        let name = percent_decode(name).unwrap_or_else(|| name.to_owned());
        needed.push(name.replace("~1", "/").replace("~0", "~"));
        let reference = format!("{DEFINITIONS}{rest}");
        schema[Keyword::Ref.name()] = reference.into();
    })
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
        let mut schema = json!({ "type": "object", (Keyword::Properties.name()): self.properties });
        if !self.required.is_empty() {
            schema["required"] = self.required.into();
        }
        schema
    }
}

#[cfg(test)]
mod tests {
    use super::super::INVALID_OPERATION;
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
        for version in [json!({ "openapi": "2.0" }), json!({ "swagger": "2.0" }), json!({ "openapi": "3.10" })] {
            assert_eq!(codes(&version).len(), 1, "{version}");
        }
        let mut twice = document();
        twice["paths"]["/orders/{id}"]["get"]["operationId"] = "putOrder".into();
        assert_eq!(codes(&twice), [("SAME_NAME_TWICE", "/paths/~1orders~1{id}/put".to_owned())]);
        let at = "/paths/~1orders~1{id}/get/parameters";
        for (parameter, expected) in [
            (json!({ "name": "a" }), (INVALID_OPERATION, format!("{at}/0"))),
            (json!({ "$ref": "parameters.yaml#/a" }), (INVALID_OPERATION, format!("{at}/0/$ref"))),
            (json!({ "name": "b", "in": "query", "schema": 1 }), (INVALID_SCHEMA, at.to_owned())),
        ] {
            let mut wrong = document();
            wrong["paths"]["/orders/{id}"]["get"] = json!({ "parameters": [parameter] });
            assert_eq!(codes(&wrong), [expected]);
        }
    }

    #[test]
    fn keywords_of_3_0_are_translated() {
        let mut old = document();
        old["openapi"] = "3.0.3".into();
        old["components"]["parameters"]["Dry"]["schema"] = json!({ "type": "boolean", "nullable": true });
        let operations = read_document(&old).expect("it is read");
        let dry = &operations["putOrder"].input["properties"]["query"]["properties"]["dry"];
        assert_eq!(dry, &json!({ "type": ["boolean", "null"] }));
    }
}
