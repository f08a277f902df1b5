//! Sends recorded and hostile requests to `cargo tool bowtie`.

use std::io::{BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use planwright_tools::bowtie::serve;
use serde_json::Value;

const START: &str = r#"{"cmd": "start", "version": 1}"#;

/// Returns the response to each request.
fn responses(requests: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    serve(BufReader::new(requests), &mut output).expect("memory can be read and written");
    let text = String::from_utf8(output).expect("responses are UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a response is JSON")).collect()
}

/// Returns the response to one request after `start`.
fn response(request: &str) -> Value {
    let mut all = responses(format!("{START}\n{request}\n").as_bytes());
    assert_eq!(all.len(), 2, "{all:?}");
    all.remove(1)
}

#[test]
fn recorded_requests_get_the_recorded_responses() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bowtie");
    let requests = fs::read(folder.join("requests.jsonl")).expect("the requests can be read");
    let found: Vec<String> = responses(&requests).iter().map(Value::to_string).collect();
    let found = found.join("\n") + "\n";
    let expected = folder.join("responses.jsonl");
    if env::var_os("UPDATE_EXPECT").is_some() && env::var_os("CI").is_none() {
        fs::write(&expected, &found).expect("the responses can be written");
    }
    assert_eq!(found, fs::read_to_string(&expected).expect("the responses can be read"));
}

#[test]
fn every_response_has_one_outcome() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bowtie");
    let requests = fs::read(folder.join("requests.jsonl")).expect("the requests can be read");
    let all = responses(&requests);
    let count = |key: &str| all.iter().filter(|response| response.get(key).is_some()).count();
    for response in all.iter().filter(|response| response.get("seq").is_some()) {
        let outcomes = ["results", "skipped", "errored"].iter().filter(|key| response.get(*key).is_some()).count();
        assert_eq!(outcomes, 1, "{response}");
    }
    assert!(["results", "skipped", "errored", "ready", "ok"].into_iter().all(|key| count(key) > 0), "{all:?}");
}

#[test]
fn deep_and_long_requests_do_not_end_the_program() {
    let deep = |text: &str| format!("{}{}", text.repeat(200_000), "]".repeat(200_000));
    let run = |schema: &str, instance: &str| {
        response(&format!(
            r#"{{"cmd": "run", "seq": 1, "case": {{"description": "", "schema": {schema}, "tests": [{{"description": "", "instance": {instance}}}]}}}}"#
        ))
    };
    assert_eq!(run(r#"{"type": "array"}"#, &deep("["))["results"][0]["skipped"], true);
    assert_eq!(run(&format!(r#"{{"enum": {}}}"#, deep("[")), "1")["errored"], true);
    assert_eq!(run(&r#"{"not": "#.repeat(100_000), "1")["errored"], true);
    let long = "a".repeat(65 << 20);
    assert_eq!(response(&format!(r#"{{"cmd": "{long}"}}"#))["errored"], true);
    let mut bytes = format!("{START}\n").into_bytes();
    bytes.extend(b"\xff\xfe\n\0\n");
    assert_eq!(responses(&bytes).len(), 3);
}

#[test]
fn the_program_answers_and_ends() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_bowtie"));
    let mut program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program can be started");
    let mut input = program.stdin.take().expect("its input is a pipe");
    input.write_all(format!("{START}\n{{\"cmd\": \"stop\"}}\n").as_bytes()).expect("it reads");
    let output = program.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let response: Value = serde_json::from_slice(&output.stdout).expect("a response is JSON");
    assert_eq!(response["implementation"]["dialects"].as_array().map(Vec::len), Some(5));
}
