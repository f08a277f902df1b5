//! Runs the shared test vectors of the workflow tools, as their README defines.

use std::collections::BTreeSet;
use std::path::Path;

use planwright_contracts::{Diagnostic, Report};
use planwright_generated::ROOTS;
use planwright_workflow::{Answer, Draft, Session, check_draft};
use serde_json::{Value, json};

#[test]
fn workflow_vectors() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/workflow-tools.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let vectors: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let failures: Vec<String> = vectors.iter().flat_map(judge).collect();
    assert!(failures.is_empty(), "{} failures in {} vectors:\n{}", failures.len(), vectors.len(), failures.join("\n"));
    assert!(!vectors.is_empty());
}

struct Run {
    answer: Option<Answer>,
    /// About the arguments of a tool call, or about the document of a validation.
    report: Report,
    before: Value,
    after: Value,
    draft: Option<Draft>,
}

fn judge(vector: &Value) -> Vec<String> {
    let run = run(vector);
    let expect = vector["expect"].as_object().unwrap();
    let pair = |one: &Diagnostic| (one.code.to_owned(), one.at.to_string());
    let errors: BTreeSet<_> = run.report.errors().map(pair).collect();
    let warnings: BTreeSet<_> = run.report.warnings().map(pair).collect();
    let result = run.answer.as_ref().and_then(|answer| answer.result.as_ref());
    let mut failures = Vec::new();
    let mut demand = |holds: bool, what: String| {
        if !holds {
            failures.push(format!("{}: {what} ({})", vector["id"], vector["why"]));
        }
    };
    let texts = |key: &str| -> Vec<String> {
        expect[key].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    let expected: BTreeSet<_> = texts("codes").into_iter().zip(texts("pointers")).collect();
    demand(errors == expected, format!("expected {expected:?}, got {errors:?}"));
    for (key, wanted) in expect {
        match key.as_str() {
            "codes" | "pointers" => {}
            "valid" => demand(*wanted == json!(errors.is_empty()), format!("valid is {}", errors.is_empty())),
            "warnings" => wanted.as_array().unwrap().iter().for_each(|one| {
                let at = |at: &String| one.get("pointer").is_none_or(|wanted| wanted == at);
                let hit = warnings.iter().any(|(code, place)| one["code"] == json!(code) && at(place));
                demand(hit, format!("no warning {one}, got {warnings:?}"));
            }),
            "state_unchanged" => demand((run.before == run.after) == (*wanted == true), "the state".to_owned()),
            "result" => wanted.as_object().unwrap().iter().for_each(|(member, value)| {
                let got = result.and_then(|result| result.get(member));
                demand(got == Some(value), format!("{member} is {got:?}, not {value}"));
            }),
            "removedActionIds" => {
                let got = result.and_then(|result| result.get("removedActionIds"));
                demand(got == Some(wanted), format!("removedActionIds is {got:?}"));
            }
            "dataPointers" => {
                let args = &vector["input"]["args"];
                let draft = run.draft.as_ref().unwrap();
                let action = draft.action(args["actionId"].as_u64().unwrap()).unwrap();
                let got = action.disclosed_to(args["participantId"].as_str().unwrap());
                demand(
                    got.map(|pointers| json!(pointers)).as_ref() == Some(wanted),
                    format!("dataPointers is {got:?}"),
                );
            }
            key => demand(false, format!("nothing is known of {key}")),
        }
    }
    failures
}

fn run(vector: &Value) -> Run {
    if vector["input"].get("actions").is_some() {
        let draft = Draft::from_value(vector["input"].clone()).unwrap();
        let state = json!(draft);
        return Run {
            answer: None,
            report: check_draft(&draft),
            before: state.clone(),
            after: state,
            draft: Some(draft),
        };
    }
    let context = &vector["context"];
    let ids = || "wf".to_owned();
    let mut session = match context.get("draft") {
        Some(draft) => Session::resume(Draft::from_value(draft.clone()).unwrap(), ids),
        None => Session::new(ids),
    };
    for call in context.get("prior_calls").and_then(Value::as_array).into_iter().flatten() {
        let answer = session.call(call["tool"].as_str().unwrap(), &call["args"]);
        assert!(answer.is_success(), "{}: {:?}", vector["id"], answer.error());
    }
    let before = json!(session.draft());
    let (tool, args) = (vector["input"]["tool"].as_str().unwrap(), &vector["input"]["args"]);
    // Runs the call with text and with a value. The results must agree except for spans.
    let from_text = session.clone().call(tool, &args.to_string());
    let answer = session.call(tool, args);
    assert_eq!(answer.result, from_text.result);
    let bare = |report: &Report| -> Vec<_> {
        report.iter().map(|one| (one.code, one.at.clone(), one.message.clone())).collect()
    };
    assert_eq!(bare(&answer.report), bare(&from_text.report));
    obeys_the_returns(tool, &answer);
    let is_validation = vector["kind"] == "validate" && answer.is_success();
    let report = if is_validation { answer.validation.clone().unwrap() } else { answer.report.clone() };
    Run { report, before, after: json!(session.draft()), draft: session.draft().cloned(), answer: Some(answer) }
}

fn obeys_the_returns(tool: &str, answer: &Answer) {
    let result = json!(answer.clone().into_tool_result("call_1"));
    let root = ROOTS.iter().find(|root| root.name == "ToolResult").unwrap();
    assert!(root.is_valid(&result), "{result}");
    if let Some(members) = &answer.result {
        let tool = planwright_workflow::TOOLS.iter().find(|known| known.name == tool).unwrap();
        assert!(tool.returns.is_valid(&json!(members)), "{tool}: {members:?}", tool = tool.name);
    }
}
