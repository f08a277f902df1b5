//! Goal sentences in one file: the actions that each asks for, or the codes that name a true reason why it has none.
//!
//! A line of `tests/cases/goal-sentences.jsonl` holds `goal` and either `plan`, one line an action as in `goals.rs`, or
//! `refused`. An action on half a sentence is an action that the sentence does not ask for.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use planwright_engines::goal;
use serde_json::Value;

use crate::goals::intent_of;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum GoalVerdict {
    /// The plan that was asked for.
    Right,
    /// Refused for a true reason.
    Refused,
    /// A plan was asked for, and refused.
    Declined,
    /// Refused for another reason.
    WrongReason,
    /// Actions that were not asked for.
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
fn an_action_on_half_a_sentence_is_noticed() {
    let case = serde_json::json!({"goal": "Close the case", "refused": ["NEGATION"]});
    assert_eq!(verdict(&case).0, GoalVerdict::Wrong);
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
