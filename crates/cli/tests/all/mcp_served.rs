//! Tests what the MCP server provides: instructions, numbers that vendors accept, and several blueprints in sequence.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::mcp::Server;

/// Largest integer that every JSON reader represents exactly.
const MAX_EXACT: f64 = 9_007_199_254_740_991.0;

/// Collects the locations of numbers that some JSON readers cannot represent exactly.
fn inexact(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Number(number) if number.as_f64().is_none_or(|number| number.abs() > MAX_EXACT) => {
            found.push(format!("{at}: {number}"));
        }
        Value::Array(all) => all.iter().enumerate().for_each(|(i, one)| inexact(one, &format!("{at}/{i}"), found)),
        Value::Object(members) => members.iter().for_each(|(name, one)| inexact(one, &format!("{at}/{name}"), found)),
        _ => {}
    }
}

fn ask(server: &mut Server, method: &str, params: &Value) -> Value {
    server.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string())["result"].clone()
}

#[test]
fn no_served_schema_has_an_inexact_number() {
    let mut found = Vec::new();
    inexact(
        &json!({"a": [1, 9_007_199_254_740_991_i64], "b": {"c": 9_007_199_254_740_993_i64, "d": -1e16}}),
        "",
        &mut found,
    );
    assert_eq!(found, ["/b/c: 9007199254740993", "/b/d: -1e+16"], "the control");
    found.clear();

    let mut server = Server::start(None);
    inexact(&ask(&mut server, "tools/list", &json!({})), "tools", &mut found);
    let resources = ask(&mut server, "resources/list", &json!({}))["resources"].as_array().unwrap().clone();
    for resource in &resources {
        let read = ask(&mut server, "resources/read", &json!({ "uri": resource["uri"] }));
        let text = read["contents"][0]["text"].as_str().unwrap();
        assert_eq!(resource["size"], text.len(), "{resource}");
        inexact(&serde_json::from_str(text).unwrap(), &resource["uri"].to_string(), &mut found);
    }
    let names = server.call("export_schema", &json!({}))["result"]["structuredContent"]["names"].clone();
    for name in names.as_array().unwrap() {
        let answer = server.call("export_schema", &json!({ "name": name }))["result"]["structuredContent"].clone();
        assert!(answer["schema"].is_object(), "{name}: {answer}");
        inexact(&answer, &name.to_string(), &mut found);
    }
    assert!(resources.len() > 40 && names.as_array().unwrap().len() > 40);
    assert_eq!(found, Vec::<String>::new());

    // Larger numbers are still accepted if the contract does not limit them.
    server.call("create_blueprint", &json!({"title": "Loan", "description": "A loan is asked for."}));
    server.call("add_participant", &json!({"id": "bank", "name": "Bank"}));
    let answer = server.call("add_action", &json!({"id": 9_007_199_254_740_993_u64, "title": "Ask", "sender": "bank"}));
    assert_eq!(answer["result"]["structuredContent"]["actionId"], json!(9_007_199_254_740_993_u64), "{answer}");
    server.stop();
}

/// The default tools are few enough for the context of any model.
#[test]
fn the_default_tools_are_small() {
    let names = |arguments: &[&str]| {
        let mut server = Server::with(arguments);
        let listed = ask(&mut server, "tools/list", &json!({}));
        server.stop();
        let names = listed["tools"].as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect::<Value>();
        (names, listed.to_string().len())
    };
    let (default, bytes) = names(&[]);
    assert_eq!(default, json!(["check", "export_schema", "extract", "render_apex"]));
    assert!(bytes <= 10_240, "{bytes} bytes");
    assert_eq!(names(&["--tools", "forms,fix,audit"]).0, json!(["order_fix_plan", "plan_form", "read_audit"]));
    let (all, _) = names(&["--tools", "all"]);
    assert_eq!((all.as_array().unwrap().len(), names(&["--tools", "workflow"]).0.as_array().unwrap().len()), (20, 13));

    let mut server = Server::with(&[]);
    let refused = server.call("plan_form", &json!({"utterance": "x"}));
    assert_eq!(refused["error"]["message"], "Unknown tool: plan_form; start the server with --tools forms");
    assert_eq!(server.call("none", &json!({}))["error"]["message"], "Unknown tool: none");
    server.stop();
}

