//! Tests that all commands agree about the meaning of a schema, for each key of the configuration that defines it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::mcp::Server;
use crate::project::{files, read_text, run, write};

/// Returns a schema of an object with one string of a format.
fn schema(format: &str) -> String {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Order",
        "type": "object",
        "required": ["id"],
        "properties": { "id": { "type": "string", "format": format } },
    })
    .to_string()
}

/// Returns a folder with schemas, tools with a lock file, and a document with a wrong format.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let tools = |format: &str| format!(r#"{{"tools": [{{"name": "t", "inputSchema": {}}}]}}"#, schema(format));
    write(place, "old/order.json", &schema("uuid"));
    write(place, "new/order.json", &schema("email"));
    write(place, "document.json", "{ \"id\": \"x\" }\n");
    write(place, "old.json", &tools("uuid"));
    write(place, "new.json", &tools("email"));
    assert_eq!(run(place, &["lock", "old.json", "--lock", "kept.json"]).0, 0);
    folder
}

/// Runs a command, and returns its exit code with all that it printed.
fn printed(place: &Path, command: &str) -> (i32, String) {
    let (code, out, err) = run(place, &command.split(' ').collect::<Vec<_>>());
    (code, format!("{out}{err}"))
}

/// Returns whether a command that succeeds without formats fails because of them.
fn fails(place: &Path, command: &str) -> bool {
    let (code, text) = printed(place, command);
    assert!(code < 2, "{command}: {code} {text}");
    code == 1
}

/// Returns the lines of all files that a command generates, except those with the command itself.
fn generated(place: &Path, command: &str) -> Vec<String> {
    let out = place.join("out");
    let _ = fs::remove_dir_all(&out);
    let (code, text) = printed(place, &format!("{command} --out out"));
    assert_eq!(code, 0, "{command}: {text}");
    let files = files(&out).into_iter().filter(|(path, _)| !path.ends_with("written.txt"));
    let texts: Vec<String> = files.map(|(_, bytes)| String::from_utf8(bytes).expect("UTF-8")).collect();
    let texts = texts.concat();
    texts.lines().filter(|line| !line.contains("planwright gen")).map(str::to_owned).collect()
}

/// Returns whether each command asserts formats.
fn commands_that_assert(place: &Path) -> Vec<(&'static str, bool)> {
    let mut all = Vec::new();
    for command in [
        "check --schema old/order.json document.json",
        "extract --schema old/order.json document.json",
        "normalize document.json --dialect gemini --schema old/order.json",
        "drift old new",
        "drift --migrate old/order.json new/order.json",
        "lock new.json --check --lock kept.json",
    ] {
        all.push((command, fails(place, command)));
    }
    for command in ["gen --schema old", "gen --schema old --lang apex"] {
        let with = |flag: &str| generated(place, &format!("{command} {flag}"));
        let (asserting, annotating) = (with("--assert-formats"), with("--no-assert-formats"));
        assert_ne!(asserting, annotating, "{command}");
        let configured = generated(place, command);
        assert!(configured == asserting || configured == annotating, "{command}");
        all.push((command, configured == asserting));
    }
    let command = "export --schema old/order.json --dialect gemini --certificate certificate.json";
    let (code, text) = printed(place, command);
    assert_eq!(code, 0, "{text}");
    all.push((command, !read_text(place, "certificate.json").contains("annotates_formats")));
    fs::remove_file(place.join("certificate.json")).expect("a certificate");
    let command = "check --schema old/order.json document.json --report report.json";
    printed(place, command);
    all.push((command, !read_text(place, "report.json").contains("no-assert-formats")));
    fs::remove_file(place.join("report.json")).expect("a report");
    let mut server = Server::in_folder(place, &[]);
    let schema: Value = serde_json::from_str(&schema("uuid")).expect("a schema");
    let answer = server.call("check", &json!({ "schema": schema, "text": "{ \"id\": \"x\" }" }));
    server.stop();
    all.push(("mcp", answer["result"]["structuredContent"]["valid"] == false));
    all
}

#[test]
fn every_command_reads_the_same_meaning_of_formats() {
    let folder = folder();
    for (configured, asserts) in [
        ("", true),
        ("assert-formats = true\n", true),
        ("assert-formats = false\n", false),
        ("[drift]\nassert-formats = false\n", false),
        ("[gen]\nformats = \"annotate\"\nsuffix = \".json\"\n", false),
    ] {
        write(folder.path(), "planwright.toml", configured);
        for (command, found) in commands_that_assert(folder.path()) {
            assert_eq!(found, asserts, "{configured:?}: {command}");
        }
    }
}

