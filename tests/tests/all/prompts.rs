//! Prompts: goldens, and checks that they mention everything that the checks enforce.

use std::collections::BTreeSet;

use planwright_contracts::prompt::Prompt;
use planwright_contracts::{ContractName, Repair, Surroundings};
use planwright_sync::Files;
use planwright_tests::{golden, here};
use serde_json::Value;

fn prompts() -> impl Iterator<Item = (ContractName, Prompt)> {
    ContractName::ALL.into_iter().filter_map(|contract| Some((contract, contract.prompt()?)))
}

#[test]
fn prompts_are_as_expected() {
    let wanted: Files = prompts().map(|(contract, prompt)| (format!("{contract}.md"), prompt.to_string())).collect();
    assert_eq!(wanted.len(), 5);
    golden::compare(&here().join("cases/prompts"), &wanted).unwrap_or_else(|differences| panic!("{differences}"));
}

#[test]
fn every_rule_is_told() {
    for (contract, prompt) in prompts() {
        let text = prompt.to_string();
        for rule in contract.codes() {
            assert!(text.contains(&format!("- {}", rule.code)) && text.contains(rule.purpose), "{}", rule.code);
        }
        assert!(!text.contains("- NO_SUCH_CODE"));
    }
}

#[test]
fn every_member_of_the_schema_is_told() {
    for (contract, prompt) in prompts() {
        let file = match contract {
            ContractName::ActionBlueprint => "action-blueprint/response-envelope",
            ContractName::AgentProposal => "agent-proposal/agent-proposal",
            ContractName::FormPlan => "form-plan/planner-output",
            ContractName::FixPlan => "fix-plan/fix-plan",
            ContractName::WorkflowTools => "workflow-tools/workflow-document",
            other => panic!("{other} has no prompt"),
        };
        let root = planwright_generated::ROOTS.iter().find(|root| root.file == format!("{file}.schema.json")).unwrap();
        let law: Value = serde_json::from_str(root.schema).unwrap();
        let told: Value = serde_json::from_str(&prompt.schema).unwrap();
        let (mut wanted, mut found) = (BTreeSet::new(), BTreeSet::new());
        members(&law, "", &mut wanted);
        members(&told, "", &mut found);
        assert!(wanted.len() > 10);
        assert_eq!(found, wanted, "{contract}");
        assert!(prompt.to_string().contains(&prompt.schema));
    }
}

/// Collects every property of a schema with its location and its constraints.
fn members(schema: &Value, at: &str, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(keywords) => {
            for (keyword, below) in keywords {
                if matches!(keyword.as_str(), "properties" | "definitions" | "$defs") {
                    for (name, below) in below.as_object().into_iter().flatten() {
                        let at = format!("{at}/{keyword}/{name}");
                        found.insert(at.clone());
                        members(below, &at, found);
                    }
                } else if !matches!(keyword.as_str(), "$schema" | "$id" | "$comment" | "examples" | "const" | "default")
                {
                    found.insert(format!("{at} {keyword}"));
                    members(below, &format!("{at}/{keyword}"), found);
                }
            }
        }
        Value::Array(all) => {
            for (index, below) in all.iter().enumerate() {
                members(below, &format!("{at}/{index}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn the_examples_are_what_they_are_called() {
    for (contract, prompt) in prompts() {
        let check = |text: &str| contract.check(text, &Surroundings::default());
        let (good, bad) = (prompt.good.as_deref().unwrap(), prompt.bad.as_ref().unwrap());
        assert!(check(good).is_ok(), "{contract}: {:?}", check(good));
        let Err(report) = check(&bad.document) else { panic!("{contract}: the bad example passes") };
        assert!(report.errors().count() > 1, "{contract}");
        let repair = Repair::from_report(&report, &bad.document).map(|repair| repair.to_string());
        assert_eq!(repair.as_deref(), Some(bad.repair.as_str()));
        let text = prompt.to_string();
        for part in [good, &bad.document, &bad.repair] {
            assert!(text.contains(part), "{contract}");
        }
    }
}
