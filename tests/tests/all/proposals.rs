//! Union of the agent's proposals: only the tag selects the branch.

use planwright_generated::SchemaRoot;
use planwright_generated::agent_proposal::{AgentProposal, NoOpReason};
use serde_json::{Value, json};

fn decode(document: &Value) -> Result<AgentProposal, String> {
    serde_json::from_value(document.clone()).map_err(|error| error.to_string())
}

fn no_op() -> Value {
    let schema: Value = serde_json::from_str(AgentProposal::SCHEMA).expect("a bundled schema is JSON");
    let examples = schema["examples"].as_array().cloned().unwrap_or_default();
    examples.into_iter().find(|example| example["action_type"] == "no_op").expect("the union has a no_op example")
}

#[test]
fn a_no_op_with_a_stray_task_id_is_a_no_op() {
    let mut document = no_op();
    document["task_id"] = json!("2c1b8c0e-1f0b-4f5c-9a56-0d6a5d0f8a11");
    let decoded = decode(&document);
    assert!(matches!(decoded, Ok(AgentProposal::NoOp(_))), "{decoded:?}");
}

#[test]
fn a_tag_that_is_no_text_is_refused_by_name() {
    let mut document = no_op();
    document["action_type"] = json!(42);
    let refused = decode(&document).expect_err("42 is no action");
    assert!(refused.contains("42"), "{refused}");
    assert!(!AgentProposal::is_valid(&document));
}

#[test]
fn an_unknown_tag_is_refused_by_name() {
    let mut document = no_op();
    document["action_type"] = json!("DELETE_EVERYTHING");
    let refused = decode(&document).expect_err("it is no action");
    assert!(refused.contains("DELETE_EVERYTHING") && refused.contains("no_op"), "{refused}");
    assert!(!AgentProposal::is_valid(&document));
}

#[test]
fn a_missing_tag_is_refused_by_name() {
    let mut document = no_op();
    document.as_object_mut().expect("a proposal is an object").shift_remove("action_type");
    let refused = decode(&document).expect_err("there is no action");
    assert!(refused.contains("action_type"), "{refused}");
}

#[test]
fn the_union_of_the_law_names_its_tag_and_every_value() {
    let union = AgentProposal::UNIONS.iter().find(|union| union.tag == "action_type").expect("the union is tagged");
    assert_eq!(union.values.len(), 8);
    assert!(union.values.contains(&"no_op"));
    let _: NoOpReason = serde_json::from_value(no_op()["reason"].clone()).expect("the reason is typed");
}
