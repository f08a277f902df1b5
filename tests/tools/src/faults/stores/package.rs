//! A package that is written whole: classes, runtime, manifest, permission set and the record of what was written.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{Bench, number_of, put_blueprint};

const OUT: &str = "store/force-app";

/// Every plan so far becomes a class again. The version differs from that of the run before, so that nearly every file is written.
pub(super) fn write(bench: &Bench, number: usize) -> Command {
    put_blueprint(bench, number);
    let version = if number.is_multiple_of(2) { "65.0" } else { "64.0" };
    bench.planwright(&arguments(version))
}

fn arguments(version: &str) -> [&str; 9] {
    ["apex", "--runtime", "--parts", "manifest,permission-set", "--api-version", version, "--out", OUT, "plans"]
}

/// What stands there after the next run: the files that the record names and no other, the classes that the manifest names and no
/// other, and no folder in which a run prepares its files.
pub(super) fn read(bench: &Bench) -> Result<BTreeSet<usize>, String> {
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

/// Every file below the folder, relative to it.
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

/// Every file that the record names, and the record.
fn recorded(out: &Path) -> Result<BTreeSet<String>, String> {
    const RECORD: &str = ".planwright/apex.json";
    let record: Value = serde_json::from_str(&text(&out.join(RECORD))?).map_err(|error| error.to_string())?;
    let entries = record["blueprints"].as_object().into_iter().flat_map(|entries| entries.values());
    let lists = entries.map(|entry| &entry["files"]).chain([&record["shared"]]);
    let named = lists.filter_map(Value::as_object).flat_map(|files| files.keys().cloned());
    Ok(named.chain([RECORD.to_owned()]).collect())
}
