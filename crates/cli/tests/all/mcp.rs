//! Tests the MCP server over its streams: answers to invalid messages, limits, and lists.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

pub(crate) struct Server {
    pub(crate) child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Server {
    pub(crate) fn start(store: Option<&Path>) -> Self {
        match store {
            Some(store) => Self::with(&["--store", store.to_str().unwrap()]),
            None => Self::with(&["--tools", "all"]),
        }
    }

    pub(crate) fn with(arguments: &[&str]) -> Self {
        Self::in_folder(Path::new("."), arguments)
    }

    pub(crate) fn in_folder(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
        command
            .arg("mcp")
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut server = Self { child, input, output };
        let client = json!({"name": "test", "version": "1"});
        let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        server.ask(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}).to_string());
        server.write(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
        server
    }

    fn write(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    pub(crate) fn ask(&mut self, line: &str) -> Value {
        self.write(line);
        self.next()
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        self.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string())
    }

    pub(crate) fn stop(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn a_message_that_is_none_is_answered_with_its_id() {
    let mut server = Server::start(None);
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let long = "x".repeat(9 << 20);
    for (line, id) in [
        (r#"{"jsonrpc":"2.0","id":"s","method":"ping","params":{"a":"\ud800"}}"#.to_owned(), json!("s")),
        (format!(r#"{{"jsonrpc":"2.0","id":2,"method":"ping","params":{deep}}}"#), json!(2)),
        (format!(r#"{{"jsonrpc":"2.0","method":"ping","params":{deep},"id":3}}"#), json!(3)),
        (format!(r#"{{"jsonrpc":"2.0","id":4,"method":"ping","params":{{"a":"{long}"}}}}"#), json!(4)),
        (format!(r#"{{"jsonrpc":"2.0","method":"ping","params":{{"id":9,"a":"{long}"}},"id":"five"}}"#), json!("five")),
        (r#"{"jsonrpc":"2.0","id":6,"method":"ping","params":NaN}"#.to_owned(), json!(6)),
        ("garbage".to_owned(), Value::Null),
    ] {
        let answer = server.ask(&line);
        assert!(answer["id"] == id && answer["error"]["code"].is_i64(), "{line:.80}: {answer}");
    }
    server.stop();
}

/// Listed prompts and resources can be read. Unknown ones are rejected with specific codes.
#[test]
fn prompts_and_schemas_are_listed_and_read() {
    let mut server = Server::start(None);
    let mut ask = |method: &str, params: Value| {
        server.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string())
    };
    let prompts = ask("prompts/list", json!({}))["result"]["prompts"].as_array().unwrap().clone();
    let names: Vec<&str> = prompts.iter().map(|prompt| prompt["name"].as_str().unwrap()).collect();
    let all = ["action-blueprint", "agent-proposal", "form-plan", "fix-plan", "workflow-tools", "workflow-tool-calls"];
    assert_eq!(names, all);
    for name in names {
        let prompt = ask("prompts/get", json!({ "name": name }));
        let text = prompt["result"]["messages"][0]["content"]["text"].as_str().unwrap_or_default().to_owned();
        assert!(text.len() > 500, "{name}: {prompt}");
        // In addition to the schema, the prompt of a form plan explains what to translate and when to decline.
        assert_eq!(text.contains("## What to answer") && text.contains("Persian"), name == "form-plan", "{name}");
    }
    assert_eq!(ask("prompts/get", json!({"name": "none"}))["error"]["code"], -32602);
    let resources = ask("resources/list", json!({}))["result"]["resources"].as_array().unwrap().clone();
    assert!(resources.len() > 40, "{} resources", resources.len());
    for resource in &resources {
        let contents = ask("resources/read", json!({ "uri": resource["uri"] }))["result"]["contents"][0].clone();
        assert_eq!((&contents["uri"], &contents["mimeType"]), (&resource["uri"], &resource["mimeType"]));
        let schema: Value = serde_json::from_str(contents["text"].as_str().unwrap()).unwrap();
        assert_eq!(schema["title"], resource["title"]);
    }
    for uri in ["planwright://schemas/none", "file:///etc/passwd", "planwright://schemas/../secret"] {
        assert_eq!(ask("resources/read", json!({ "uri": uri }))["error"]["code"], -32002, "{uri}");
    }
    let params = json!({"ref": {"type": "ref/prompt", "name": "x"}, "argument": {"name": "a", "value": "b"}});
    assert_eq!(ask("completion/complete", params)["error"]["code"], -32601);
    server.stop();
}

fn facts(answer: &Value) -> Value {
    serde_json::from_str::<Value>(answer["result"]["content"][1]["text"].as_str().unwrap()).unwrap()["errors"][0].take()
}

/// The draft is read over the protocol, and from the folder during and after the run.
#[test]
fn a_draft_is_read_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let mut server = Server::start(Some(&store));
    assert_eq!(server.call("list_blueprints", &json!({}))["result"]["structuredContent"]["blueprints"], json!([]));
    for tool in ["get_blueprint", "export_blueprint"] {
        assert_eq!(facts(&server.call(tool, &json!({})))["code"], "NO_BLUEPRINT");
    }
    server.stop();
    crate::mcp_draft::filled(&store);
    let mut server = Server::start(Some(&store));
    let got = server.call("get_blueprint", &json!({}))["result"]["structuredContent"].clone();
    assert_eq!((&got["blueprint"]["participants"][1]["id"], &got["isValid"]), (&json!("client"), &json!(false)));
    let listed = server.call("list_blueprints", &json!({}))["result"]["structuredContent"]["blueprints"].clone();
    let facts_of = |line: &Value| json!([line["title"], line["participantCount"], line["isStored"]]);
    assert_eq!(facts_of(&listed[0]), json!(["Loan", 2, true]));
    let action = json!({"id": 0, "title": "Ask", "sender": "client", "isStartingAction": true, "routeToNext": "bank"});
    server.call("add_action", &action);
    server.call("add_action", &json!({"id": 1, "title": "Decide", "sender": "bank"}));
    let time = "2026-01-02T03:04:05Z";
    let exported = server.call("export_blueprint", &json!({"createdAt": time}))["result"]["structuredContent"].clone();
    assert_eq!(exported["isValid"], true, "{exported}");
    let document: Value = serde_json::from_str(exported["text"].as_str().unwrap()).unwrap();
    assert_eq!((&document["createdAt"], &document["actions"][1]["title"]), (&json!(time), &json!("Decide")));
    let yaml =
        server.call("export_blueprint", &json!({"format": "yaml"}))["result"]["structuredContent"]["text"].clone();
    assert!(yaml.as_str().unwrap().contains("title: Loan"), "{yaml}");

    let workflow = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
        let output = command.arg("workflow").args(arguments).current_dir(folder.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr))
    };
    let (code, said) = workflow(&["check", "--store", "store"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.ends_with("\u{2068}Loan\u{2069}: 0 errors, 0 warnings\n") || said.contains("Loan"), "{said}");
    let (code, said) = workflow(&["graph", "--store", "store"]);
    assert!(code == Some(0) && said.contains("Decide"), "{said}");
    fs::write(
        folder.path().join("calls.jsonl"),
        "{\"tool\": \"get\", \"args\": {}}\n{\"tool\": \"validate_blueprint\", \"args\": {}}\n",
    )
    .unwrap();
    let kept = fs::read(store.join("draft.db")).unwrap();
    let (code, said) = workflow(&["run", "calls.jsonl", "--store", "store", "--export", "out.json"]);
    assert!(code == Some(1) && said.contains("\"isValid\":true"), "{said}");
    assert!(folder.path().join("out.json").exists());
    assert_eq!(fs::read(store.join("draft.db")).unwrap(), kept, "the store is read, not written");
    let (code, said) = workflow(&["check", "--store", "none"]);
    assert!(code == Some(2) && said.contains("none"), "{said}");
    assert_eq!(workflow(&["check", "out.json", "--store", "store"]).0, Some(2), "one source at a time");
    server.stop();
}

#[test]
fn plans_are_ordered_and_logs_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(None);
    assert_eq!(facts(&server.call("read_audit", &json!({})))["code"], "NO_AGENT");
    let task = |id: &str, after: &[&str]| {
        json!({
            "id": id, "title": "t", "rationale": "r", "acceptance": ["a"], "dependencies": after,
            "edits": [{"action": "create_file", "path": format!("{id}.txt"), "instructions": "i"}],
        })
    };
    let plan = |tasks: Value| {
        json!({
            "plan_version": "1.0",
            "overview": {"primary_issue": "p", "risk_level": "low", "summary": "s"},
            "tasks": tasks,
            "tests": {"commands": ["true"], "stop_on_failure": true},
            "metadata": {"created_at": "2026-01-06T10:00:00Z", "model": "m", "fix_attempt": 1},
        })
        .to_string()
    };
    let text = plan(json!([task("T1", &["T2"]), task("T2", &[])]));
    let ordered = server.call("order_fix_plan", &json!({ "text": text }))["result"]["structuredContent"].clone();
    let ids: Vec<&Value> = ordered["tasks"].as_array().unwrap().iter().map(|task| &task["id"]).collect();
    assert_eq!(ids, ["T2", "T1"]);
    assert_eq!(ordered["tasks"][1]["waitsFor"], json!(["T2"]));
    assert_eq!(ordered["tasks"][0]["files"], json!(["T2.txt"]));
    let text = plan(json!([task("T1", &["T1"])]));
    assert_eq!(server.call("order_fix_plan", &json!({ "text": text }))["result"]["isError"], true);
    server.stop();

    let campaign = json!({
        "campaign": {"id": "550e8400-e29b-41d4-a716-446655440000", "name": "C", "status": "active"},
        "tasks": [],
        "leads_summary": {"total": 0, "pending": 0, "contacted": 0, "responded": 0, "current_lead": null},
    });
    fs::write(folder.path().join("campaign.json"), campaign.to_string()).unwrap();
    let binary = env!("CARGO_BIN_EXE_planwright");
    let mut made = Command::new(binary);
    let made = made.args(["agent", "init", "agent", "campaign.json"]).current_dir(folder.path()).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut server = Server::with(&["--agent", folder.path().join("agent").to_str().unwrap()]);
    let read = server.call("read_audit", &json!({"last": 5}))["result"]["structuredContent"].clone();
    assert_eq!((&read["entries"], &read["records"]), (&json!([]), &json!(0)), "{read}");
    assert_eq!(read["head"].as_str().unwrap().len(), 129);
    server.stop();
}

/// A client that never reads: the server stops reading, and uses little memory for 100 MB of answers.
#[cfg(target_os = "linux")]
#[test]
fn a_client_that_does_not_read_is_not_read_from() {
    let mut server = Server::start(None);
    let mut input = server.input.take().unwrap();
    let writer = std::thread::spawn(move || {
        for id in 1..=3_000 {
            writeln!(input, r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#).unwrap();
        }
        input
    });
    let status = format!("/proc/{}/status", server.child.id());
    let peak = || -> u64 {
        let status = fs::read_to_string(&status).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    std::thread::sleep(std::time::Duration::from_secs(3));
    assert!(peak() < 110_000, "{} KiB", peak());
    // If the client reads later, it receives every answer.
    let mut answers = 0;
    let mut line = String::new();
    while answers < 3_000 {
        line.clear();
        assert!(server.output.read_line(&mut line).unwrap() > 0, "{answers} answers");
        answers += 1;
    }
    assert!(peak() < 110_000, "{} KiB", peak());
    drop(writer.join().unwrap());
    assert!(server.child.wait().unwrap().success());
}

/// The tool and the command line report the same about a document.
#[test]
fn a_schema_of_ones_own_is_checked_as_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(None);
    let step = |name: &str, member: &str| {
        json!({
            "type": "object", "required": ["do", member], "additionalProperties": false,
            "properties": { "do": { "const": name }, member: { "type": "integer", "description": "How many. More." } },
        })
    };
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "array", "items": { "oneOf": [step("pack", "boxes"), step("ship", "parcels")] },
    });
    let text = r#"[{"do": "pack"}, {"do": "shp"}, {"do": "ship", "parcels": 1, "parcel": 2}]"#;
    fs::write(folder.path().join("plan.schema.json"), schema.to_string()).unwrap();
    fs::write(folder.path().join("plan.json"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.args(["check", "--schema", "plan.schema.json", "plan.json", "--format", "json"]).current_dir(folder.path());
    let printed: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    let answer = &server.call("check", &json!({ "schema": schema, "text": text }))["result"]["structuredContent"];
    assert_eq!(answer["valid"], false);
    let facts = |list: &Value| -> Vec<Value> {
        let members = ["code", "severity", "pointer", "message", "help", "line", "column"];
        let fact = |one: &Value| members.iter().map(|name| one[name].clone()).collect::<Value>();
        list.as_array().unwrap().iter().map(fact).collect()
    };
    let found = facts(&answer["diagnostics"]);
    assert_eq!(found, facts(&printed[0]["diagnostics"]));
    assert!(found.len() == 3 && found[1][4] == "did you mean \"ship\"?", "{found:?}");
    for (arguments, code) in [
        (json!({ "text": text }), "MISSING_FIELD"),
        (json!({ "schema": {}, "text": text }), "INVALID_SCHEMA"),
        (json!({ "schema": { "$ref": "other.json" }, "text": text }), "INVALID_SCHEMA"),
        (json!({ "schema": schema, "context": {}, "text": text }), "UNKNOWN_FIELD"),
        (json!({ "schema": schema, "contract": "fix-plan", "text": text }), "UNKNOWN_FIELD"),
    ] {
        assert_eq!(self::facts(&server.call("check", &arguments))["code"], code, "{arguments}");
    }
    server.stop();
}
