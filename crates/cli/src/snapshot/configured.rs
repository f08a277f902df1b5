//! Checks the org and the blueprints that planwright.toml names.

use std::path::Path;

use planwright_project::config::{Config, SnapshotConfig};
use planwright_project::exit::Failure;
use planwright_project::render::Format;
use planwright_project::report::CommandReport;
use planwright_project::snapshot;

use super::check::{self, SnapshotCheckArgs};
use super::diff::{self, SnapshotDiffArgs};

/// Checks the blueprints against the org, and compares the org with its older state.
pub(crate) fn report(config: &Config) -> CommandReport {
    let (file, blueprints) = org(config);
    let mut reasons = Vec::new();
    if file.is_none() {
        reasons.push("no org given; set `file` in [snapshot] or `snapshot` in [apex] of planwright.toml");
    }
    if blueprints.is_empty() {
        reasons.push("no blueprints given; set `blueprints` in [snapshot] or [apex] of planwright.toml");
    }
    let (Some(file), true) = (file, reasons.is_empty()) else {
        return CommandReport::new().collect(|_| Err(Failure::all(reasons)));
    };
    let mut report = check::report(&SnapshotCheckArgs {
        snapshot: file.clone(),
        blueprints: blueprints.clone(),
        ndjson: false,
        format: Format::Human,
    });
    if let Some(old) = config.snapshot.as_ref().and_then(|section| section.against.as_ref()) {
        report.absorb(diff::report(&SnapshotDiffArgs {
            old: snapshot::configured_before(&config.folder, old, &file),
            new: file,
            blueprints,
            format: Format::Human,
        }));
    }
    report
}

/// Returns the org, and the blueprints to check against it.
pub(crate) fn org(config: &Config) -> (Option<String>, Vec<String>) {
    let none = SnapshotConfig::default();
    let section = config.snapshot.as_ref().unwrap_or(&none);
    let file = section.file.as_ref().or(config.apex.snapshot.as_ref());
    let blueprints = section.blueprints.as_ref().or(config.apex.blueprints.as_ref());
    let blueprints = blueprints.into_iter().flatten().map(|path| inside(config, path)).collect();
    (file.map(|file| snapshot::configured(&config.folder, file)), blueprints)
}

fn inside(config: &Config, path: &str) -> String {
    let path: &Path = path.as_ref();
    config.folder.join(path).display().to_string()
}
