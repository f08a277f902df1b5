//! Collects every document of the repository that is written for a contract: examples of the schemas, invalid cases,
//! vectors, library and examples. Tests decide whether they are valid.

use std::fs;
use std::path::Path;

use planwright_generated::RootInfo;
use serde_json::Value;
use walkdir::WalkDir;

use crate::workspace;

/// Returns the documents that are written for a root, valid or not.
#[must_use]
pub fn for_root(root: &RootInfo) -> Vec<Value> {
    let schema: Value = serde_json::from_str(root.schema).unwrap_or_default();
    let mut found: Vec<Value> = schema["examples"].as_array().cloned().unwrap_or_default();
    let folder = root.file.split('/').next().unwrap_or_default();
    found.extend(cases(&stem(root)));
    found.extend(vectors(folder));
    if folder == "action-blueprint" {
        for place in ["crates/reference/blueprints", "examples/blueprints"] {
            found.extend(json_below(&workspace().join(place)));
        }
    }
    found
}

/// Returns the contract name of a root, which is usually its file name.
fn stem(root: &RootInfo) -> String {
    let file = root.file.rsplit('/').next().unwrap_or_default();
    match file.trim_end_matches(".schema.json") {
        "workflow-document" => "workflow-tools".to_owned(),
        "planner-output" => "form-plan".to_owned(),
        stem => stem.to_owned(),
    }
}

fn cases(name: &str) -> Vec<Value> {
    let folder = workspace().join("tests/cases/invalid").join(name);
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    files.filter(|file| file.file_name() == "input.json").filter_map(|file| read_json(file.path())).collect()
}

fn json_below(folder: &Path) -> Vec<Value> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let json = files.filter(|file| file.path().extension().is_some_and(|name| name == "json"));
    json.filter_map(|file| read_json(file.path())).collect()
}

fn read_json(path: &Path) -> Option<Value> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// Returns the inputs of the vectors of a contract that are JSON values.
fn vectors(contract: &str) -> Vec<Value> {
    let path = workspace().join("tests/vectors").join(format!("{contract}.jsonl"));
    let text = fs::read_to_string(path).unwrap_or_default();
    let vectors = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let inputs = vectors.filter(|vector| vector["input_is_raw"] != true).map(|mut vector| vector["input"].take());
    inputs.flat_map(|input| [input.get("args").cloned(), Some(input)]).flatten().collect()
}
