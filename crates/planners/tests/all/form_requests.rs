//! Realistic requests in Persian: the expected plan, or the reason for a refusal.
//!
//! The cases are in `tests/cases/form-requests`. `requests.jsonl` was used during development. `fresh.jsonl` was
//! written after the last change of the planner, which is not tuned to it; after the next change it joins the others. A
//! line contains `request` and either `plan` or `refused`. `plan` may have a `cut` for fields that the limit omits, and
//! `refused` lists the codes of correct reasons. Fresh cases also contain their `verdict`. A request with a plan may be
//! refused too: that counts as refused, not as right.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use planwright_planners::forms::{PlannerConfig, plan};
use serde_json::{Value, json};

/// Result for a request, compared with the expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// The expected plan, or a refusal with a correct reason.
    Right,
    /// Refused, although a plan was expected.
    Refused,
    /// Refused with a wrong reason.
    WrongReason,
    /// A plan that was not expected.
    Wrong,
}

#[test]
fn requests_are_planned_or_refused_for_a_true_reason() {
    let cases = cases("requests.jsonl");
    assert!(cases.len() >= 250, "{} requests", cases.len());
    let refused = cases.iter().filter(|case| case["refused"].is_array()).count();
    assert!(refused * 2 >= cases.len(), "half of the requests are to be refused");
    let score = score("requests", &cases);
    assert_eq!(score.get(&Verdict::Wrong), None, "no plan that was not asked for");
    let right = score.get(&Verdict::Right).copied().unwrap_or_default();
    assert!(right * 100 >= cases.len() * 95, "{right} of {} are right", cases.len());
}

#[test]
fn fresh_requests_give_no_plan_that_was_not_asked_for() {
    let cases = cases("fresh.jsonl");
    assert!(cases.len() >= 60, "{} requests", cases.len());
    let score = score("fresh.jsonl", &cases);
    assert_eq!(score.get(&Verdict::Wrong), None, "no plan that was not asked for");
    for case in &cases {
        assert_eq!(json!(format!("{:?}", verdict(case).0)), case["verdict"], "{}", case["request"]);
    }
}

#[test]
fn a_wrong_plan_is_detected() {
    let case = json!({"request": "فرم ۳ را منتشر کن", "refused": ["NEGATION"]});
    assert_eq!(verdict(&case).0, Verdict::Wrong);
    let draft = json!([{"action": "draft_form", "params": {"id": 3}}]);
    assert_eq!(verdict(&json!({"request": "فرم ۳ را منتشر کن", "plan": draft})).0, Verdict::Wrong);
    assert_eq!(verdict(&json!({"request": "فرم ۳ را بپز", "plan": draft})).0, Verdict::Refused);
    assert_eq!(verdict(&json!({"request": "فرم ۳ را منتشر نکن", "refused": ["TIME"]})).0, Verdict::WrongReason);
}

#[test]
fn every_reason_has_a_request() {
    let mut found = Vec::new();
    for case in cases("requests.jsonl") {
        let request = case["request"].as_str().unwrap();
        found.extend(plan(request, &PlannerConfig::default()).err().map(|refused| refused.reason.code()));
    }
    for code in ["NEGATION", "QUESTION", "CONDITION", "CORRECTION", "TIME", "UNKNOWN_TYPE", "BAD_NUMBER", "NOT_PERSIAN"]
    {
        assert!(found.contains(&code), "{code}");
    }
}

fn score(name: &str, cases: &[Value]) -> BTreeMap<Verdict, usize> {
    let mut score = BTreeMap::new();
    for case in cases {
        let (verdict, got) = verdict(case);
        *score.entry(verdict).or_default() += 1;
        if verdict != Verdict::Right {
            println!("{verdict:?}: {}\n  {got}", case["request"].as_str().unwrap());
        }
    }
    println!("{} {name}: {score:?}", cases.len());
    score
}

fn verdict(case: &Value) -> (Verdict, String) {
    let request = case["request"].as_str().unwrap();
    match plan(request, &PlannerConfig::default()) {
        Ok(planned) => {
            let steps = &json!(planned.plan.get())["steps"];
            let cut = case["cut"].as_bool().unwrap_or_default();
            let right = case["plan"] == *steps && planned.cut.is_some() == cut;
            (if right { Verdict::Right } else { Verdict::Wrong }, steps.to_string())
        }
        Err(refused) => {
            let code = refused.reason.code();
            assert!(!refused.english().is_empty() && !refused.persian().is_empty());
            let got = format!("{code} {:?}", refused.word);
            let verdict = match case["refused"].as_array() {
                None => Verdict::Refused,
                Some(codes) if codes.iter().any(|one| one == code) => Verdict::Right,
                Some(_) => Verdict::WrongReason,
            };
            (verdict, got)
        }
    }
}

fn cases(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/form-requests").join(file);
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