/// Clients of every version accept the schemas: 2020-12 without `$schema` and references.
#[test]
fn served_schemas_need_no_dialect_and_no_references() {
    fn names<'a>(schema: &'a Value, found: &mut Vec<&'a str>) {
        match schema {
            Value::Object(members) => members.iter().for_each(|(name, value)| {
                found.push(name);
                names(value, found);
            }),
            Value::Array(all) => all.iter().for_each(|value| names(value, found)),
            _ => {}
        }
    }
    let mut server = Server::start(None);
    let tools = ask(&mut server, "tools/list", &json!({}))["tools"].as_array().unwrap().clone();
    server.stop();
    assert_eq!(tools.len(), 20);
    for tool in &tools {
        for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
            let mut found = Vec::new();
            names(schema, &mut found);
            assert!(!found.iter().any(|name| name.starts_with('$') || *name == "definitions"), "{tool}");
            assert!(schema["type"] == "object" && schema["properties"].is_object(), "{tool}");
            assert!(jsonschema::draft202012::meta::is_valid(schema), "{tool}");
            jsonschema::draft202012::new(schema).unwrap_or_else(|error| panic!("{}: {error}", tool["name"]));
        }
        let is_workflow = tool["inputSchema"]["properties"]["blueprintId"].is_object();
        let reads = ["get_blueprint", "export_blueprint", "validate_blueprint", "add_action"];
        assert!(is_workflow || !reads.contains(&tool["name"].as_str().unwrap()), "{tool}");
    }
    assert!(!jsonschema::draft202012::meta::is_valid(&json!({"type": "array", "items": [{}]})), "the control");
}

