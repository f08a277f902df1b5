//! Compatibility checkers, each called through its own interface.

use std::panic::catch_unwind;
use std::path::Path;
use std::process::Command;

use jsoncompat::{CompatibilityResult, Role, SchemaDocument, analyze_compat};
use serde_json::Value;

use crate::{Case, PeerVerdict};

/// Compatibility checker.
pub(crate) struct Checker {
    pub(crate) name: &'static str,
    /// Returns the backward and forward verdict of every pair, or `None` if the checker is not installed.
    pub(crate) verdicts: fn(&Path, &[Case]) -> Option<Vec<[PeerVerdict; 2]>>,
    /// Command that installs it.
    pub(crate) install: &'static str,
}

pub(crate) const CHECKERS: &[Checker] = &[
    Checker { name: "`planwright drift`", verdicts: ours, install: "cargo build --package planwright" },
    Checker {
        name: "jsoncompat 0.5.0",
        verdicts: |_, cases| Some(each(cases, |case| jsoncompat(case, false))),
        install: "",
    },
    Checker {
        name: "jsoncompat 0.5.0, `$schema` taken away",
        verdicts: |_, cases| Some(each(cases, |case| jsoncompat(case, true))),
        install: "",
    },
    Checker {
        name: "json-schema-diff 0.1.8 (crates.io)",
        verdicts: |_, cases| Some(each(cases, crates_io)),
        install: "",
    },
    Checker { name: "json-schema-diff 1.0.0 (npm)", verdicts: npm, install: "npm ci --prefix tests/peers/npm" },
];

fn each(cases: &[Case], judge: impl Fn(&Case) -> Option<[PeerVerdict; 2]>) -> Vec<[PeerVerdict; 2]> {
    cases.iter().map(|case| judge(case).unwrap_or([PeerVerdict::Undecided; 2])).collect()
}

/// Runs the command-line program. As a library it would share the features of its dependencies with the other checkers.
fn ours(root: &Path, cases: &[Case]) -> Option<Vec<[PeerVerdict; 2]>> {
    let program = ["release", "debug"].map(|profile| root.join("target").join(profile).join("planwright"));
    let program = program.iter().find(|path| path.is_file())?;
    let said = |case: &Case| {
        let folder = root.join("tests/cases/drift").join(&case.name);
        let mut command = Command::new(program);
        command.args(["drift", "old.json", "new.json", "--format", "json"]).current_dir(folder);
        if !case.assert_formats {
            command.arg("--no-assert-formats");
        }
        let found: Value = serde_json::from_slice(&command.output().ok()?.stdout).ok()?;
        Some(["backward", "forward"].map(|way| PeerVerdict::named(found[way]["verdict"].as_str().unwrap_or_default())))
    };
    Some(each(cases, said))
}

/// Asks the backward question as "may the new side write what the old one reads", with the sides exchanged. For its
/// reader role, this checker assumes that nobody writes undescribed properties.
fn jsoncompat(case: &Case, strip: bool) -> Option<[PeerVerdict; 2]> {
    let read = |text: &str| {
        let mut schema: Value = serde_json::from_str(text).ok()?;
        if let Some(members) = schema.as_object_mut().filter(|_| strip) {
            members.remove("$schema");
        }
        SchemaDocument::from_json(&schema).ok()
    };
    let (old, new) = (read(&case.old)?, read(&case.new)?);
    let is_within =
        |inner: &SchemaDocument, outer: &SchemaDocument| match analyze_compat(outer, inner, Role::Serializer) {
            Ok(CompatibilityResult::Compatible) => PeerVerdict::Proved,
            Ok(CompatibilityResult::Incompatible { .. }) => PeerVerdict::Broken,
            _ => PeerVerdict::Undecided,
        };
    Some([is_within(&old, &new), is_within(&new, &old)])
}

/// Lists changes and marks breaking ones. A rejected schema or a panic counts as undecided.
fn crates_io(case: &Case) -> Option<[PeerVerdict; 2]> {
    let (old, new): (Value, Value) = (serde_json::from_str(&case.old).ok()?, serde_json::from_str(&case.new).ok()?);
    let breaks = |old: &Value, new: &Value| {
        let changes = catch_unwind(|| json_schema_diff::diff(old.clone(), new.clone()).ok()).ok().flatten();
        changes.map_or(PeerVerdict::Undecided, |changes| {
            if changes.iter().any(|change| change.change.is_breaking()) {
                PeerVerdict::Broken
            } else {
                PeerVerdict::Proved
            }
        })
    };
    Some([breaks(&old, &new), breaks(&new, &old)])
}

/// Runs a separate process, which prints lines of `name backward forward`.
fn npm(root: &Path, cases: &[Case]) -> Option<Vec<[PeerVerdict; 2]>> {
    let here = root.join("tests/peers/npm");
    let output = Command::new("node").arg("drift.mjs").arg(root.join("tests/cases/drift")).current_dir(&here).output();
    let output = output.ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let said = |case: &Case| {
        let line = text.lines().find_map(|line| line.strip_prefix(&case.name)?.strip_prefix(' '))?;
        let (backward, forward) = line.split_once(' ')?;
        Some([PeerVerdict::named(backward), PeerVerdict::named(forward)])
    };
    Some(each(cases, said))
}
