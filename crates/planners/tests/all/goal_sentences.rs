//! Goal sentences in one file: the expected actions, or the codes of correct reasons for a refusal.
//!
//! A line of `tests/cases/goal-sentences.jsonl` contains `goal` and either `plan`, with one line per action as in
//! `goals.rs`, or `refused`. An action for only half of a sentence counts as an action that the sentence does not
//! request.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use planwright_contracts::action_blueprint::Snapshot;
use planwright_contracts::check;
use planwright_planners::goal;
use serde_json::Value;

use crate::goals::intent_of;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum GoalVerdict {
    /// The expected plan.
    Right,
    /// Refused with a correct reason.
    Refused,
    /// Refused, although a plan was expected.
    Declined,
    /// Refused with a wrong reason.
    WrongReason,
    /// Actions that were not expected.
    Wrong,
}

#[test]
fn sentences_are_planned_as_a_whole_or_refused() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/goal-sentences.jsonl");
    let text = fs::read_to_string(path).unwrap();
    let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(cases.len() >= 200, "{}", cases.len());
    let mut score: BTreeMap<GoalVerdict, usize> = BTreeMap::new();
    for case in &cases {
        let (verdict, got) = verdict(case);
        *score.entry(verdict).or_default() += 1;
        if !matches!(verdict, GoalVerdict::Right | GoalVerdict::Refused) {
            println!("{verdict:?}: {}\n  {got}", case["goal"].as_str().unwrap());
        }
    }
    let share = |verdict: GoalVerdict| score.get(&verdict).copied().unwrap_or_default() * 100 / cases.len();
    println!("{} sentences: {score:?}", cases.len());
    println!("{}% planned right, {}% refused rightly", share(GoalVerdict::Right), share(GoalVerdict::Refused));
    assert_eq!(score.get(&GoalVerdict::Wrong), None, "no action on half a sentence");
    assert!(share(GoalVerdict::Right) + share(GoalVerdict::Refused) >= 95);
}

#[test]
fn actions_for_half_a_sentence_are_detected() {
    let case = serde_json::json!({"goal": "Close the case", "refused": ["NEGATION"]});
    assert_eq!(verdict(&case).0, GoalVerdict::Wrong);
}

#[test]
fn reinterpreted_words_are_explained() {
    for (goal, note) in [
        ("Set the priority of the case to critical", "\"critical\" is interpreted as High, a value of Priority"),
        ("Set the case priority to urgent", "\"urgent\" is interpreted as High, a value of Priority"),
        ("Mark the task as done", "\"done\" is interpreted as Completed, a value of Status"),
        ("Resolve the case", "\"resolve\" sets Status to Closed"),
        ("Close the low-priority case", "\"low priority\" selects the case, and is not written"),
        ("Create a task for the high-priority case", "\"high priority\" selects the case, and is not written"),
    ] {
        let plan = goal::plan(goal, None).unwrap_or_else(|refusal| panic!("{goal}: {refusal}"));
        let why = &plan.actions[0].why;
        assert!(why.iter().any(|fact| fact == note), "{goal}: {why:?}");
    }
}

/// Salesforce allows only one of these two objects in a transaction.
#[test]
fn actions_that_cannot_be_mixed_are_no_plan() {
    let id =
        serde_json::json!({"apiName": "Id", "type": "Id", "nillable": false, "createable": false, "updateable": false});
    let active = serde_json::json!({
        "apiName": "IsActive", "label": "Active", "type": "Boolean", "nillable": false, "createable": true, "updateable": true
    });
    let mut org = serde_json::from_str::<Value>(planwright_org::STANDARD_OBJECTS).unwrap();
    org["objects"]["User"] = serde_json::json!({"apiName": "User", "fields": {"Id": id, "IsActive": active}});
    let org = serde_json::from_value(org).unwrap();
    let refusal =
        goal::plan("Deactivate the user and close the case", Some(&org)).expect_err("setup and other objects");
    assert!(refusal.code() == "INVALID_BLUEPRINT" && refusal.to_string().contains("setup object"), "{refusal}");
    let plan = goal::plan("Deactivate the user", Some(&org)).unwrap();
    assert_eq!(intent_of(&plan.actions[0].blueprint), "UPDATE User Id! IsActive! | IsActive in [false]");
}

