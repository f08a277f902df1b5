//! Answers of models to a goal: the blueprints of a response, a fence or a string are used, and those of a thought or a
//! refusal are not.

use planwright_contracts::action_blueprint::{Context, FallbackReason};
use planwright_planners::goal::{AnswerOutcome, AnsweredGoal, plan_from};
use serde_json::{Value, json};

const GOAL: &str = "close the case";
const BLUEPRINT: &str = include_str!("../../../../examples/blueprints/update-opportunity-stage.json");

fn answered(answer: &[u8]) -> AnsweredGoal {
    plan_from(GOAL, answer, &Context::default())
}

#[test]
fn blueprints_are_extracted_from_any_answer() {
    let blueprint: Value = serde_json::from_str(BLUEPRINT).unwrap();
    let envelope = json!({ "actions": [blueprint] }).to_string();
    let response = json!({ "choices": [{ "message": { "role": "assistant", "content": envelope } }] });
    let tool_use = json!({ "type": "tool_use", "id": "t", "name": "plan", "input": { "actions": [blueprint] } });
    let thought = BLUEPRINT.replace("UpdateOpportunityStage", "Considered");
    let utf16: Vec<u8> = envelope.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (answer, is_sent) in [
        (envelope.clone(), true),
        (BLUEPRINT.to_owned(), true),
        (format!("```json\n{BLUEPRINT}\n```"), true),
        (format!("Here is the plan:\n\n```json\n{envelope}\n```\nDone."), false),
        (format!("<think>Maybe {thought}</think>\n{BLUEPRINT}"), false),
        (response.to_string(), false),
        (tool_use.to_string(), false),
        (Value::from(envelope.as_str()).to_string(), false),
        (envelope.replace("true", "True"), false),
        (format!("\u{feff}{BLUEPRINT}"), false),
    ] {
        let AnsweredGoal { outcome, changes, .. } = answered(answer.as_bytes());
        let AnswerOutcome::Usable(batch) = outcome else { panic!("{answer}: {outcome:?}") };
        assert_eq!(batch.actions.len(), 1, "{answer}");
        assert_eq!(batch.actions[0].name, "UpdateOpportunityStage", "{answer}");
        assert_eq!(changes.is_empty(), is_sent, "{answer}: {changes:?}");
    }
    assert!(matches!(answered(&utf16).outcome, AnswerOutcome::Usable(_)));
}

#[test]
fn no_blueprint_is_taken_from_a_thought_or_a_refusal() {
    let wrong = format!("[{}]", BLUEPRINT.replace("\"UPDATE\"", "\"ELEPHANT\""));
    for (answer, reason) in [
        (format!("<think>{BLUEPRINT}</think>\nI am sorry, I cannot do that."), FallbackReason::NoJson),
        (format!("I cannot do this: {BLUEPRINT}"), FallbackReason::NoJson),
        (format!("{BLUEPRINT}\n{}", BLUEPRINT.replace("Stage", "Phase")), FallbackReason::NoJson),
        ("Done.".to_owned(), FallbackReason::NoJson),
        (wrong.clone(), FallbackReason::InvalidAction),
        (format!("So:\n```json\n{wrong}\n```"), FallbackReason::InvalidAction),
    ] {
        let outcome = answered(answer.as_bytes()).outcome;
        let AnswerOutcome::Fallback { refusal, plan } = outcome else { panic!("{answer}: {outcome:?}") };
        assert_eq!(refusal.fallback, reason, "{answer}");
        assert!(plan.envelope().to_string().contains("Case"), "{answer}");
    }
    let invalid = [b"{\"a\": \"".as_slice(), &[0xff], b"\"}"].concat();
    assert!(matches!(answered(&invalid).outcome, AnswerOutcome::Fallback { .. }));
}

/// A finding in an unchanged part of the answer has its position there.
#[test]
fn findings_keep_their_positions_in_the_answer() {
    let wrong = BLUEPRINT.replace("\"UPDATE\"", "\"ELEPHANT\"");
    let answer = format!("Sure! Überlegt:\n```json\n{wrong}\n```\nDone.");
    let AnsweredGoal { outcome, document, .. } = answered(answer.as_bytes());
    let AnswerOutcome::Fallback { refusal, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(document, None);
    let spans = refusal.report.iter().filter_map(|finding| finding.span.clone());
    assert!(spans.clone().any(|span| &answer[span] == "\"ELEPHANT\""), "{:?}", refusal.report);
    let quoted = Value::from(wrong).to_string();
    assert!(answered(quoted.as_bytes()).document.is_some());
}
