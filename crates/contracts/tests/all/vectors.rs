//! Runs the shared test vectors of every kind that needs no engine, as their README defines.

use std::collections::BTreeSet;
use std::path::Path;

use planwright_contracts::action_blueprint::{self, Blueprint, Snapshot};
use planwright_contracts::agent_proposal::{self, Proposal, State};
use planwright_contracts::fix_plan::Fix;
use planwright_contracts::form_plan::{self, Plan};
use planwright_contracts::{Checked, Contract, Report, check, check_value};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Result of a check, in the terms of a vector.
struct Answer {
    report: Report,
    normalized: Value,
    /// Further assertions, by the key that a vector uses.
    facts: Map<String, Value>,
}

#[test]
fn action_blueprint() {
    run("action-blueprint", &["blueprint", "envelope", "snapshot"]);
}

#[test]
fn agent_proposal() {
    run("agent-proposal", &["snapshot", "proposal", "proposal_text"]);
}

#[test]
fn form_plan() {
    run("form-plan", &["plan", "llm_output"]);
}

#[test]
fn fix_plan() {
    run("fix-plan", &["plan", "plan_text"]);
}

fn run(contract: &str, kinds: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/vectors/{contract}.jsonl"));
    let text = std::fs::read_to_string(path).unwrap();
    let vectors = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let vectors: Vec<_> = vectors.filter(|vector| kinds.contains(&vector["kind"].as_str().unwrap())).collect();
    let failures: Vec<_> = vectors.iter().flat_map(|vector| judge(contract, vector)).collect();
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), vectors.len(), failures.join("\n"));
    assert!(!vectors.is_empty());
}

fn judge(contract: &str, vector: &Value) -> Vec<String> {
    let answer = answer(contract, vector);
    let expect = vector["expect"].as_object().unwrap();
    let pairs = |codes: &Value, pointers: &Value| -> BTreeSet<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let codes = codes.as_array().unwrap().iter().map(text);
        codes.zip(pointers.as_array().unwrap().iter().map(text)).collect()
    };
    let pair = |one: &planwright_contracts::Diagnostic| (one.code.to_owned(), one.at.to_string());
    let errors: BTreeSet<_> = answer.report.errors().map(pair).collect();
    let warnings: BTreeSet<_> = answer.report.warnings().map(pair).collect();
    let mut failures = Vec::new();
    let mut demand = |holds: bool, what: String| {
        if !holds {
            failures.push(format!("{}: {what} ({})", vector["id"], vector["why"]));
        }
    };
    demand(expect["valid"] == json!(errors.is_empty()), format!("valid is {}", errors.is_empty()));
    let expected = pairs(&expect["codes"], &expect["pointers"]);
    demand(errors == expected, format!("expected {expected:?}, got {errors:?}"));
    for (key, wanted) in expect {
        match key.as_str() {
            "valid" | "codes" | "pointers" => {}
            "warnings" => wanted.as_array().unwrap().iter().for_each(|one| {
                let hit = warnings
                    .iter()
                    .any(|(code, at)| one["code"] == json!(code) && one.get("pointer").is_none_or(|p| p == at));
                demand(hit, format!("no warning {one}, got {warnings:?}"));
            }),
            "normalized" => {
                let by_pointer = wanted.as_object().unwrap().keys().all(|key| key.starts_with('/'));
                let holds = if by_pointer {
                    wanted.as_object().unwrap().iter().all(|(at, value)| answer.normalized.pointer(at) == Some(value))
                } else {
                    answer.normalized == *wanted
                };
                demand(holds, format!("normalised to {}", answer.normalized));
            }
            "message_contains" => {
                let text = wanted.as_str().unwrap();
                demand(answer.report.iter().any(|one| one.message.contains(text)), format!("no message has {text:?}"));
            }
            key => demand(
                answer.facts.get(key) == Some(wanted),
                format!("{key} is {:?}, not {wanted}", answer.facts.get(key)),
            ),
        }
    }
    failures
}

