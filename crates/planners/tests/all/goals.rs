//! Goal sentences, and the plan or the refusal that each must get.
//!
//! A line of `tests/cases/goals.jsonl` is a case:
//!
//! - `goal` is the sentence.
//! - `intent` was written before the answer. It has one line per action: the operation, the object, the inputs (`!` marks a
//!   required one) and the limits of their values. For a refusal it is `REFUSED` and the code.
//! - `snapshot` is a file in `tests/cases/goals` that describes the org. Without it, the org has the standard objects.
//!
//! `tests/cases/goals/expected.jsonl` has the complete answers: the blueprints, or the message of the refusal.
//! `UPDATE_EXPECT=1` rewrites this file, but never where `CI` is set.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::json_lines;

use planwright_contracts::action_blueprint::{
    Blueprint, Context, FallbackReason, Snapshot, check_envelope, find_field, find_object,
};
use planwright_contracts::{check, check_value};
use planwright_generated::action_blueprint::{
    ActionBlueprint, EnumAllowedGuardrail, Guardrail, NumericPositiveGuardrail, NumericRangeGuardrail, SchemaSnapshot,
};
use planwright_org::{STANDARD_OBJECTS, standard_objects};
use planwright_planners::goal::{self, GoalPlan, GoalRefusal};
use serde_json::{Value, json};

struct Case {
    name: String,
    goal: String,
    intent: Vec<String>,
    snapshot: Option<SchemaSnapshot>,
}

/// Returns a file or folder in `tests/cases`.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(name)
}

fn cases() -> Vec<Case> {
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let read = |case: &Value| {
        let snapshot = case["snapshot"].as_str().map(|file| fs::read_to_string(path("goals").join(file)).unwrap());
        Case {
            name: json_lines::name(case).to_owned(),
            goal: text(&case["goal"]),
            intent: case["intent"].as_array().expect("an intent").iter().map(text).collect(),
            snapshot: snapshot.map(|text| check::<Snapshot>(&text, &()).unwrap().into_inner()),
        }
    };
    json_lines::read_rows(&path("goals.jsonl")).iter().map(read).collect()
}

fn plan(case: &Case) -> Result<GoalPlan, GoalRefusal> {
    goal::plan(&case.goal, case.snapshot.as_ref())
}

#[test]
fn goals_are_understood_as_intended() {
    let cases = cases();
    assert!(cases.len() >= 60, "{}", cases.len());
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let got: Vec<String> = match plan(case) {
                Ok(plan) => plan.actions.iter().map(|action| intent_of(&action.blueprint)).collect(),
                Err(refusal) => vec![format!("REFUSED {}", refusal.code())],
            };
            let lines = |lines: &[String]| lines.join("\n       ");
            (got != case.intent).then(|| {
                format!("{}\n  goal {}\n  want {}\n  got  {}", case.name, case.goal, lines(&case.intent), lines(&got))
            })
        })
        .collect();
    assert!(failures.is_empty(), "{} of {}\n{}", failures.len(), cases.len(), failures.join("\n"));
}

pub(crate) fn intent_of(blueprint: &ActionBlueprint) -> String {
    let mut line = format!("{} {}", blueprint.operation, blueprint.target_s_object);
    if blueprint.operation.to_string() == "UPSERT" {
        write!(line, " by {}", blueprint.key_fields.join(" ")).unwrap();
    }
    for input in &blueprint.inputs {
        write!(line, " {}{}", input.api_name, if input.required { "!" } else { "" }).unwrap();
    }
    for guardrail in blueprint.guardrails.iter().flatten() {
        let part = match guardrail {
            Guardrail::EnumAllowed(EnumAllowedGuardrail { params, .. }) => {
                format!("{} in [{}]", params.field, params.values.join(", "))
            }
            Guardrail::NumericPositive(NumericPositiveGuardrail { params, .. }) => format!("{} > 0", params.field),
            Guardrail::NumericRange(NumericRangeGuardrail { params, .. }) => {
                let bound =
                    |name: &str, value: Option<f64>| value.map(|value| format!(" {name} {value}")).unwrap_or_default();
                format!("{}{}{}", params.field, bound("min", params.min), bound("max", params.max))
            }
            _ => continue,
        };
        write!(line, " | {part}").unwrap();
    }
    line
}