#[test]
fn every_comparison_reads_the_same_content_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let object = |more: &str| format!(r#"{{"type": "object", "properties": {{"id": {{"type": "string"}}{more}}}}}"#);
    let tools = |schema: &str| format!(r#"{{"tools": [{{"name": "t", "inputSchema": {schema}}}]}}"#);
    let (old, new) = (object(""), object(r#", "note": {"type": "string"}"#));
    for (name, text) in [("old/a.json", &old), ("new/a.json", &new)] {
        write(place, name, text);
    }
    write(place, "old.json", &tools(&old));
    write(place, "new.json", &tools(&new));
    assert_eq!(run(place, &["lock", "old.json", "--lock", "kept.json"]).0, 0);
    for (configured, is_strict) in [
        ("", true),
        ("content-model = \"strict\"\n", true),
        ("content-model = \"lenient\"\n", false),
        ("[drift]\ncontent-model = \"lenient\"\n", false),
        ("[lock]\nsources = [\"new.json\"]\nfile = \"kept.json\"\ncontent-model = \"lenient\"\n", false),
    ] {
        write(place, "planwright.toml", configured);
        for command in ["drift old new", "lock new.json --check --lock kept.json"] {
            assert_eq!(fails(place, command), is_strict, "{configured:?}: {command}");
            let says = printed(place, command).1.contains("the content model is lenient");
            assert_eq!(says, !is_strict, "{configured:?}: {command}");
        }
    }
}

/// In draft-07, keywords next to `$ref` are ignored.
#[test]
fn every_command_reads_the_same_default_dialect() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let schema = |length: u32| {
        json!({
            "title": "Order",
            "type": "object",
            "properties": { "id": { "$ref": "#/$defs/s", "minLength": length } },
            "$defs": { "s": { "type": "string" } },
        })
    };
    write(place, "old/order.json", &schema(3).to_string());
    write(place, "new/order.json", &schema(4).to_string());
    write(place, "document.json", "{ \"id\": \"x\" }\n");
    let note = "schemas without `$schema` are read as draft-07";
    let commands = [
        "check --schema old/order.json document.json",
        "drift old new",
        "drift --migrate old/order.json new/order.json",
    ];
    for (configured, flag, ignores) in [
        ("", "", false),
        ("default-dialect = \"inferred\"\n", "", false),
        ("default-dialect = \"draft-07\"\n", "", true),
        ("", " --default-dialect draft-07", true),
        ("default-dialect = \"draft-07\"\n", " --default-dialect 2020-12", false),
    ] {
        write(place, "planwright.toml", configured);
        for command in commands {
            let command = format!("{command}{flag}");
            assert_eq!(fails(place, &command), !ignores, "{configured:?}: {command}");
            assert_eq!(printed(place, &command).1.contains(note), ignores, "{configured:?}: {command}");
        }
        let with = |dialect: &str| generated(place, &format!("gen --schema old --default-dialect {dialect}"));
        let (older, newer) = (with("draft-07"), with("2020-12"));
        let found = generated(place, &format!("gen --schema old{flag}"));
        assert!(older != newer && found == if ignores { older } else { newer }, "{configured:?}: gen{flag}");
        if flag.is_empty() {
            assert_eq!(run(place, &["lock", "old", "--lock", "kept.json"]).0, 0);
            let command = "lock new --check --lock kept.json";
            assert_eq!(fails(place, command), !ignores, "{configured:?}: {command}");
            let mut server = Server::in_folder(place, &[]);
            let answer = server.call("check", &json!({ "schema": schema(3), "text": "{ \"id\": \"x\" }" }));
            server.stop();
            assert_eq!(answer["result"]["structuredContent"]["valid"], ignores, "{configured:?}: mcp");
        }
    }
    write(place, "planwright.toml", "default-dialect = \"draft-7\"\n");
    let (code, text) = printed(place, "drift old new");
    assert!(code == 2 && text.contains("default-dialect: did you mean \"draft-07\"?"), "{text}");
}

/// Two commands could disagree about one schema.
#[test]
fn contradicting_keys_are_errors() {
    let folder = folder();
    for configured in [
        "assert-formats = true\n[drift]\nassert-formats = false\n",
        "[drift]\nassert-formats = true\n[gen]\nformats = \"annotate\"\n",
        "content-model = \"strict\"\n[drift]\ncontent-model = \"lenient\"\n",
    ] {
        write(folder.path(), "planwright.toml", configured);
        for command in ["check --schema old/order.json document.json", "drift old new", "gen --schema old --out out"] {
            let (code, text) = printed(folder.path(), command);
            assert!(code == 2 && text.contains("planwright.toml:"), "{configured:?}: {command}: {code} {text}");
        }
    }
}
