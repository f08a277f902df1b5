//! Tests small schemas with a high cost: every command ends with a result or an error.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Map, Value, json};

use crate::extent::sample;
use crate::mcp::Server;

/// A schema, and a document to check against it.
struct CostlyCase {
    name: &'static str,
    schema: Value,
    document: Value,
    /// `true` if the schema itself is rejected.
    is_refused: bool,
}

/// Returns a schema with a chain of `length` definitions, each built from a reference to the next.
fn chain(length: usize, link: impl Fn(Value) -> Value) -> Value {
    let reference = |index: usize| json!({ "$ref": format!("#/$defs/A{index}") });
    let mut definitions: Map<String, Value> =
        (0..length).map(|index| (format!("A{index}"), link(reference(index + 1)))).collect();
    definitions.insert(format!("A{length}"), json!({"type": "object", "required": ["a"]}));
    json!({ "$ref": "#/$defs/A0", "$defs": definitions })
}

/// Returns a document with this number of levels.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!(1), |inner, _| json!({ "x": inner }))
}

fn cases() -> Vec<CostlyCase> {
    let empty = || json!({});
    let loops = [
        ("a union next to a type", json!({"oneOf": [{"$ref": "#", "type": "array"}, {"const": 1}]})),
        ("allOf", json!({"type": "object", "allOf": [{"$ref": "#"}], "required": ["a"]})),
        ("not", json!({"type": "object", "not": {"$ref": "#"}})),
        ("if", json!({"if": {"$ref": "#"}, "then": {"required": ["a"]}, "else": {"required": ["b"]}})),
        ("dependentSchemas", json!({"dependentSchemas": {"a": {"$ref": "#", "minProperties": 2}}, "required": ["b"]})),
        (
            "$dynamicRef",
            json!({"$dynamicAnchor": "n", "anyOf": [{"$dynamicRef": "#n", "minProperties": 1}, {"const": 1}]}),
        ),
    ];
    let loops = loops.map(|(name, schema)| CostlyCase { name, schema, document: empty(), is_refused: false });
    let long = [
        ("a chain of references", chain(5_000, |next| next)),
        ("a chain of allOf", chain(5_000, |next| json!({"type": "object", "allOf": [next]}))),
    ];
    let doubled =
        ["allOf", "anyOf", "oneOf"].map(|keyword| (keyword, chain(30, |next| json!({ keyword: [next, next] }))));
    let conditions = chain(30, |next| json!({"if": next, "then": next, "else": {"not": next}}));
    let refused = long.into_iter().chain(doubled).chain([("conditions", conditions)]);
    let refused = refused.map(|(name, schema)| CostlyCase { name, schema, document: empty(), is_refused: true });
    let twice =
        json!({"properties": {"x": {"$ref": "#"}}, "patternProperties": {"x": {"$ref": "#"}}, "type": "object"});
    let parts = json!({"allOf": [{"properties": {"x": {"$ref": "#"}}}, {"properties": {"x": {"$ref": "#"}}}], "type": "object"});
    let levels = chain(30, |next| json!({"properties": {"x": next}, "patternProperties": {"x": next}}));
    let deep = [("the same property twice", twice), ("two parts", parts), ("levels", levels)];
    let deep = deep.map(|(name, schema)| CostlyCase { name, schema, document: nested(100), is_refused: false });
    let inside = CostlyCase {
        name: "a chain of properties",
        schema: chain(5_000, |next| json!({"type": "object", "properties": {"x": next}})),
        document: nested(100),
        is_refused: true,
    };
    let parts = json!({
        "$ref": "#/$defs/a",
        "$defs": {
            "a": {"type": "object", "anyOf": [{"$ref": "#/$defs/b"}, {"$ref": "#/$defs/c"}]},
            "b": {"allOf": [{"$ref": "#/$defs/c"}], "properties": {"q": {}}, "additionalProperties": false},
            "c": {"allOf": [{"$ref": "#/$defs/b"}], "properties": {"r": {}}},
        },
    });
    let parts = CostlyCase { name: "parts of each other", schema: parts, document: nested(2), is_refused: false };
    let letters = json!({"pattern": "^(\\p{L}{1,200}){1,200}$"});
    let letters = CostlyCase { name: "letters", schema: letters, document: empty(), is_refused: true };
    let patterns: Map<String, Value> = (0..1_000)
        .map(|index| (format!("p{index}"), json!({ "pattern": format!("^[a-z]{{1,20}}{index}\\d+$") })))
        .collect();
    let patterns = json!({"type": "object", "properties": patterns, "required": ["a"]});
    let patterns = CostlyCase { name: "many patterns", schema: patterns, document: empty(), is_refused: false };
    loops.into_iter().chain(refused).chain(deep).chain([inside, parts, letters, patterns]).collect()
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn every_command_ends_with_a_costly_schema() {
    for CostlyCase { name, schema, document, is_refused } in sample(cases(), 6) {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::create_dir(at.join("in")).unwrap();
        fs::write(at.join("in/s.schema.json"), schema.to_string()).unwrap();
        fs::write(at.join("d.json"), document.to_string()).unwrap();
        let commands = [
            &["check", "--schema", "in/s.schema.json", "d.json"] as &[&str],
            &["drift", "in/s.schema.json", "in/s.schema.json"],
            &["gen", "--schema", "in", "--out", "out"],
            &["export", "--schema", "in/s.schema.json", "--dialect", "openai"],
            &["export", "--schema", "in/s.schema.json", "--dialect", "mcp"],
            &["lint", "in"],
        ];
        // The other commands reject a schema at the same step as `gen`.
        for arguments in &commands[..if is_refused { 3 } else { commands.len() }] {
            let output = run(at, arguments);
            let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
            let code = output.status.code();
            assert!(code.is_some_and(|code| code <= 3), "{name}: {arguments:?}: {}: {said:.2000}", output.status);
            if is_refused {
                assert_ne!(code, Some(0), "{name}: {arguments:?}: {said:.2000}");
                assert!(said.contains("s.schema.json:1:"), "{name}: {arguments:?}: {said:.2000}");
            }
        }
    }
}

/// A document that cannot be validated is not reported as valid.
#[test]
fn a_validation_that_takes_too_long_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let twice =
        json!({"properties": {"x": {"$ref": "#"}}, "patternProperties": {"x": {"$ref": "#"}}, "type": "object"});
    fs::write(folder.path().join("s.json"), twice.to_string()).unwrap();
    let check = |document: &Value| {
        fs::write(folder.path().join("d.json"), document.to_string()).unwrap();
        let output = run(folder.path(), &["check", "--schema", "s.json", "d.json", "--format", "json"]);
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), found[0]["diagnostics"][0]["code"].clone())
    };
    assert_eq!(check(&nested(60)), (Some(1), json!("TOO_COSTLY")));
    // Control: the same schema with a smaller document.
    assert_eq!(check(&nested(6)), (Some(1), json!("TYPE_MISMATCH")));
    assert_eq!(check(&json!({"x": {"x": {}}})).0, Some(0));
}

#[test]
fn no_call_of_check_stops_the_server() {
    let mut server = Server::start(None);
    let valid = json!({"schema": {"type": "object"}, "text": "{}"});
    for CostlyCase { name, schema, document, is_refused } in sample(cases(), 8) {
        let answer = server.call("check", &json!({ "schema": schema, "text": document.to_string() }));
        let result = &answer["result"];
        assert!(answer["id"] == 1 && result.is_object(), "{name}: {answer}");
        assert!(!is_refused || result["isError"] == true, "{name}: {answer}");
        let answer = server.call("check", &valid);
        assert_eq!(answer["result"]["structuredContent"]["valid"], true, "after {name}: {answer}");
    }
    let long: Map<String, Value> = (0..100_000).map(|index| (format!("p{index}"), json!({"type": "string"}))).collect();
    let answer = server.call("check", &json!({ "schema": { "properties": long }, "text": "{}" }));
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    server.stop();
}
