//! Tests the example runs that `planwright explain` shows for the codes of commands.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use serde_json::Value;

/// Returns the output of a run on both streams, in a folder with these files.
fn output(run: &Value, files: &BTreeMap<String, Value>) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content.as_str().unwrap()).unwrap();
    }
    let words = run.as_array().unwrap().iter().map(|word| word.as_str().unwrap());
    let output = Command::new(env!("CARGO_BIN_EXE_planwright")).args(words).current_dir(&folder).output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

fn files(example: &Value) -> BTreeMap<String, Value> {
    serde_json::from_value(example.get("files").cloned().unwrap_or_else(|| Value::Object(serde_json::Map::new())))
        .unwrap()
}

#[test]
fn each_example_of_a_command_has_its_code_and_what_stands_instead_has_not() {
    let tables: BTreeMap<String, BTreeMap<String, Value>> =
        serde_json::from_str(include_str!("../../../reference/src/code_tables/command_examples.json")).unwrap();
    for (title, examples) in &tables {
        for (code, example) in examples {
            let bad = output(&example["run"], &files(example));
            assert!(bad.contains(code), "{title}: {code}: {bad}");
            let instead = &example["instead"];
            let mut all = files(example);
            all.extend(files(instead));
            let good = output(instead.get("run").unwrap_or(&example["run"]), &all);
            assert!(!good.contains(code), "{title}: {code}: {good}");
        }
    }
}

/// Codes that a single command in a small folder cannot trigger. This list may only become shorter.
#[test]
fn codes_of_commands_without_an_example_are_known() {
    let output = Command::new(env!("CARGO_BIN_EXE_planwright")).args(["rules", "--format", "json"]).output().unwrap();
    let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let tables: Value =
        serde_json::from_str(include_str!("../../../reference/src/code_tables/command_examples.json")).unwrap();
    let without: BTreeSet<String> = rows
        .iter()
        .map(|row| (row["group"].as_str().unwrap(), row["code"].as_str().unwrap()))
        .filter(|(group, code)| {
            (group.starts_with("planwright ") || ["schemas", "schema-snapshot"].contains(group))
                && tables[*group].get(code).is_none()
        })
        .map(|(group, code)| format!("{group}: {code}"))
        .collect();
    let known = [
        "planwright apex: EDITED_BY_HAND",
        "planwright ci: ORPHANED_FILE",
        "planwright ci: STALE_FILE",
        "planwright drift: VERDICT_UNDECIDED",
        "planwright export: ABSENT_AS_LIST",
        "planwright export: LIMIT_EXCEEDED",
        "planwright export: NULL_AS_LIST",
        "planwright export: TOO_LARGE",
        "planwright gen: APEX_ONE_CLASS_ONLY",
        "planwright gen: APEX_OTHER_FOLDER",
        "planwright lock: CURSOR_REPEATED",
        "planwright lock: HINT_CHANGED",
        "planwright lock: OPERATION_UNDECIDED",
        "planwright lock: ROUTE_CHANGED",
        "planwright lock: SERVER_FLOOD",
        "planwright lock: TOO_MANY_PAGES",
        "planwright mcp: CALL_FAILED",
        "planwright mcp: DEADLINE_EXCEEDED",
        "planwright mcp: INTERNAL",
        "planwright mcp: INVALID_SCHEMA",
        "planwright mcp: NEW_BLUEPRINT",
        "planwright mcp: NO_AGENT",
        "planwright mcp: STORE_FAILED",
        "planwright mcp: UNKNOWN_SCHEMA",
        "planwright plan: INVALID_BLUEPRINT",
        "planwright plan: PLATFORM_EVENT",
    ];
    assert_eq!(without, known.map(str::to_owned).into());
}