fn answer(contract: &str, vector: &Value) -> Answer {
    let kind = vector["kind"].as_str().unwrap();
    let input = &vector["input"];
    let context = &vector["context"];
    match (contract, kind) {
        ("action-blueprint", "blueprint") => {
            plain(by::<Blueprint>(vector, &action_blueprint::read_context(context).unwrap()), &[])
        }
        ("action-blueprint", "snapshot") => plain(by::<Snapshot>(vector, &()), &[]),
        ("action-blueprint", "envelope") => {
            let context = action_blueprint::read_context(context).unwrap();
            match action_blueprint::check_envelope(input.as_str().unwrap(), &context) {
                Ok(batch) => {
                    let facts = json!({"actions": batch.actions.len(), "fallback": false});
                    Answer {
                        report: batch.warnings,
                        normalized: Value::Null,
                        facts: facts.as_object().unwrap().clone(),
                    }
                }
                Err(refusal) => {
                    let facts = json!({"fallback": true}).as_object().unwrap().clone();
                    Answer { report: refusal.report, normalized: Value::Null, facts }
                }
            }
        }
        ("agent-proposal", "snapshot") => plain(by::<State>(vector, &()), &[]),
        ("agent-proposal", _) => {
            plain(by::<Proposal>(vector, &agent_proposal::read_context(context).unwrap()), &["action_type"])
        }
        ("form-plan", "llm_output") => {
            match form_plan::check_output(input.as_str().unwrap(), &form_plan::read_context(context)) {
                Ok(form_plan::FormAnswer::None) => fact("outcome", "none", Report::default(), Value::Null),
                Ok(form_plan::FormAnswer::Plan(plan)) => {
                    fact("outcome", "plan", plan.warnings().clone(), serde_json::to_value(plan.get()).unwrap())
                }
                Err(report) => Answer { report, normalized: Value::Null, facts: Map::new() },
            }
        }
        ("form-plan", _) => plain(by::<Plan>(vector, &form_plan::read_context(context)), &[]),
        ("fix-plan", _) => plain(by::<Fix>(vector, &()), &[]),
        other => panic!("{other:?}"),
    }
}

fn by<C: Contract>(vector: &Value, context: &C::Context) -> Result<Checked<C::Plan>, Report> {
    if vector["input_is_raw"] == true {
        return check::<C>(vector["input"].as_str().unwrap(), context);
    }
    // Checks the document as text and as a value. The reports must agree except for spans.
    let from_value = check_value::<C>(vector["input"].clone(), context);
    let from_text = check::<C>(&vector["input"].to_string(), context);
    let bare = |report: &Report| -> BTreeSet<_> {
        report.iter().map(|one| (one.code, one.at.clone(), one.message.clone())).collect()
    };
    match (&from_value, &from_text) {
        (Ok(a), Ok(b)) => assert_eq!(bare(a.warnings()), bare(b.warnings())),
        (Err(a), Err(b)) => {
            assert_eq!(bare(a), bare(b));
            assert!(b.iter().all(|one| one.span.is_some()), "{b:?}");
        }
        _ => panic!("{}: text and value disagree", vector["id"]),
    }
    from_text
}

fn plain<T: Serialize>(outcome: Result<Checked<T>, Report>, facts: &[&str]) -> Answer {
    match outcome {
        Ok(checked) => {
            let normalized = serde_json::to_value(checked.get()).unwrap();
            let facts = facts.iter().map(|key| ((*key).to_owned(), normalized[key].clone())).collect();
            Answer { report: checked.warnings().clone(), normalized, facts }
        }
        Err(report) => Answer { report, normalized: Value::Null, facts: Map::new() },
    }
}

fn fact(key: &str, value: &str, report: Report, normalized: Value) -> Answer {
    Answer { report, normalized, facts: Map::from_iter([(key.to_owned(), value.into())]) }
}
