//! Benchmarks of tool calls, compared with plain serde.

use planwright_generated::workflow_tools::{AddActionParams, AddParticipantParams, CreateBlueprintParams};
use planwright_workflow::{Call, Session};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::pairs::{IN_MEMORY, compare};

const CALLS: usize = 2_000;

/// Measures calls that create, add and replace, from JSON text to the answer.
pub(crate) fn calls() {
    let lines = lines();
    compare(
        &format!("run {} tool calls from text", lines.len()),
        IN_MEMORY,
        &mut [
            ("tool calls: duplicate keys, schema, references, draft, answer", &mut || run(&lines)),
            ("serde_json: parse, into the same types", &mut || lines.iter().filter(|line| plain(line)).count()),
        ],
    );
}

fn lines() -> Vec<String> {
    let mut lines = vec![
        r#"{"tool":"create_blueprint","args":{"title":"Loan approval","description":"A loan"}}"#.to_owned(),
        r#"{"tool":"add_participant","args":{"id":"a","name":"Applicant","role":"person"}}"#.to_owned(),
    ];
    // Reuse a few ids, so that the draft stays small and the call itself is measured.
    lines.extend((0..CALLS).map(|index| {
        format!(
            r#"{{"tool":"add_action","args":{{"id":{},"title":"Step {index}","sender":"a","dataFields":[{{"name":"amount","type":"number","required":true}}],"routeToNext":"a"}}}}"#,
            index % 20
        )
    }));
    lines
}

fn run(lines: &[String]) -> usize {
    let mut session = Session::new(|| "loan".to_owned());
    let done = lines.iter().filter(|line| {
        let call = Call::parse(line).unwrap();
        let answer = session.call(&call.tool, call.arguments);
        answer.into_tool_result("1").success
    });
    done.count()
}

fn plain(line: &str) -> bool {
    fn parses<T: DeserializeOwned>(arguments: Value) -> bool {
        serde_json::from_value::<T>(arguments).is_ok()
    }
    let mut call: Value = serde_json::from_str(line).unwrap();
    let arguments = call["args"].take();
    match call["tool"].as_str() {
        Some("create_blueprint") => parses::<CreateBlueprintParams>(arguments),
        Some("add_participant") => parses::<AddParticipantParams>(arguments),
        _ => parses::<AddActionParams>(arguments),
    }
}
