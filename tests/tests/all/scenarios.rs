//! Scenarios with expected results of the evaluation in Rust. `apex-run` runs the same cases with the generated
//! classes, so both implementations agree.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use planwright_contracts::action_blueprint::{Context, check_file, evaluation, payload};
use planwright_sync::read_tree;
use planwright_tests::here;
use serde_json::{Value, json};

fn read_json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns every case with the name of its file and its blueprint.
fn cases() -> Vec<(String, Value, Value)> {
    let folder = here().join("scenarios");
    let files = read_tree(&folder.join("cases"), ".json").expect("the cases can be read");
    let mut all = Vec::new();
    for (path, _) in files {
        let file = read_json(&folder.join("cases").join(&path));
        let name = file["blueprint"].as_str().unwrap_or_default();
        let blueprint = read_json(&folder.join("blueprints").join(format!("{name}.json")));
        for case in file["cases"].as_array().expect("a file holds cases") {
            all.push((path.clone(), blueprint.clone(), case.clone()));
        }
    }
    all
}

/// Returns the org of the scenarios as a snapshot.
fn snapshot() -> Value {
    let world = read_json(&here().join("scenarios/world.json"));
    let mut objects = world["objects"].clone();
    for (name, object) in objects.as_object_mut().expect("objects") {
        object["apiName"] = name.as_str().into();
        for (field, about) in object["fields"].as_object_mut().expect("fields") {
            about["apiName"] = field.as_str().into();
            for right in ["createable", "updateable", "nillable"] {
                about[right] = true.into();
            }
            if let Some(about) = about.as_object_mut() {
                about.retain(|key, _| !["unique", "length"].contains(&key.as_str()));
            }
        }
    }
    json!({ "objects": objects })
}

fn evaluate(blueprint: &Value, case: &Value) -> Result<evaluation::Evaluation, String> {
    let batch = check_file(&blueprint.to_string(), &Context::default())
        .map_err(|report| report.iter().map(|finding| finding.message.clone()).collect::<Vec<_>>().join("; "))?;
    let context = json!({ "snapshot": snapshot(), "user": case["user"], "confirmed": case["confirmed"], "token": case["token"],
        "clearFields": case["clearFields"], "blueprint": blueprint });
    assert_eq!(batch.actions.len(), 1);
    evaluation::evaluate_vector(&case["payload"], &context)
        .map_err(|report| report.iter().map(|finding| finding.message.clone()).collect::<Vec<_>>().join("; "))
}

#[test]
fn every_scenario_holds_in_rust() {
    let mut faults = Vec::new();
    // Errors of the org itself only occur in Apex.
    let decided = cases().into_iter().filter(|(_, _, case)| case["failures"].is_null());
    for (file, blueprint, case) in decided {
        let name = format!("{file}: {}", case["name"]);
        match evaluate(&blueprint, &case) {
            Err(reason) => faults.push(format!("{name}: {reason}")),
            Ok(found) => {
                let found = json!({
                    "errors": found.errors, "logs": found.logs, "warnings": found.warnings, "dml": found.dml,
                });
                for key in ["errors", "logs", "warnings", "dml"] {
                    if found[key] != case["expect"][key] {
                        faults.push(format!("{name}: {key}: {} instead of {}", found[key], case["expect"][key]));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Every operation, guardrail type and data type occurs.
#[test]
fn the_scenarios_touch_everything() {
    let cases = cases();
    assert!(cases.len() >= 60, "only {} scenarios", cases.len());
    let of = |pointer: &str, key: &str| -> BTreeSet<String> {
        let lists = cases.iter().filter_map(|(_, blueprint, _)| blueprint.pointer(pointer)?.as_array());
        lists.flatten().filter_map(|one| one[key].as_str().map(str::to_lowercase)).collect()
    };
    let operations: BTreeSet<&str> = cases.iter().filter_map(|(_, plan, _)| plan["operation"].as_str()).collect();
    assert_eq!(operations, BTreeSet::from(["CALL", "CREATE", "INSERT", "UPDATE", "UPSERT"]));
    let hints = of("/inputs", "dataType");
    for info in payload::DATA_TYPES.iter().filter(|info| !info.apex.is_empty()) {
        assert!(info.names.iter().any(|name| hints.contains(*name)), "no scenario has the data type {:?}", info.names);
    }
    let guardrails = of("/guardrails", "type");
    for kind in [
        "fls_view",
        "fls_edit",
        "fls_update",
        "fls_write",
        "numeric_positive",
        "numeric_range",
        "enum_allowed",
        "pii_redact",
        "sharing_required",
    ] {
        assert!(guardrails.contains(kind), "no scenario has the guardrail {kind}");
    }
    let distinct: BTreeSet<String> = cases.iter().map(|(file, _, case)| format!("{file} {}", case["name"])).collect();
    assert_eq!(distinct.len(), cases.len(), "two scenarios of one name");
}

/// Control: the same payload passes if the blueprint has no guardrails.
#[test]
fn a_dropped_guardrail_is_noticed() {
    let refused = |(_, _, case): &&(String, Value, Value)| {
        case["expect"]["errors"].as_array().is_some_and(|errors| {
            errors.iter().any(|one| one.as_str().is_some_and(|text| text.contains("greater than zero")))
        })
    };
    let cases = cases();
    let (_, blueprint, case) = cases.iter().find(refused).expect("a scenario of NUMERIC_POSITIVE");
    let mut without = blueprint.clone();
    without["guardrails"] = json!([]);
    let found = evaluate(&without, case).expect("it can be evaluated");
    assert_ne!(json!(found.errors), case["expect"]["errors"]);
}
