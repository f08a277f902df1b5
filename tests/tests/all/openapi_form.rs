//! Schema form for Vertex AI's `responseSchema`: a golden, and its equivalence with the original schema.

use planwright_codegen::SchemaSet;
use planwright_dialects::{Conversion, Dialect};
use planwright_generated::ROOTS;
use planwright_tests::{documents, golden, workspace};
use serde_json::{Map, Value, json};

fn conversion(schema: &str) -> Conversion {
    let set = SchemaSet::parse([("own.json".to_owned(), schema.as_bytes().to_vec())]).expect("it is a schema");
    Conversion::new(&set, "own.json", Dialect::VertexOpenApi).unwrap_or_else(|refusal| panic!("{refusal:#?}"))
}

/// Converts the documented fields of the form back to JSON Schema. Fails on an undocumented field.
fn to_json_schema(form: &Value) -> Value {
    let members = form.as_object().expect("a schema is an object");
    let name = members.get("type").and_then(Value::as_str).map(str::to_lowercase);
    let mut read = Map::new();
    for (field, value) in members {
        match field.as_str() {
            "type" => drop(read.insert("type".to_owned(), json!(name))),
            "anyOf" => {
                let branches: Vec<Value> = value.as_array().expect("a list").iter().map(to_json_schema).collect();
                read.insert("anyOf".to_owned(), branches.into());
            }
            "items" => drop(read.insert("items".to_owned(), to_json_schema(value))),
            "properties" => {
                let all = value.as_object().expect("an object");
                assert_eq!(members["propertyOrdering"], json!(all.keys().collect::<Vec<_>>()));
                let inner: Map<String, Value> =
                    all.iter().map(|(name, own)| (name.clone(), to_json_schema(own))).collect();
                read.insert("properties".to_owned(), inner.into());
                read.insert("additionalProperties".to_owned(), false.into());
            }
            "enum" => {
                assert_eq!(members["format"], "enum");
                let typed = |text: &Value| match name.as_deref() {
                    Some("string") => text.clone(),
                    _ => serde_json::from_str(text.as_str().expect("a text")).expect("a value as text"),
                };
                read.insert("enum".to_owned(), value.as_array().expect("a list").iter().map(typed).collect());
            }
            "minItems" | "maxItems" | "minimum" | "maximum" | "required" => {
                read.insert(field.clone(), value.clone());
            }
            "description" | "nullable" | "format" | "propertyOrdering" => {}
            other => panic!("{other} is no field of structured output"),
        }
    }
    let read = Value::Object(read);
    if members.get("nullable") == Some(&Value::Bool(true)) {
        json!({ "anyOf": [read, { "type": "null" }] })
    } else {
        read
    }
}

#[test]
fn the_form_says_what_the_schema_says() {
    let (mut valid, mut invalid) = (0, 0);
    for root in ROOTS {
        let conversion = conversion(root.schema);
        let build = |schema: &Value| jsonschema::options().build(schema).expect("a schema");
        let (own, form) = (build(conversion.schema()), build(&to_json_schema(&conversion.request_schema())));
        for document in documents::for_root(root) {
            let Ok(answer) = conversion.encode(&document) else { continue };
            let mut answers = vec![answer.clone()];
            let names = answer.as_object().into_iter().flatten().map(|(name, _)| name);
            for name in names {
                for value in [json!(null), json!("?"), json!(0), json!([]), json!({})] {
                    let mut spoiled = answer.clone();
                    spoiled[name] = value;
                    answers.push(spoiled);
                }
            }
            for answer in answers {
                let is_valid = own.is_valid(&answer);
                assert_eq!(form.is_valid(&answer), is_valid, "{}: {answer}", root.file);
                *(if is_valid { &mut valid } else { &mut invalid }) += 1;
            }
        }
    }
    assert!(valid > 100 && invalid > 100, "{valid} valid, {invalid} invalid");
}

#[test]
fn the_form_is_written_as_before() {
    let schema = json!({
        "title": "Order", "description": "What is ordered.", "type": "object", "required": ["id", "lines"],
        "properties": {
            "id": { "type": "string", "pattern": "^[A-Z]{2}$" },
            "level": { "enum": [1, 2, 3] },
            "state": { "enum": ["open", "closed", null] },
            "lines": { "type": "array", "minItems": 1, "items": { "$ref": "#/definitions/Line" } },
            "parent": { "anyOf": [{ "$ref": "#/definitions/Line" }, { "type": "null" }], "description": "If any." },
            "tags": { "type": "object", "additionalProperties": { "type": ["string", "null"] } }
        },
        "definitions": { "Line": { "type": "object", "required": ["count"], "description": "A line.", "properties": {
            "count": { "type": "integer", "minimum": 1, "exclusiveMaximum": 250 },
            "more": { "$ref": "#/definitions/Line" }
        } } }
    });
    let given = format!("{:#}\n", conversion(&schema.to_string()).request_schema());
    let folder = workspace().join("tests/cases/openapi-form");
    golden::compare_file(&folder, "order.json", given).unwrap_or_else(|failure| panic!("{failure}"));
}
