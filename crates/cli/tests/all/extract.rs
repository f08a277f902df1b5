//! Tests `planwright extract`, and the other commands that read answers of models: `check --fix` and `normalize`.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use planwright_source::parse;

use crate::mcp::Server;

const DOCUMENT: &str = r#"{"action_type": "no_op", "reason": "campaign_complete"}"#;

fn planwright(folder: &Path, arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    let command = command.args(arguments).current_dir(folder).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process");
    child.stdin.take().expect("standard input").write_all(input).expect("a write");
    let Output { status, stdout, stderr } = child.wait_with_output().expect("an output");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// Returns answers that contain the document, with its source in `@` escaped for a JSON string.
fn answers() -> Vec<Vec<u8>> {
    let quoted = json!(DOCUMENT).to_string();
    let utf16 = DOCUMENT.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let texts = [
        DOCUMENT.to_owned(),
        format!("Here:\n\n   ```json\n   {DOCUMENT}\n   ```\n"),
        format!("{{\"choices\": [{{\"message\": {{\"role\": \"assistant\", \"content\": {quoted}}}}}]}}"),
        format!("{{\"type\": \"tool_use\", \"id\": \"t\", \"name\": \"propose\", \"input\": {DOCUMENT}}}"),
        quoted,
    ];
    texts.into_iter().map(String::into_bytes).chain([utf16]).collect()
}

#[test]
fn every_command_reads_the_same_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let expected: Value = serde_json::from_str(DOCUMENT).expect("JSON");
    for answer in answers() {
        let shown = String::from_utf8_lossy(&answer).into_owned();
        for arguments in [&["extract", "agent-proposal"][..], &["check", "agent-proposal", "--fix", "-"]] {
            let (code, out, err) = planwright(folder.path(), arguments, &answer);
            assert_eq!((code, serde_json::from_str(&out).ok().as_ref()), (Some(0), Some(&expected)), "{shown}: {err}");
        }
        std::fs::write(folder.path().join("a.json"), &answer).expect("a file");
        let (code, out, _) = planwright(folder.path(), &["check", "agent-proposal", "--fix", "a.json"], b"");
        assert_eq!(code, Some(0), "{shown}: {out}");
        let written = std::fs::read_to_string(folder.path().join("a.json")).expect("a file in UTF-8");
        assert_eq!(serde_json::from_str::<Value>(&written).ok().as_ref(), Some(&expected), "{shown}");
    }
}

#[test]
fn vendor_answers_may_be_in_responses_and_fences() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = format!("{{\"value\": {DOCUMENT}}}");
    let response = json!({"choices": [{"message": {"role": "assistant", "content": inner}}]}).to_string();
    for answer in [format!("```json\n{inner}\n```"), response] {
        let arguments = ["normalize", "agent-proposal", "--dialect", "openai", "-"];
        let (code, out, err) = planwright(folder.path(), &arguments, answer.as_bytes());
        assert_eq!(code, Some(0), "{err}");
        assert_eq!(serde_json::from_str::<Value>(&out).ok(), serde_json::from_str(DOCUMENT).ok());
    }
}

#[test]
fn refused_and_ambiguous_answers_print_no_document() {
    let folder = tempfile::tempdir().expect("a folder");
    for (answer, reason) in [
        (format!("I cannot do this: {DOCUMENT}"), "in a thought, a refusal"),
        (format!("<think>{DOCUMENT}</think> Done."), "in a thought, a refusal"),
        (format!("{DOCUMENT}\n{}", DOCUMENT.replace("campaign_complete", "no_leads")), "2:1: {\"action_type\""),
        ("Nothing to do.".to_owned(), "no complete JSON document"),
    ] {
        let (code, out, err) = planwright(folder.path(), &["extract", "agent-proposal", "-"], answer.as_bytes());
        assert_eq!((code, out.as_str()), (Some(1), ""), "{answer}");
        assert!(err.contains("error[NO_DOCUMENT]") && err.contains(reason), "{err}");
        let (code, out, _) = planwright(folder.path(), &["check", "agent-proposal", "--fix", "-"], answer.as_bytes());
        assert_eq!((code, out.as_str()), (Some(1), ""), "{answer}");
    }
}

