//! Adds pages about changes: of schemas since a revision, and of the org compared with blueprints.

use planwright_runtime::Diagnostic;
use serde_json::Value;

use super::PagesArgs;
use super::site::{PageBlock, Site, code, heading, table};
use crate::snapshot::configured;
use planwright_compatibility::drift;
use planwright_compatibility::lock;
use planwright_project::config::Config;
use planwright_project::exit::Failure;

/// Adds the verdict on each schema, with witnesses of breaking changes.
pub(super) fn add_drift(site: &mut Site, config: &Config, args: &PagesArgs) -> Result<(), Failure> {
    if config.drift.is_none() {
        return match &args.against {
            Some(_) => Err(Failure::one("--against requires a [drift] section in planwright.toml")),
            None => Ok(()),
        };
    }
    let report = drift::report(&drift::DriftArgs {
        config: args.config.clone(),
        against: args.against.clone(),
        ..drift::DriftArgs::default()
    });
    report.end()?;
    let found = report.json.clone().unwrap_or_default();
    let mut blocks = Vec::new();
    let files: Vec<(&str, &Value)> = match found["files"].as_object() {
        Some(files) => files.iter().map(|(name, one)| (name.as_str(), one)).collect(),
        None => vec![("the schema", &found)],
    };
    let rows = files.iter().map(|(name, one)| {
        let verdict =
            |way: &str| one[way]["verdict"].as_str().or(one["status"].as_str()).unwrap_or_default().to_owned();
        vec![(*name).to_owned(), verdict("backward"), verdict("forward")]
    });
    blocks.push(table(
        "Verdicts: old documents under the new schema, and new documents under the old one",
        &["Schema", "Backward", "Forward"],
        rows.collect(),
    ));
    for (name, one) in files {
        let changes: Vec<Vec<String>> = one["changes"].as_array().into_iter().flatten().map(change).collect();
        if changes.is_empty() {
            continue;
        }
        blocks.push(heading(name));
        for (way, about) in [("backward", "Valid before, rejected now"), ("forward", "Valid now, rejected before")] {
            if let Some(witness) = one[way].get("witness") {
                blocks.push(code(about, &format!("{witness:#}"), |_| false));
            }
        }
        blocks.push(table("Changes", &["Rule", "Severity", "Place", "What changed"], changes));
    }
    site.add("drift", "schemas", "Schema drift", blocks);
    Ok(())
}

fn change(change: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    vec![text(&change["rule"]), text(&change["severity"]), text(&change["pointer"]), text(&change["message"])]
}

/// Adds the result of each lock file for the current operations.
pub(super) fn add_locks(site: &mut Site, config: &Config, args: &PagesArgs) -> Result<(), Failure> {
    if config.locks.is_empty() {
        return Ok(());
    }
    let report =
        lock::report(&lock::LockArgs { config: args.config.clone(), check: true, ..lock::LockArgs::default() });
    report.end()?;
    let found = report.json.clone().unwrap_or_default();
    for one in found["locks"].as_array().into_iter().flatten() {
        let file = one["file"].as_str().unwrap_or_default();
        let operations = one["operations"].as_object().into_iter().flatten();
        let mut blocks = Vec::new();
        let mut rows = Vec::new();
        for (name, operation) in operations {
            let verdict = |side: &str| operation[side]["verdict"].as_str().unwrap_or_default().to_owned();
            let status = operation["status"].as_str().unwrap_or_default().to_owned();
            rows.push(vec![name.clone(), status, verdict("input"), verdict("output")]);
            for (shown, about) in [
                (&operation["input"]["request"], "a call that was valid and is now rejected"),
                (&operation["output"]["response"], "a result that was not valid before"),
                (&operation["request"], "a call of an operation with a withdrawn promise"),
            ] {
                if !shown.is_null() {
                    blocks.push(code(&format!("{name}: {about}"), &format!("{shown:#}"), |_| false));
                }
            }
        }
        let head = ["Operation", "Status", "Input", "Output"];
        blocks.insert(0, table("Operations and their compatibility", &head, rows));
        site.add("lock", file, format!("Operations of {file}"), blocks);
    }
    Ok(())
}

/// Adds the findings of the blueprints in the org.
pub(super) fn add_org(site: &mut Site, config: &Config) {
    if config.snapshot.is_none() {
        return;
    }
    let report = configured::report(config);
    let found = report.findings();
    let counts = report.counts.iter().map(|(what, number)| vec![(*what).to_owned(), number.to_string()]).collect();
    let blocks = vec![table("Numbers", &["What", "Count"], counts), heading("Findings"), findings(&found)];
    site.add("org", "snapshot", "Blueprints and the org", blocks);
}

/// Returns findings as a table.
pub(super) fn findings(found: &[Diagnostic]) -> PageBlock {
    let rows = found.iter().map(|one| {
        let place = one.pointer().map_or_else(|| one.file.clone().unwrap_or_default(), str::to_owned);
        let help = one.help.clone().unwrap_or_default();
        vec![one.code.to_owned(), one.severity.to_string(), place, one.message.clone(), help]
    });
    table("Findings", &["Code", "Severity", "Place", "Problem", "Fix"], rows.collect())
}
