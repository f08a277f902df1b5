//! Package that is written as a whole: classes, runtime, manifest, permission set and the record of written files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{Bench, number_of, put_blueprint};

const OUT: &str = "store/force-app";

/// Generates the package of all plans so far. The version alternates, so that nearly every file changes.
pub(super) fn write(bench: &Bench, number: usize) -> Command {
    put_blueprint(bench, number);
    let version = if number.is_multiple_of(2) { "65.0" } else { "64.0" };
    bench.planwright(&arguments(version))
}

fn arguments(version: &str) -> [&str; 9] {
    ["apex", "--runtime=all", "--parts", "manifest,permission-set", "--api-version", version, "--out", OUT, "plans"]
}

/// Reads the package after another run.
///
/// The files must be exactly those in the record, the classes exactly those in the manifest, and no temporary folder
/// may be left.
pub(super) fn read_package(bench: &Bench) -> Result<BTreeSet<usize>, String> {
    let words = arguments("65.0");
    bench.answer(&words)?;
    bench.answer(&[&words[..], &["--check"]].concat())?;
    let out = bench.folder.join(OUT);
    let found = files(&out)?;
    let recorded = recorded(&out)?;
    let strange: Vec<_> = found.symmetric_difference(&recorded).collect();
    if !strange.is_empty() {
        return Err(format!("the record and the folder differ in {strange:?}"));
    }
    if out.join(".planwright/staging").exists() {
        return Err("a staging folder was left".to_owned());
    }
    let class = |path: &String| path.rsplit('/').next()?.strip_suffix(".cls").map(str::to_owned);
    let classes: BTreeSet<String> = found.iter().filter_map(class).collect();
    let manifest = text(&bench.folder.join("store/manifest/package.xml"))?;
    let named: BTreeSet<String> = manifest
        .lines()
        .filter_map(|line| line.trim().strip_prefix("<members>")?.strip_suffix("</members>"))
        .map(str::to_owned)
        .collect();
    let missing: Vec<_> = classes.difference(&named).collect();
    if missing.is_empty() {
        Ok(classes.iter().filter_map(|name| number_of(name)).collect())
    } else {
        Err(format!("the manifest lacks {missing:?}"))
    }
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns every file below the folder, relative to it.
fn files(root: &Path) -> Result<BTreeSet<String>, String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| error.to_string())?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(inner) = path.strip_prefix(root) {
                found.insert(inner.display().to_string());
            }
        }
    }
    Ok(found)
}

/// Returns every file in the record, and the record itself.
fn recorded(out: &Path) -> Result<BTreeSet<String>, String> {
    const RECORD: &str = ".planwright/apex.json";
    let record: Value = serde_json::from_str(&text(&out.join(RECORD))?).map_err(|error| error.to_string())?;
    let entries = record["blueprints"].as_object().into_iter().flat_map(|entries| entries.values());
    let lists = entries.map(|entry| &entry["files"]).chain([&record["shared"]]);
    let named = lists.filter_map(Value::as_object).flat_map(|files| files.keys().cloned());
    Ok(named.chain([RECORD.to_owned()]).collect())
}