/// A line of `tests/cases/goal-subjects.jsonl` contains `goal`, the number of `objects` that it names, and either `plan` or
/// `refused`. With `snapshot`, a file in `tests/cases/goals` describes the org.
#[test]
fn no_goal_changes_another_record_or_field() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let text = fs::read_to_string(folder.join("goal-subjects.jsonl")).unwrap();
    let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (mut right, mut twisted) = (0, Vec::new());
    for case in &cases {
        let snapshot =
            case["snapshot"].as_str().map(|name| fs::read_to_string(folder.join("goals").join(name)).unwrap());
        let snapshot = snapshot.map(|text| check::<Snapshot>(&text, &()).unwrap().into_inner());
        let goal = case["goal"].as_str().unwrap();
        match goal::plan(goal, snapshot.as_ref()) {
            Ok(plan) => {
                let got: Vec<String> = plan.actions.iter().map(|action| intent_of(&action.blueprint)).collect();
                let is_right = case["plan"] == serde_json::json!(got);
                right += usize::from(is_right);
                twisted.extend((!is_right).then(|| format!("{goal}: {got:?}")));
            }
            Err(_) if case["refused"] == true => right += 1,
            Err(refusal) => println!("refused: {goal}: {refusal}"),
        }
    }
    let two_objects = cases.iter().filter(|case| case["objects"].as_u64() > Some(1)).count();
    println!("{right} of {} goals right, {two_objects} with two objects", cases.len());
    assert!(twisted.is_empty(), "{}", twisted.join("\n"));
    assert!(cases.len() >= 60 && two_objects >= 20);
    assert!(right * 100 >= cases.len() * 90, "{right}");
}

fn verdict(case: &Value) -> (GoalVerdict, String) {
    match goal::plan(case["goal"].as_str().unwrap(), None) {
        Ok(plan) => {
            let got: Vec<String> = plan.actions.iter().map(|action| intent_of(&action.blueprint)).collect();
            let right = case["plan"] == serde_json::json!(got);
            (if right { GoalVerdict::Right } else { GoalVerdict::Wrong }, format!("{got:?}"))
        }
        Err(refusal) => {
            let verdict = match case["refused"].as_array() {
                None => GoalVerdict::Declined,
                Some(codes) if codes.iter().any(|code| code == refusal.code()) => GoalVerdict::Refused,
                Some(_) => GoalVerdict::WrongReason,
            };
            (verdict, format!("{}: {refusal}", refusal.code()))
        }
    }
}

/// Returns an org with a survey with a score from 1 to 10, an article that can be published, and a platform event.
fn other_org() -> planwright_generated::action_blueprint::SchemaSnapshot {
    let id =
        serde_json::json!({"apiName": "Id", "type": "Id", "nillable": false, "createable": false, "updateable": false});
    let picklist = |name: &str, values: &[&str]| {
        serde_json::json!({
            "apiName": name, "type": "Picklist", "nillable": true, "createable": true, "updateable": true, "picklistValues": values
        })
    };
    let scores: Vec<String> = (1..=10).map(|score| score.to_string()).collect();
    let scores: Vec<&str> = scores.iter().map(String::as_str).collect();
    let text = serde_json::json!({
        "apiName": "Code__c", "type": "String", "nillable": true, "createable": true, "updateable": false
    });
    let snapshot = serde_json::json!({"objects": {
        "Survey__c": {"apiName": "Survey__c", "fields": {"Id": id, "Score__c": picklist("Score__c", &scores)}},
        "Article__c": {"apiName": "Article__c", "fields": {"Id": id, "Status__c": picklist("Status__c", &["Draft", "Published"])}},
        "Shipped__e": {"apiName": "Shipped__e", "fields": {"Code__c": text}}
    }});
    planwright_check::check::<planwright_contracts::action_blueprint::Snapshot>(&snapshot.to_string(), &())
        .unwrap_or_else(|report| panic!("{report:?}"))
        .into_inner()
}

#[test]
fn limits_are_true_and_events_have_no_id() {
    let org = other_org();
    let planned = |goal: &str| match goal::plan(goal, Some(&org)) {
        Ok(plan) => {
            let blueprint = plan.actions[0].blueprint.get();
            assert!(!serde_json::to_string(blueprint).unwrap().contains("no value of the picklist"), "{goal}");
            intent_of(blueprint)
        }
        Err(refusal) => refusal.code().to_owned(),
    };
    assert_eq!(planned("Set the survey score to 5"), "UPDATE Survey__c Id! Score__c! | Score__c in [5]");
    assert_eq!(planned("Publish the article"), "UPDATE Article__c Id! Status__c! | Status__c in [Published]");
    assert_eq!(planned("Publish the shipped event with code"), "PLATFORM_EVENT");
    assert_eq!(planned("Close the shipped event"), "PLATFORM_EVENT");
    assert_eq!(planned("Notify the owner of the shipped event"), "PLATFORM_EVENT");
}
