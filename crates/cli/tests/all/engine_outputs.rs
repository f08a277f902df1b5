//! Tests that the JSON output of workflow, form, fix and agent commands is valid under the published schemas.

use std::collections::BTreeSet;
use std::path::Path;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::formats::closed;
use crate::project::{read_text, repository, run, write};

/// Returns a validator for the published schema that rejects undescribed properties.
fn published(folder: &Path, name: &str) -> Validator {
    let (code, out, err) = run(folder, &["schema", name]);
    assert_eq!(code, 0, "{err}");
    jsonschema::validator_for(&closed(serde_json::from_str(&out).expect("JSON"))).expect("a schema")
}

/// Parses the values that a command prints, one or several in sequence.
fn values(text: &str) -> Vec<Value> {
    let all = serde_json::Deserializer::from_str(text).into_iter();
    all.collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Validates the output of commands. Each value with one additional property must be invalid.
fn hold(folder: &Path, name: &str, commands: &[(&[&str], i32)]) -> Vec<Value> {
    let validator = published(folder, name);
    let mut all = Vec::new();
    for (arguments, wanted) in commands {
        let (code, out, err) = run(folder, arguments);
        assert_eq!(code, *wanted, "{arguments:?}: {out}{err}");
        let printed = values(&out);
        assert!(!printed.is_empty(), "{arguments:?} prints nothing: {err}");
        for value in printed {
            let wrong: Vec<String> = validator.iter_errors(&value).map(|one| one.to_string()).collect();
            assert!(wrong.is_empty(), "{arguments:?}: {wrong:?}\n{value:#}");
            let mut spoiled = value.clone();
            match &mut spoiled {
                Value::Array(items) => items.push(json!({"nobody": 1})),
                other => other["nobody"] = json!(1),
            }
            // The schema of a contract may allow additional properties. Then a value of another type must be invalid.
            assert!(!validator.is_valid(&spoiled) || !validator.is_valid(&json!(1)), "{arguments:?}");
            all.push(value);
        }
    }
    all
}

#[test]
fn workflows_obey_their_schemas() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    write(
        folder,
        "calls.jsonl",
        &(read_text(&repository(), "examples/workflows/loan-approval.jsonl") + "{\"tool\": \"no\"}\n"),
    );
    write(folder, "loan.json", &read_text(&repository(), "examples/workflows/loan-approval.json"));
    let lines =
        hold(folder, "output/workflow-run", &[(&["workflow", "run", "calls.jsonl", "--export", "made.json"], 1)]);
    assert!(lines.iter().any(|line| line["success"] == true) && lines.iter().any(|line| line["success"] == false));
    let mut loan: Value = serde_json::from_str(&read_text(folder, "loan.json")).expect("JSON");
    loan["participants"].as_array_mut().expect("a list").truncate(1);
    write(folder, "one.json", &loan.to_string());
    let check = |file: &'static str, code| (["workflow", "check", file, "--format", "json"], code);
    let [(good, fine), (bad, wrong)] = [check("loan.json", 0), check("one.json", 1)];
    let reports = hold(folder, "output/workflow-check", &[(&good, fine), (&bad, wrong)]);
    assert!(!reports[1]["errors"].as_array().expect("a list").is_empty(), "{reports:?}");
}

#[test]
fn forms_obey_their_schemas() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    let plan = |id: u64| {
        json!({"version": 1, "steps": [
            {"action": "create_form", "params": {"title": "A"}},
            {"action": "add_field", "params": {"type": "short_text"}},
            {"action": "publish_form", "params": {"id": id}},
        ]})
    };
    write(folder, "plan.json", &plan(1).to_string());
    write(folder, "bad.json", &plan(9).to_string());
    let steps: [(&[&str], i32); 4] = [
        (&["form", "preview", "plan.json", "--store", "forms", "--format", "json"], 0),
        (&["form", "execute", "plan.json", "--store", "forms", "--confirm", "--format", "json"], 0),
        (&["form", "preview", "bad.json", "--store", "forms", "--format", "json"], 1),
        (&["form", "execute", "bad.json", "--store", "forms", "--confirm", "--format", "json"], 1),
    ];
    let printed = hold(folder, "output/form-steps", &steps);
    assert!(printed[1]["run"] == 1 && printed[1]["steps"][0]["token"].is_string(), "{printed:?}");
    assert_eq!(printed[3]["valid"], false, "{printed:?}");
    assert_eq!(run(folder, &["form", "undo", "--store", "forms", "undo-1-3"]).0, 0);
    hold(folder, "output/form-show", &[(&["form", "show", "--store", "forms", "--format", "json"], 0)]);
    let runs = hold(folder, "output/form-audit", &[(&["form", "audit", "--store", "forms", "--format", "json"], 0)]);
    assert!(runs[0].as_array().is_some_and(|runs| runs.len() == 3 && runs[2]["asked"]["undo"].is_array()), "{runs:?}");
}

#[test]
fn fix_plans_obey_the_schema_of_check() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    write(folder, "bad.json", "{\"plan\": {}}");
    hold(folder, "output/check", &[(&["fix", "check", "bad.json", "--format", "json"], 1)]);
}

#[cfg(unix)]
#[test]
fn agents_obey_their_schemas() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    let task = "660e8400-e29b-41d4-a716-446655440001";
    let campaign = json!({
        "campaign": { "id": "550e8400-e29b-41d4-a716-446655440000", "name": "Spring", "status": "active" },
        "tasks": [{ "id": task, "description": "Look at the profile", "status": "pending" }],
        "leads_summary": { "total": 1, "pending": 1, "contacted": 0, "responded": 0, "current_lead": null },
    });
    write(folder, "campaign.json", &campaign.to_string());
    assert_eq!(run(folder, &["agent", "init", "store", "campaign.json"]).0, 0);
    let select = format!(r#"{{"action_type":"select_next_task","task_id":"{task}"}}"#);
    let open =
        r#"{"action_type":"execute_tool","tool_name":"browser_navigate","parameters":{"url":"https://example.com"}}"#;
    write(folder, "good.jsonl", &format!("{select}\n{{}}\n{open}\n"));
    write(folder, "bad.jsonl", "{}\n{}\n{}\n");
    write(folder, "bad.json", "{}");
    hold(folder, "output/agent-show", &[(&["agent", "show", "store"], 0)]);
    hold(folder, "output/agent-check", &[(&["agent", "check", "bad.json", "--store", "store"], 1)]);
    let model = |file| ["agent", "run", "store", "--model", file, "--format", "json", "--"];
    let good = [&model("good.jsonl")[..], &["cat"]].concat();
    let fails = [&model("good.jsonl")[..], &["false"]].concat();
    let bad = [&model("bad.jsonl")[..], &["cat"]].concat();
    let lines = hold(folder, "output/agent-run", &[(&good, 0), (&fails, 1), (&bad, 1)]);
    let cycles: BTreeSet<&str> = lines.iter().filter_map(|line| line["cycle"].as_str()).collect();
    assert!(["aborted", "done", "failed"].iter().all(|one| cycles.contains(one)), "{cycles:?}");
    assert!(lines.iter().any(|line| line["request"]["feedback"]["repair"].is_string()), "{lines:?}");
    let audit = hold(folder, "output/agent-audit", &[(&["agent", "audit", "store", "--format", "json"], 0)]);
    assert!(audit[0].as_array().is_some_and(|entries| entries.len() > 2), "{audit:?}");
    hold(folder, "output/agent-chain", &[(&["agent", "audit", "store", "--verify", "--format", "json"], 0)]);
}
