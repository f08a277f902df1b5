//! The MCP server, spoken to over its streams: answers to messages that are none, bounds, and the draft on disk.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start(store: Option<&Path>) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
        command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(store) = store {
            command.arg("--store").arg(store);
        }
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

    fn ask(&mut self, line: &str) -> Value {
        self.write(line);
        self.next()
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        self.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string())
    }

    fn stop(mut self) {
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

#[test]
fn what_the_server_has_not_is_not_listed_as_empty() {
    let mut server = Server::start(None);
    for method in ["resources/list", "resources/templates/list", "prompts/list"] {
        let answer = server.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": method}).to_string());
        assert_eq!(answer["error"]["code"], -32601, "{method}: {answer}");
    }
    server.stop();
}

/// References of draft 7 that have keywords beside them.
fn ignored(schema: &Value, at: &str, found: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            if members.get("$ref").is_some_and(Value::is_string) && members.len() > 1 {
                found.push(at.to_owned());
            }
            members.iter().for_each(|(name, value)| ignored(value, &format!("{at}/{name}"), found));
        }
        Value::Array(all) => all.iter().enumerate().for_each(|(i, value)| ignored(value, &format!("{at}/{i}"), found)),
        _ => {}
    }
}

#[test]
fn references_of_draft_7_stand_alone() {
    let mut server = Server::start(None);
    let listed = server.ask(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert!(tools.len() >= 12);
    let mut found = Vec::new();
    for tool in tools {
        for schema in ["inputSchema", "outputSchema"] {
            if tool[schema]["$schema"].as_str().is_some_and(|dialect| dialect.contains("draft-07")) {
                ignored(&tool[schema], &format!("{} {schema}", tool["name"]), &mut found);
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    let mut control = Vec::new();
    ignored(&json!({"a": {"$ref": "#/b", "description": "c"}}), "", &mut control);
    assert_eq!(control, ["/a"]);
    server.stop();
}

/// A client that asks and never reads: the server stops reading, and its memory stays small.
#[cfg(target_os = "linux")]
#[test]
fn a_client_that_does_not_read_is_not_read_from() {
    let mut server = Server::start(None);
    let mut input = server.input.take().unwrap();
    let writer = std::thread::spawn(move || {
        for id in 1..=2_000 {
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
    assert!(peak() < 80_000, "{} KiB", peak());
    // Whoever then reads gets every answer.
    let mut answers = 0;
    let mut line = String::new();
    while answers < 2_000 {
        line.clear();
        assert!(server.output.read_line(&mut line).unwrap() > 0, "{answers} answers");
        answers += 1;
    }
    assert!(peak() < 80_000, "{} KiB", peak());
    drop(writer.join().unwrap());
    assert!(server.child.wait().unwrap().success());
}

fn filled(store: &Path) -> Vec<u8> {
    let mut server = Server::start(Some(store));
    for (tool, arguments) in [
        ("create_blueprint", json!({"title": "Loan", "description": "A loan is asked for."})),
        ("add_participant", json!({"id": "bank", "name": "Bank"})),
        ("add_participant", json!({"id": "client", "name": "Client"})),
    ] {
        let answer = server.call(tool, &arguments);
        assert_eq!(answer["result"]["isError"], false, "{answer}");
    }
    server.stop();
    fs::read(store.join("draft.json")).unwrap()
}

/// Every bit of a draft on disk is covered: one that flips is noticed, and the file is kept.
#[test]
fn a_draft_that_was_changed_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let kept = filled(&store);
    assert!(String::from_utf8_lossy(&kept).contains("participants"));
    let mut spoiled: Vec<Vec<u8>> = (0..kept.len())
        .step_by(kept.len() / 25)
        .map(|at| {
            let mut bytes = kept.clone();
            bytes[at] ^= 1;
            bytes
        })
        .collect();
    let text = String::from_utf8(kept.clone()).unwrap();
    spoiled.push(text.replace("participants", "participantz").into_bytes());
    // As it was written before there were checksums.
    let draft: Value = serde_json::from_str::<Value>(&text).unwrap()["draft"].clone();
    spoiled.push(draft.to_string().replace("participants", "participantz").into_bytes());
    for (number, bytes) in spoiled.iter().enumerate() {
        fs::write(store.join("draft.json"), bytes).unwrap();
        let mut server = Server::start(Some(&store));
        let answer = server.call("validate_blueprint", &json!({}));
        assert_eq!(answer["result"]["isError"], true, "{number}: {answer}");
        server.stop();
        let aside = store.join(format!("draft.json.damaged-{}", number + 1));
        assert_eq!(&fs::read(aside).unwrap(), bytes);
    }
    for good in [kept, draft.to_string().into_bytes()] {
        fs::write(store.join("draft.json"), good).unwrap();
        let mut server = Server::start(Some(&store));
        assert_eq!(server.call("validate_blueprint", &json!({}))["result"]["isError"], false, "the control");
        server.stop();
    }
}

#[cfg(unix)]
#[test]
fn no_link_is_followed_out_of_a_store() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let kept = filled(&store);
    for file in ["draft.json", "lock"] {
        assert_eq!(fs::metadata(store.join(file)).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
    let outside = folder.path().join("outside");
    // What is read.
    fs::write(&outside, &kept).unwrap();
    fs::remove_file(store.join("draft.json")).unwrap();
    symlink(&outside, store.join("draft.json")).unwrap();
    let mut server = Server::start(Some(&store));
    assert_eq!(server.call("validate_blueprint", &json!({}))["result"]["isError"], true);
    // What is written.
    symlink(&outside, store.join("draft.json.new")).unwrap();
    let made = server.call("create_blueprint", &json!({"title": "Other", "description": "Another one."}));
    assert_eq!(made["result"]["isError"], false, "{made}");
    server.stop();
    assert_eq!(fs::read(&outside).unwrap(), kept);
    assert!(fs::symlink_metadata(store.join("draft.json")).unwrap().is_file());
}
