//! Schemas that are mutated, each with the files that it references.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use planwright_sync::read_tree;
use serde_json::Value;

/// Files by path.
pub(super) struct Corpus {
    files: Vec<(String, Vec<u8>)>,
    values: Vec<Option<Value>>,
    /// Indices of the files that each file references, except itself.
    referred: Vec<Vec<usize>>,
}

const ENDINGS: &[&str] = &[".json", ".jsonc", ".yaml", ".yml"];

impl Corpus {
    /// Reads every schema below a folder, or those of the project.
    pub(super) fn load(root: &Path, folder: Option<&Path>) -> Result<Self, String> {
        let mut files = match folder {
            Some(folder) => below(folder)?,
            None => own(root)?,
        };
        files.sort();
        if files.is_empty() {
            return Err("there is no schema to spoil".to_owned());
        }
        let values: Vec<Option<Value>> = files.iter().map(|(_, bytes)| serde_json::from_slice(bytes).ok()).collect();
        let by_path: BTreeMap<&str, usize> =
            files.iter().enumerate().map(|(index, (path, _))| (path.as_str(), index)).collect();
        let direct: Vec<Vec<usize>> = files
            .iter()
            .zip(&values)
            .map(|((path, _), value)| {
                let mut references = Vec::new();
                collect(value.as_ref().unwrap_or(&Value::Null), &mut references);
                references
                    .iter()
                    .filter_map(|reference| by_path.get(join(path, reference)?.as_str()).copied())
                    .collect()
            })
            .collect();
        let referred = (0..files.len()).map(|index| reach(index, &direct)).collect();
        Ok(Self { files, values, referred })
    }

    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns the path and the content of one file.
    pub(super) fn file(&self, index: usize) -> (&str, &[u8]) {
        self.files.get(index).map_or(("", &[]), |(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    /// Returns the parsed document, if the file contains one.
    pub(super) fn value(&self, index: usize) -> Option<&Value> {
        self.values.get(index)?.as_ref()
    }

    /// Returns the files that it references.
    pub(super) fn others(&self, index: usize) -> impl Iterator<Item = (&str, &[u8])> {
        self.referred.get(index).into_iter().flatten().map(|other| self.file(*other))
    }
}

fn below(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let files = read_tree(folder, "")
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    Ok(files.into_iter().filter(|(path, _)| ENDINGS.iter().any(|ending| path.ends_with(ending))).collect())
}

fn own(root: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut files = below(&root.join("schemas"))?;
    let cases = below(&root.join("tests/cases"))?;
    files.extend(cases.into_iter().filter(|(path, _)| path.contains("/schemas/")));
    files.extend(rows(&root.join("tests/cases/refused.jsonl"))?);
    Ok(files)
}

/// Returns the schemas of a case table, by the path that each would have in a folder of its case.
fn rows(table: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let text = fs::read_to_string(table).map_err(|error| format!("{}: {error}", table.display()))?;
    let schema = |line| {
        let case: Value = serde_json::from_str(line).map_err(|error| format!("{}: {error}", table.display()))?;
        let (Some(name), Some(file)) = (case["name"].as_str(), case["file"].as_str()) else {
            return Err(format!("{}: a case without a name or a file", table.display()));
        };
        // A string is the exact content of the file, which may not be valid JSON.
        let schema = case["schema"].as_str().map_or_else(|| case["schema"].to_string(), str::to_owned);
        Ok((format!("refused/{name}/schemas/{file}"), schema.into_bytes()))
    };
    text.lines().map(schema).collect()
}

fn collect<'a>(value: &'a Value, references: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => {
            references.extend(members.get("$ref").and_then(Value::as_str));
            members.values().for_each(|member| collect(member, references));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}

/// Resolves a reference to a path. Returns `None` if it does not lead to a file.
fn join(from: &str, reference: &str) -> Option<String> {
    let path = reference.split('#').next().filter(|path| !path.is_empty() && !path.contains(':'))?;
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn reach(start: usize, direct: &[Vec<usize>]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut pending = vec![start];
    while let Some(index) = pending.pop() {
        for next in direct.get(index).into_iter().flatten() {
            if *next != start && !found.contains(next) {
                found.push(*next);
                pending.push(*next);
            }
        }
    }
    found
}