#[test]
fn answers_are_as_expected() {
    let answer = |case: &Case| match plan(case) {
        Ok(plan) => {
            let blueprints: Vec<_> = plan.actions.iter().map(|action| action.blueprint.get()).collect();
            json!({"name": case.name, "blueprints": blueprints})
        }
        Err(refusal) => json!({"name": case.name, "refused": refusal.to_string()}),
    };
    let answers: Vec<Value> = cases().iter().map(answer).collect();
    json_lines::compare(&path("goals"), "expected.jsonl", &answers).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn every_blueprint_passes_the_check_with_its_snapshot() {
    for case in cases() {
        let Ok(plan) = plan(&case) else { continue };
        for action in &plan.actions {
            let snapshot =
                case.snapshot.clone().or_else(|| action.assumed.is_empty().then(|| standard_objects().clone()));
            let checked =
                check_value::<Blueprint>(json!(action.blueprint.get()), &Context { snapshot, ..Context::default() })
                    .unwrap();
            let warnings: Vec<_> = checked.warnings().iter().collect();
            assert!(warnings.is_empty(), "{}: {warnings:?}", case.name);
            assert_eq!(checked.get(), action.blueprint.get());
            assert!(action.confidence > 0.2 && action.confidence <= 1.0, "{}: {}", case.name, action.confidence);
            assert!(action.why.len() >= 2, "{:?}", action.why);
        }
        let names: BTreeSet<String> = plan.actions.iter().map(|action| action.blueprint.name.to_lowercase()).collect();
        assert_eq!(names.len(), plan.actions.len());
        let batch = check_envelope(&plan.envelope().to_string(), &Context::default()).unwrap();
        assert_eq!(batch.actions.len(), plan.actions.len());
    }
}

#[test]
fn plans_are_the_same_every_time_and_in_other_spellings() {
    for case in cases() {
        let once = plan(&case).map(|plan| plan.envelope());
        assert_eq!(once, plan(&case).map(|plan| plan.envelope()), "{}", case.goal);
    }
    let stage = |goal: &str| {
        let plan = goal::plan(goal, None).unwrap_or_else(|refusal| panic!("{goal}: {refusal}"));
        intent_of(&plan.actions[0].blueprint)
    };
    for goal in [
        "set the opportunity stage to closed won",
        "SET THE OPPORTUNITY STAGE TO CLOSED WON",
        "set StageName of the opportunities to ClosedWon",
        "set stage_name on Opportunity to \"Closed Won\"",
        "the stage of the deal should be set to 'closed won'",
        "mark the opp as closed-won",
        "win the deal",
    ] {
        assert_eq!(stage(goal), "UPDATE Opportunity Id! StageName! | StageName in [Closed Won]", "{goal}");
    }
}

#[test]
fn proposals_have_a_score_a_source_and_reasons() {
    let library: Vec<ActionBlueprint> = ["close-case", "reopen-case", "triage-case", "close-opportunity-won"]
        .iter()
        .map(|name| path(&format!("../../crates/reference/blueprints/{name}.json")))
        .map(|file| serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap())
        .collect();
    let proposed = |goal: &str, limit: usize| {
        let found = goal::proposals(goal, None, &library, limit).map_err(|refusal| refusal.code())?;
        assert!(found.is_sorted_by(|one, next| one.score >= next.score), "{goal}");
        assert!(found.iter().all(|one| one.score > 0.0 && one.score <= 1.0 && !one.reasons.is_empty()), "{goal}");
        let names = |one: &goal::Proposal| format!("{} {}", one.source.name(), one.actions[0].name);
        Ok(found.iter().map(names).collect::<Vec<_>>())
    };
    assert_eq!(proposed("Close the case", 9), Ok(vec!["goal CloseCase".to_owned(), "library CloseCase".to_owned()]));
    assert_eq!(proposed("Close the case", 1), Ok(vec!["goal CloseCase".to_owned()]));
    assert_eq!(
        proposed("Set the priority to High", 9),
        Ok(vec!["object SetCasePriority".to_owned(), "object SetTaskPriority".to_owned()])
    );
    assert_eq!(proposed("Close the case gently", 9), Ok(vec!["library CloseCase".to_owned()]));
    for (goal, code) in [
        ("Do not close the case", "NEGATION"),
        ("Close the case if it is old", "CONDITION"),
        ("", "EMPTY_GOAL"),
        ("Make me a sandwich", "NO_OBJECT"),
    ] {
        assert_eq!(proposed(goal, 9), Err(code), "{goal}");
    }
}

#[test]
fn conditions_are_not_actions() {
    for goal in ["When a case is closed", "if the deal is won"] {
        assert!(goal::plan(goal, None).is_err(), "{goal}");
    }
    let plan = goal::plan("When a deal is approved, set the opportunity to Closed Won", None).unwrap();
    let why = plan.actions[0].why.join("; ");
    assert!(why.contains("the condition \"When a deal is approved\" is left"), "{why}");
}

#[test]
fn a_fallback_is_marked() {
    let own = goal::plan("Close the case", None).unwrap().explanation();
    assert_eq!((&own["fallback"], &own["reason"]), (&json!(false), &Value::Null));
    let plan = goal::fallback_plan("Close the case", None, FallbackReason::NoJson).unwrap();
    let explanation = plan.explanation();
    assert_eq!(explanation["fallback"], true);
    assert_eq!(explanation["reason"], "the model answered without JSON");
    assert_eq!(explanation["actions"][0]["name"], "CloseCase");
}

#[test]
fn every_text_has_a_result() {
    let pieces = [
        "create", "a", "case", "'s", "\"", "close", "to", "10,000", "between", "5", "and", ",", ".", "é", "__c", "%",
        "when", "of the", "deal", "stage", "-", "\n", "“x”", "not", "with",
    ];
    let mut state = 7_usize;
    for _ in 0..300 {
        let words: Vec<&str> = (0..12)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                pieces[(state >> 33) % pieces.len()]
            })
            .collect();
        let _ = goal::plan(&words.join(" "), None);
        let _ = goal::plan(&words.concat(), None);
    }
}

#[test]
fn the_standard_objects_are_a_snapshot() {
    let checked = check::<Snapshot>(STANDARD_OBJECTS, &()).unwrap();
    assert_eq!(checked.get(), standard_objects());
    assert!(checked.warnings().is_empty(), "{:?}", checked.warnings());
    for object in standard_objects().objects.values() {
        assert!(find_field(object, "Id").is_some(), "{}", object.api_name);
        for child in &object.child_relationships {
            let (name, field) = child.split_once('.').unwrap();
            let field = find_object(standard_objects(), name)
                .and_then(|child| find_field(child, field))
                .unwrap_or_else(|| panic!("{child}"));
            assert!(field.reference_to.iter().flatten().any(|to| *to == object.api_name), "{child}");
        }
    }
}
