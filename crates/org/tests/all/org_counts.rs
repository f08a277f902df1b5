//! The counted findings of a file equal the findings of a check.

use std::collections::BTreeMap;

use planwright_contracts::action_blueprint::Context;
use planwright_org::{CountedFile, check_file, count_file};
use serde_json::{Value, json};

fn blueprint(name: &str, fields: &[String]) -> Value {
    let input = |field: &String| {
        json!({
            "apiName": field, "fieldApiName": field, "label": "Label", "dataType": "String", "required": false,
            "usage": "FIELD",
        })
    };
    let id = json!({
        "apiName": "Id", "fieldApiName": "Id", "label": "Record", "dataType": "Id", "required": true, "usage": "FIELD",
    });
    let inputs: Vec<Value> = std::iter::once(id).chain(fields.iter().map(input)).collect();
    json!({
        "name": name, "label": "Update", "category": "DOMAIN", "targetSObject": "Opportunity", "operation": "UPDATE",
        "summary": "Updated.", "checkpoint": "I will update it. Proceed?", "keyFields": ["Id"], "inputs": inputs,
        "guardrails": [{ "type": "FLS_EDIT", "params": { "fields": fields }, "message": "No access." }],
    })
}

fn fields(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn counts_equal_those_of_a_check() {
    let known = blueprint("Known", &fields(&["NextStep"]));
    let misspelled = blueprint("Misspelled", &fields(&["NextSetp", "StageNmae", "Nothing"]));
    let unknown = blueprint("Unknown", &fields(&["Nothing", "Elsewhere"]));
    let wrong_type = blueprint("WrongType", &fields(&["Amount", "StageNmae"]));
    let other_object = {
        let mut plan = misspelled.clone();
        plan["targetSObject"] = json!("Oportunity");
        plan
    };
    let many: Vec<String> = (0..2500).map(|index| format!("Nowhere{index}Found")).collect();
    let texts = [
        known.to_string(),
        misspelled.to_string(),
        unknown.to_string(),
        wrong_type.to_string(),
        other_object.to_string(),
        blueprint("Many", &many).to_string(),
        json!([known, misspelled, unknown]).to_string(),
        json!({ "actions": [unknown, known] }).to_string(),
        format!("```json\n{misspelled}\n```"),
        "{}".to_owned(),
        "no JSON".to_owned(),
    ];
    let unaware = Context { no_standard: true, ..Context::default() };
    let mut refused = 0;
    for text in &texts {
        for context in [&Context::default(), &unaware] {
            let checked = check_file(text, context);
            let passed = checked.is_ok();
            let (Ok(report) | Err(report)) = checked.map(|batch| batch.warnings);
            let expected = CountedFile { passed, counts: report.counts(), listed: report.len() };
            assert_eq!(count_file(text, context), expected, "{text:.300}");
            refused += usize::from(!passed);
        }
    }
    assert!(refused > 4, "{refused}");
}

/// The search has no limit on the number of fields, after which misspelled fields would pass.
#[test]
fn every_misspelled_field_is_an_error() {
    let known = ["NextStep", "LeadSource", "CloseDate", "StageName"];
    let insert = |name: &str, at: usize, letter: char| format!("{}{letter}{}", &name[..at], &name[at..]);
    let letters = |name: &'static str, at: usize| ('a'..='z').map(move |letter| insert(name, at, letter));
    let misspelled = known.into_iter().flat_map(|name| (1..name.len()).flat_map(move |at| letters(name, at)));
    // Inserting a letter next to an equal one produces the same name twice.
    let misspelled: BTreeMap<String, String> = misspelled.map(|name| (name.to_ascii_lowercase(), name)).collect();
    let output = |field| json!({ "fieldApiName": field, "label": "L", "dataType": "String" });
    let mut plan = blueprint("Many", &fields(&["NextStep"]));
    plan["outputs"] = misspelled.values().take(700).map(output).collect();
    let counted = count_file(&plan.to_string(), &Context::default());
    let report = check_file(&plan.to_string(), &Context::default()).unwrap_err();
    let errors = report.iter().filter(|one| one.code == "FIELD_NOT_STANDARD" && one.is_error()).count();
    assert_eq!((errors, counted.counts.errors), (700, 700), "{:?}", report.first());
}