#[test]
fn an_invalid_document_is_printed_with_its_findings() {
    let folder = tempfile::tempdir().expect("a folder");
    let answer = br#"So: {"action_type": "no_op", "reason": "tired"}"#;
    let (code, out, err) = planwright(folder.path(), &["extract", "agent-proposal", "-"], answer);
    assert!(code == Some(1) && out.contains("tired") && err.contains("<document>:1:"), "{out}{err}");
    let (_, out, _) = planwright(folder.path(), &["extract", "agent-proposal", "--format", "json"], answer);
    let printed: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(printed["document"]["reason"], "tired");
    assert_eq!(printed["changes"], json!(["dropped the text around the document at 1:5"]));
    assert!(printed["findings"].as_array().is_some_and(|findings| !findings.is_empty()));
}

const ANSWERS: &str = include_str!("../../../check/tests/data/answers.jsonl");
const SCHEMA: &str = include_str!("../../../check/tests/data/answer.schema.json");

/// Returns the answers of the table: name, bytes, and the document that is meant, or `null`.
fn table() -> Vec<(String, Vec<u8>, Value)> {
    let read = |row: &str| {
        let row: Value = serde_json::from_str(row).expect("a row");
        let hex =
            |hex: &str| (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
        let bytes = row["hex"].as_str().map_or_else(|| row["answer"].as_str().expect("an answer").into(), hex);
        (row["name"].as_str().expect("a name").to_owned(), bytes, row["document"].clone())
    };
    ANSWERS.lines().map(read).collect()
}

#[test]
fn the_mcp_tool_finds_the_documents_of_the_table() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("a schema");
    let mut server = Server::start(None);
    let mut right = 0;
    for (name, bytes, document) in table() {
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let answer = server.call("extract", &json!({"schema": schema, "text": text}));
        let returns = &answer["result"]["structuredContent"];
        let found = if returns["valid"] == true { &returns["document"] } else { &Value::Null };
        // As a number of JSON, 2.0 is 2.
        let is_right = parse(&found.to_string()) == parse(&document.to_string());
        assert!(is_right || found.is_null(), "{name}: {answer}");
        right += usize::from(is_right);
    }
    server.stop();
    assert!(right >= 115, "{right} are right");
}

/// An answer with something around its document has the same verdict as from `extract`. Inside the document, the first
/// impossible byte still ends the run.
#[test]
fn follow_reads_what_is_around_a_document() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("s.json"), SCHEMA).expect("a schema");
    let (mut extracted, mut refused) = (0, 0);
    for (name, bytes, document) in table() {
        let start = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        // Events need the option `--events`.
        if start.is_some_and(|start| b"{[".contains(start))
            || bytes.starts_with(b"data:")
            || bytes.starts_with(b"event:")
        {
            continue;
        }
        let (code, out, err) = planwright(folder.path(), &["check", "--schema", "s.json", "--follow", "-"], &bytes);
        let (expected, _, _) = planwright(folder.path(), &["extract", "--schema", "s.json"], &bytes);
        assert_eq!(code, expected, "{name}: {out}{err}");
        assert!(!document.is_null() || code == Some(1), "{name}: {out}{err}");
        extracted += usize::from(code == Some(0));
        refused += usize::from(code == Some(1));
    }
    assert!(extracted >= 28 && refused >= 6, "{extracted} extracted, {refused} refused");
    let good = r#"{"version":1,"steps":[{"do":"open","id":3}]}"#;
    for (text, expected) in [
        (format!("{good}<end_of_turn>"), "1 of 1 file passed"),
        (format!("{good}\nI also considered {{name}}."), "1 of 1 file passed"),
        (format!("{good}\n{}", good.replace('3', "4")), "trailing characters"),
        ("{\"version\":1,\"stepz".to_owned(), "stopped at byte"),
    ] {
        let (_, out, err) =
            planwright(folder.path(), &["check", "--schema", "s.json", "--follow", "-"], text.as_bytes());
        assert!(out.contains(expected), "{text}: {out}{err}");
    }
}

/// White space between values is not part of a string, so it must not become an escape.
#[test]
fn a_document_with_tabs_and_windows_line_ends_is_printed_as_json() {
    let answer = "{\r\n\t\"none\": true\r\n}\r\n";
    let folder = tempfile::tempdir().expect("a folder");
    let (code, printed, _) = planwright(folder.path(), &["extract", "form-plan", "-"], answer.as_bytes());
    assert_eq!((code, printed.as_str()), (Some(0), "{\n\t\"none\": true\n}\n"));
}