#[test]
fn the_document_of_an_answer_is_extracted_and_checked() {
    let mut server = Server::with(&[]);
    let schema = json!({"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}});
    let mut extract = |text: &str| server.call("extract", &json!({"schema": schema, "text": text}))["result"].take();
    let found =
        extract("<think>{\"title\": \"draft\"}</think>Here it is:\n```json\n{'title': 'A',}\n```")["structuredContent"]
            .take();
    assert_eq!((&found["document"], &found["valid"]), (&json!({"title": "A"}), &json!(true)), "{found}");
    assert!(!found["changes"].as_array().unwrap().is_empty());
    let found = extract("{}")["structuredContent"].take();
    assert_eq!((&found["valid"], &found["diagnostics"][0]["code"]), (&json!(false), &json!("MISSING_FIELD")));
    let refused = extract("{\"title\": \"A\"} or {\"title\": \"B\"}");
    assert!(refused["content"][0]["text"].as_str().unwrap().starts_with("NO_DOCUMENT"), "{refused}");

    // Answers are read the same way where a tool needs the document.
    let blueprint = fs::read_to_string("../../examples/blueprints/update-opportunity-stage.json").unwrap();
    let answer = format!("Here is the blueprint.\n```json\n{blueprint}\n```\nAnything else?");
    let rendered = server.call("render_apex", &json!({ "text": answer }))["result"]["structuredContent"].take();
    assert!(rendered["files"].as_array().unwrap().len() > 1 && rendered["changes"].is_array(), "{rendered}");
    server.stop();
}

#[test]
fn a_schema_of_ones_own_is_exported() {
    let mut server = Server::with(&[]);
    let schema = json!({"type": "object", "properties": {"title": {"type": "string", "maxLength": 9}}});
    let mut export = |arguments: Value| server.call("export_schema", &arguments)["result"].take();
    let exported = export(json!({"schema": schema, "dialect": "openai"}))["structuredContent"].take();
    assert_eq!(exported["schema"]["additionalProperties"], false, "{exported}");
    let lost: Vec<&Value> = exported["weakenings"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    assert!(lost.contains(&&json!("KEYWORD_IN_WORDS")), "{exported}");
    let exported = export(json!({"name": "fix-plan", "dialect": "gbnf"}))["structuredContent"].take();
    assert!(exported["grammar"].as_str().unwrap().contains("root ::="), "{exported}");
    for (arguments, code) in [
        (json!({ "schema": schema }), "MISSING_FIELD"),
        (json!({"schema": schema, "name": "fix-plan", "dialect": "mcp"}), "UNKNOWN_FIELD"),
        (json!({"schema": {"$ref": "other.json"}, "dialect": "mcp"}), "INVALID_SCHEMA"),
        (json!({"name": "fix-plam", "dialect": "mcp"}), "UNKNOWN_SCHEMA"),
        (json!({"name": "fix-plan", "dialect": "none"}), "ENUM_MISMATCH"),
    ] {
        let refused = export(arguments.clone());
        let facts: Value = serde_json::from_str(refused["content"][1]["text"].as_str().unwrap()).unwrap();
        assert_eq!(facts["errors"][0]["code"], code, "{arguments}: {facts}");
    }
    server.stop();
}

#[test]
fn the_instructions_describe_planwright() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    let mut child = command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let params =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let line = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), format!("{line}\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = answer["result"]["instructions"].as_str().unwrap();
    assert!(text.starts_with("Planwright ") && !text.contains("You are") && !text.contains("ledger"), "{text}");
    assert_eq!(text.matches(". ").count() + 1, 2, "two sentences: {text}");

    let mut server = Server::start(None);
    let prompt = ask(&mut server, "prompts/get", &json!({"name": "workflow-tool-calls"}));
    let text = prompt["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(text.starts_with("You are a blueprint design assistant") && text.contains("- add_routing: "), "{text}");
    server.stop();
}

#[test]
fn a_second_blueprint_begins_without_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    for kept in [None, Some(store.as_path())] {
        let mut server = Server::start(kept);
        let create = |server: &mut Server, title: &str| {
            let answer = server.call("create_blueprint", &json!({"title": title, "description": "A blueprint."}));
            assert_eq!(answer["result"]["isError"], false, "{answer}");
            answer["result"].clone()
        };
        let id = |result: &Value| result["structuredContent"]["blueprintId"].as_str().unwrap().to_owned();
        let first = create(&mut server, "First");
        server.call("add_participant", &json!({"id": "bank", "name": "Bank"}));
        let refused = server.call("create_blueprint", &json!({"title": "x", "description": "A blueprint."}));
        assert_eq!(refused["result"]["isError"], true);
        let second = create(&mut server, "Second");
        assert_ne!(id(&first), id(&second));
        let warning = second["content"][1]["text"].as_str().unwrap();
        assert!(warning.contains("NEW_BLUEPRINT") && warning.contains(&id(&first)), "{warning}");
        let read = |server: &mut Server, arguments: Value| {
            let result = server.call("get_blueprint", &arguments)["result"]["structuredContent"]["blueprint"].clone();
            json!([result["title"], result["participants"].as_array().map(Vec::len)])
        };
        assert_eq!(read(&mut server, json!({})), json!(["Second", 0]));
        assert_eq!(read(&mut server, json!({ "blueprintId": id(&first) })), json!(["First", 1]));
        assert_eq!(server.call("get_blueprint", &json!({"blueprintId": "none"}))["result"]["isError"], true);
        let listed = server.call("list_blueprints", &json!({}))["result"]["structuredContent"]["blueprints"].clone();
        let lines: Vec<Value> =
            listed.as_array().unwrap().iter().map(|one| json!([one["title"], one["isStored"]])).collect();
        assert_eq!(lines, [json!(["Second", kept.is_some()]), json!(["First", kept.is_some()])]);
        // With the id of a blueprint, the call only changes the title.
        let retitled = json!({"title": "Renamed", "description": "A blueprint.", "blueprintId": id(&first)});
        assert_eq!(id(&server.call("create_blueprint", &retitled)["result"]), id(&first));
        assert_eq!(read(&mut server, json!({ "blueprintId": id(&first) })), json!(["Renamed", 1]));
        assert_eq!(read(&mut server, json!({})), json!(["Second", 0]));
        server.stop();
    }
}

#[test]
fn no_export_has_an_inexact_number() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
        let output = command.args(arguments).current_dir(folder.path()).output().unwrap();
        (output.status.code(), output.stdout, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let schema = json!({
        "type": "object",
        "properties": {
            "id": {"type": "integer", "minimum": i64::MIN, "maximum": i64::MAX},
            "size": {"type": "number", "maximum": 1e300},
            "text": {"type": "string", "maxLength": u64::MAX},
        },
        "required": ["id", "size", "text"],
        "additionalProperties": false,
    });
    fs::write(folder.path().join("own.schema.json"), schema.to_string()).unwrap();
    let mut found = Vec::new();
    let mut exported = 0;
    let contracts =
        ["action-blueprint", "agent-proposal", "fix-plan", "form-plan", "workflow-tools", "own.schema.json"];
    for dialect in planwright_dialects::Dialect::ALL {
        for contract in contracts {
            let subject = if contract.contains(".json") { &["--schema", contract][..] } else { &[contract] };
            let (code, printed, said) = run(&[&["export", "--dialect", dialect.as_str()], subject].concat());
            let Ok(schema) = serde_json::from_slice(&printed) else { continue };
            assert_eq!(code, Some(0), "{contract} {}: {said}", dialect.as_str());
            exported += 1;
            inexact(&schema, &format!("{contract} {}", dialect.as_str()), &mut found);
            assert!(contract != "own.schema.json" || said.contains("NUMBER_BOUNDED"), "{}: {said}", dialect.as_str());
        }
    }
    assert!(exported > 60, "{exported} exports");
    assert_eq!(found, Vec::<String>::new());
}
