//! `Deserialize` of a generated type validates against its schema for every caller. A value that was built by hand is
//! validated on request.

use std::str::FromStr as _;

use planwright_generated::fix_plan::{FixPlan, FixTask};
use planwright_generated::{RootInfo, SchemaRoot, action_blueprint, agent_proposal, form_plan, workflow_tools};
use planwright_tests::documents;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn fix_plan() -> Value {
    let all = documents::for_root(&RootInfo::for_type::<FixPlan>());
    all.into_iter().find(FixPlan::is_valid).expect("a valid plan")
}

/// Compares the verdict of serde with that of the validator for every document of a root. Returns the number of refused
/// documents.
fn agrees<T: SchemaRoot + DeserializeOwned>() -> usize {
    let mut refused = 0;
    let root = RootInfo::for_type::<T>();
    for document in documents::for_root(&root) {
        let read = serde_json::from_str::<T>(&document.to_string());
        // A schema without a maximum allows larger numbers than the type of the field.
        let held =
            !read.as_ref().is_err_and(|error| error.to_string().contains("the number is out of range for its type"));
        assert_eq!(read.is_ok(), held && root.is_valid(&document), "{}: {document}: {:?}", root.name, read.err());
        assert_eq!(serde_json::from_value::<T>(document.clone()).is_ok(), read.is_ok(), "{}: {document}", root.name);
        refused += usize::from(read.is_err());
    }
    refused
}

#[test]
fn serde_refuses_what_the_validator_refuses() {
    let refused = [
        agrees::<FixPlan>(),
        agrees::<action_blueprint::ActionBlueprint>(),
        agrees::<action_blueprint::SchemaSnapshot>(),
        agrees::<agent_proposal::AgentProposal>(),
        agrees::<form_plan::FormPlan>(),
        agrees::<workflow_tools::WorkflowDocument>(),
    ];
    assert!(refused.iter().sum::<usize>() > 50, "{refused:?}");
}

#[test]
fn the_error_names_what_is_wrong_and_where() {
    let error = |at: &str, value: Value| {
        let mut document = fix_plan();
        *document.pointer_mut(at).expect("a place") = value;
        serde_json::from_str::<FixPlan>(&document.to_string()).expect_err("it is invalid").to_string()
    };
    let cases = [
        ("/tasks", json!([]), "at /tasks: expected at least 1 item"),
        ("/tasks/0/id", json!("X1"), "at /tasks/0/id: the string does not match the pattern \"^T[0-9]+$\""),
        (
            "/overview/risk_level",
            json!("huge"),
            "at /overview/risk_level: the value is not one of \"low\", \"medium\", \"high\"",
        ),
        ("/overview", json!({}), "at /overview: required property \"primary_issue\" is missing"),
        ("/tests/stop_on_failure", json!(null), "at /tests/stop_on_failure: "),
        ("/tasks/0/edits/0/action", json!("explode"), "at /tasks/0/edits/0/action: unknown variant `explode`"),
        ("/metadata/created_at", json!("now"), "at /metadata/created_at: the string is not a valid date-time"),
    ];
    for (at, value, expected) in cases {
        let found = error(at, value);
        assert!(found.starts_with(expected) && found.contains(" at line 1 column "), "{found}");
    }
    let mut document = fix_plan();
    document["tasks"][0]["more/or~less"] = json!(1);
    let found = serde_json::from_value::<FixPlan>(document).expect_err("it is refused").to_string();
    assert_eq!(found, "at /tasks/0/more~1or~0less: unknown property");
}

#[test]
fn definitions_judge_as_well() {
    let task = fix_plan()["tasks"][0].clone();
    assert!(serde_json::from_value::<FixTask>(task.clone()).is_ok());
    let mut wrong = task;
    wrong["id"] = json!("no id");
    assert!(serde_json::from_value::<FixTask>(wrong).is_err());
}

#[test]
fn a_root_is_parsed_without_a_trait_and_judged_when_it_was_made_by_hand() {
    let text = fix_plan().to_string();
    let plan = FixPlan::parse(&text).expect("it is valid");
    assert_eq!(FixPlan::from_str(&text).expect("it is valid"), plan);
    assert_eq!(FixPlan::try_from(fix_plan()).expect("it is valid"), plan);
    assert!(plan.validate().is_ok());
    let mut wrong = plan;
    wrong.tasks.clear();
    let report = wrong.validate().expect_err("there is no task");
    assert!(report.to_string().contains("/tasks"), "{report}");
    let report = FixPlan::try_from(json!({})).expect_err("it is empty");
    assert!(report.to_string().contains("plan_version"), "{report}");
    assert!("{".parse::<FixPlan>().is_err());
}
