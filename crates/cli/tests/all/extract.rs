//! Tests `planwright extract`, and the other commands that read answers of models: `check --fix` and `normalize`.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

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
