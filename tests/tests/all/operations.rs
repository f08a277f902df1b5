//! Pairs of operation lists: what changed in each operation, and whether the change breaks a call or a result.
//!
//! A line of `tests/cases/lock.jsonl` is a case: the lists `old` and `new`, the content model `content`, and the expected
//! `operations`, which were written by hand. `why` explains them. An independent validator confirms each document that shows a
//! break.

use std::collections::BTreeMap;

use planwright_drift::operations::{
    CallForm, JudgedOperation, JudgedSide, OfferedOperation, OperationList, OperationStatus, judge_operations,
    read_operations,
};
use planwright_drift::{ContentModel, Options, Verdict};
use planwright_tests::{here, json_lines};
use serde_json::{Map, Value, json};

fn operations(document: &Value) -> OperationList {
    read_operations(document).unwrap_or_else(|problems| panic!("{document}: {problems:?}"))
}

/// Returns the results in the form of the cases.
fn to_json(one: &JudgedOperation) -> Value {
    let mut object = Map::new();
    let status = match &one.status {
        OperationStatus::Same => "same",
        OperationStatus::Changed => "changed",
        OperationStatus::Added => "added",
        OperationStatus::Removed(new) => {
            object.extend(new.as_ref().map(|new| ("renamed_to".to_owned(), new.as_str().into())));
            "removed"
        }
    };
    object.insert("status".to_owned(), status.into());
    for (name, side) in [("input", &one.input), ("output", &one.output)] {
        object.extend(side.as_ref().map(|side| (name.to_owned(), side.verdict.word().into())));
    }
    let hints: Map<String, Value> =
        one.hints.iter().map(|hint| (hint.name.to_owned(), hint.withdrawn.is_some().into())).collect();
    if !hints.is_empty() {
        object.insert("hints".to_owned(), hints.into());
    }
    if let Some((old, new)) = &one.route {
        object.insert("route".to_owned(), json!([old, new]));
    }
    let texts: Vec<&str> = one.texts.iter().map(|change| change.at.as_str()).collect();
    if !texts.is_empty() && one.status != OperationStatus::Added {
        object.insert("texts".to_owned(), json!(texts));
    }
    object.into()
}

fn is_valid(schema: &Value, document: &Value) -> bool {
    jsonschema::options().should_validate_formats(true).build(schema).expect("it is a schema").is_valid(document)
}

/// Checks that a witness is valid on one side and invalid on the other.
fn shows(inner: &Value, outer: Option<&Value>, side: Option<&JudgedSide>) -> bool {
    let Some(Verdict::Broken(witness)) = side.map(|side| &side.verdict) else { return true };
    is_valid(inner, witness) && !outer.is_some_and(|outer| is_valid(outer, witness))
}

fn confirm(old: Option<&OfferedOperation>, new: Option<&OfferedOperation>, one: &JudgedOperation) -> bool {
    let Some(old) = old else { return true };
    let any = json!(true);
    let promised = old.output.as_ref();
    let returned = new.map(|new| new.output.as_ref().unwrap_or(&any));
    shows(&old.input, new.map(|new| &new.input), one.input.as_ref())
        && returned.is_none_or(|returned| shows(returned, promised, one.output.as_ref()))
}

#[test]
fn every_change_is_judged_as_by_hand() {
    let mut wrong = Vec::new();
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let cases = json_lines::read_rows(&here().join("cases/lock.jsonl"));
    for case in &cases {
        let name = json_lines::name(case);
        let (old, new) = (operations(&case["old"]), operations(&case["new"]));
        let content = match case["content"].as_str() {
            Some("strict") => ContentModel::Strict,
            _ => ContentModel::Lenient,
        };
        let judged = judge_operations(&old, &new, content, Options::default()).expect("the proof runs");
        for one in &judged {
            for side in one.input.iter().chain(&one.output) {
                *verdicts.entry(side.verdict.word()).or_default() += 1;
            }
            if !confirm(old.get(&one.name), new.get(&one.name), one) {
                wrong.push(format!("{name}: {} is shown by nothing: {one:?}", one.name));
            }
        }
        let found: Map<String, Value> = judged.iter().map(|one| (one.name.clone(), to_json(one))).collect();
        if Value::from(found.clone()) != case["operations"] {
            wrong.push(format!("{name}: expected {}, found {}", case["operations"], json!(found)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases.len() >= 60 && verdicts.values().all(|count| *count > 0) && verdicts.len() == 3, "{verdicts:?}");
}

/// Control: a wrong witness and a wrong verdict are reported.
#[test]
fn a_wrong_witness_is_seen() {
    let side = |witness: Value| JudgedSide { verdict: Verdict::Broken(witness), strict: None, changes: Vec::new() };
    let (old, new) = (json!({ "type": "string" }), json!({ "type": "string", "maxLength": 1 }));
    assert!(shows(&old, Some(&new), Some(&side(json!("ab")))));
    assert!(!shows(&old, Some(&new), Some(&side(json!("a")))), "both take it");
    assert!(!shows(&old, Some(&new), Some(&side(json!(1)))), "neither takes it");
}

/// A call is a complete request of the protocol.
#[test]
fn a_request_is_the_one_that_dies() {
    let list = operations(&json!([{ "name": "get", "inputSchema": {} }]));
    let request = list["get"].request("get", &json!({ "id": 1 }));
    assert_eq!(
        request,
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "get", "arguments": { "id": 1 } } })
    );
    let http = OfferedOperation { form: CallForm::Http("GET /a".to_owned()), ..list["get"].clone() };
    assert_eq!(http.request("get", &json!({ "query": {} })), json!({ "request": "GET /a", "query": {} }));
}

/// A tool without described arguments accepts none. A document of the same schema may contain anything.
#[test]
fn a_bare_object_is_no_input_and_any_document() {
    let (bare, described) =
        (json!({ "type": "object" }), json!({ "type": "object", "properties": { "a": { "type": "integer" } } }));
    let verdict = |form: &CallForm| {
        let list = |schema: &Value| {
            let one = OfferedOperation { form: form.clone(), ..OfferedOperation::of_document(schema.clone()) };
            OperationList::from([("op".to_owned(), one)])
        };
        let judged = judge_operations(&list(&bare), &list(&described), ContentModel::Lenient, Options::default())
            .expect("the proof runs");
        judged[0].input.as_ref().map(|side| side.verdict.word())
    };
    assert_eq!(verdict(&CallForm::Tool), Some("proved"));
    assert_eq!(verdict(&CallForm::Document), Some("broken"));
}

/// The time grows with the number of changes, not with the length of the list.
#[test]
fn a_hundred_operations_take_little_time() {
    let tool = |index: usize, kind: &str| {
        let properties: Map<String, Value> = (0..12).map(|n| (format!("p{n}"), json!({ "type": kind }))).collect();
        json!({ "name": format!("tool_{index}"), "inputSchema": { "type": "object", "properties": properties } })
    };
    let list = |kind: &str| operations(&(0..100).map(|index| tool(index, kind)).collect::<Value>());
    let start = std::time::Instant::now();
    let judged = judge_operations(&list("string"), &list("string"), ContentModel::Lenient, Options::default())
        .expect("the proof runs");
    assert!(judged.iter().all(|one| one.status == OperationStatus::Same));
    // The target is 100 milliseconds in a release build. This build is not optimized, and other tests run at the same
    // time.
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}
