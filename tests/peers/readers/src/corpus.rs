//! Documents for the measurements: valid ones, and the same with one planted error each. They are the same in every
//! run.

use planwright_generated::SchemaRoot;
use serde_json::{Value, json};

#[path = "../../../../crates/cli/benches/ratios/corpus.rs"]
mod ratios;

/// Returns `count` blueprints of 1 to 4 KiB without warnings.
pub(crate) fn blueprints(count: usize) -> Vec<String> {
    ratios::blueprints(count).iter().map(|text| text.replace("\"fields\": [\"Id\", ", "\"fields\": [")).collect()
}

/// Returns `count` blueprints of a standard object, each with six misspelled fields and two unknown ones.
pub(crate) fn misspelled(count: usize) -> Vec<String> {
    const KNOWN: [&str; 7] =
        ["StageName", "CloseDate", "Amount", "NextStep", "Description", "LeadSource", "ForecastCategoryName"];
    let blueprint = |index: usize| {
        let name = |field: usize| {
            if field >= 6 {
                return format!("Nowhere{index}Found{field}");
            }
            let known = KNOWN[(index + field) % KNOWN.len()];
            let at = 1 + (index / KNOWN.len() + field) % (known.len() - 1);
            match (index + field) % 3 {
                0 => format!("{}x{}", &known[..at], &known[at..]),
                1 => format!("{}{}", &known[..at], &known[at + 1..]),
                _ => format!("{}z{}", &known[..at], &known[at + 1..]),
            }
        };
        let names: Vec<String> = (0..8).map(name).collect();
        let input = |name: &String| {
            json!({
                "apiName": name, "fieldApiName": name, "label": format!("Label of {name}"), "dataType": "String",
                "required": false, "usage": "FIELD",
            })
        };
        let id = json!({
            "apiName": "Id", "fieldApiName": "Id", "label": "Record", "dataType": "Id", "required": true, "usage": "FIELD",
        });
        let inputs: Vec<Value> = std::iter::once(id).chain(names.iter().map(input)).collect();
        json!({
            "name": format!("Update{index}"), "label": format!("Update number {index}"), "category": "DOMAIN",
            "targetSObject": "Opportunity", "operation": "UPDATE", "summary": format!("Updated {index}."),
            "checkpoint": format!("I will update number {index}. Proceed?"), "keyFields": ["Id"], "inputs": inputs,
            "guardrails": [{ "type": "FLS_EDIT", "params": { "fields": names }, "message": "No access." }],
        })
    };
    (0..count).map(|index| format!("{:#}", blueprint(index))).collect()
}

/// Returns `count` fix plans with 2 to 9 tasks.
pub(crate) fn fix_plans(count: usize) -> Vec<String> {
    (0..count).map(|index| format!("{:#}", fix_plan(index))).collect()
}

fn fix_plan(index: usize) -> Value {
    let tasks: Vec<Value> = (1..=2 + index % 8).map(|number| task(index, number)).collect();
    json!({
        "plan_version": "1.0",
        "overview": {
            "primary_issue": format!("Module {index} does not compile because its delegate lacks methods."),
            "risk_level": (["low", "medium", "high"][index % 3]),
            "summary": "Implement the methods and adjust the configuration.",
            "assumptions": ["The delegate is used in one place"],
        },
        "tasks": tasks,
        "tests": { "commands": ["make test", "make lint"], "stop_on_failure": true, "max_attempts": 1 + index % 3 },
        "metadata": { "created_at": "2026-01-06T10:00:00Z", "model": "a model", "fix_attempt": 1 },
    })
}

fn task(index: usize, number: usize) -> Value {
    let before: Vec<String> = (1..number).rev().take(1).map(|before| format!("T{before}")).collect();
    json!({
        "id": format!("T{number}"),
        "title": format!("Implement part {number} of module {index}"),
        "rationale": "The error of the compiler says that the protocol is not met.",
        "acceptance": ["The module compiles without errors."],
        "dependencies": before,
        "edits": [{
            "action": "modify_file",
            "path": format!("src/module_{index}_{number}.rs"),
            "instructions": "Add the methods that are missing, with the bodies that the other modules have.",
            "strategy": "unified_patch",
            "context_files": [format!("src/module_{index}.rs")],
            "target": "other",
        }],
        "post_checks": ["cargo check"],
    })
}

/// Returns the documents with one value of each replaced, so that they are invalid.
pub(crate) fn spoiled<T: SchemaRoot>(texts: &[String]) -> Vec<String> {
    let odd = [json!(null), json!([]), json!(-1), json!("?"), json!({})];
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or_default() % bound
    };
    let spoil = |text: &String| {
        let document: Value = serde_json::from_str(text).unwrap_or_default();
        let mut places = Vec::new();
        leaves(&document, String::new(), &mut places);
        loop {
            let mut other = document.clone();
            let place = &places[below(places.len())];
            if let Some(value) = other.pointer_mut(place) {
                *value = odd[below(odd.len())].clone();
            }
            if !T::is_valid(&other) {
                return format!("{other:#}");
            }
        }
    };
    texts.iter().map(spoil).collect()
}

fn leaves(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| leaves(member, format!("{at}/{name}"), places))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| leaves(item, format!("{at}/{index}"), places));
        }
        _ => places.push(at),
    }
}
