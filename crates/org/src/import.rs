//! Imports snapshots, describes and metadata into one snapshot.

use std::path::Path;

use planwright_check::{Diagnostic, Policy, Report, check, text};
use planwright_contracts::action_blueprint::Snapshot;
use planwright_generated::action_blueprint::SchemaSnapshot;
use planwright_source::{Pointer, decode};

use super::codes::{API_VERSIONS_DIFFER, NOT_AN_ORG_FILE};
use super::merge::merge;
use super::part::{Found, Origin, Part, disagreement};
use super::{describe, metadata};

/// Findings about one file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// Path, as given.
    pub path: String,
    /// Source in which the findings are shown. For invalid UTF-8, the part before the first invalid byte.
    pub text: String,
    /// The findings.
    pub report: Report,
}

/// Snapshot with the warnings about its sources.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Objects of all files.
    pub snapshot: SchemaSnapshot,
    /// Files with warnings, sorted by path.
    pub warnings: Vec<FileReport>,
}

/// Imports files, each given as path and bytes, into one snapshot.
///
/// All metadata files (`*.xml`) are read as one folder. A JSON file is a snapshot or a describe. If two files disagree
/// about a field, the later one wins and a warning is reported.
///
/// # Errors
///
/// Returns the reports of all files with errors, sorted by path.
pub fn import(files: &[(String, Vec<u8>)]) -> Result<Imported, Vec<FileReport>> {
    let mut found = Found::default();
    let is_xml = |(path, bytes): &(String, Vec<u8>)| {
        let named = Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"));
        named || bytes.trim_ascii_start().starts_with(b"<")
    };
    let first = files.iter().position(is_xml);
    let mut parts = Vec::new();
    for (index, file) in files.iter().enumerate() {
        // All metadata files together form one part, at the position of the first one.
        if Some(index) == first {
            let all = files.iter().enumerate().filter(|(_, file)| is_xml(file));
            let all = all.map(|(index, (path, bytes))| (index, path.as_str(), bytes.as_slice())).collect::<Vec<_>>();
            parts.push(metadata::read_metadata(&all, &mut found));
        } else if !is_xml(file) {
            parts.push(json(index, &file.1, &mut found));
        }
    }
    versions(files, &parts, &mut found);
    let merged = merge(parts.iter().map(|part| &part.snapshot));
    for conflict in &merged.conflicts {
        let key = (conflict.object.to_ascii_lowercase(), conflict.field.to_ascii_lowercase());
        let earlier = parts[..conflict.later].iter().rev().find_map(|part| part.origins.get(&key));
        let Some(origin) = parts[conflict.later].origins.get(&key) else { continue };
        let before = earlier.map_or("an earlier file", |origin| files[origin.file].0.as_str());
        let warning = disagreement(&conflict.object, &conflict.field, before, &conflict.changes, origin);
        found.add(origin.file, [warning]);
    }
    let refused = found.0.values().flatten().any(Diagnostic::is_error);
    let reports = reports(files, found);
    if refused { Err(reports) } else { Ok(Imported { snapshot: merged.snapshot, warnings: reports }) }
}

fn reports(files: &[(String, Vec<u8>)], found: Found) -> Vec<FileReport> {
    let mut reports: Vec<FileReport> = found
        .0
        .into_iter()
        .filter(|(_, diagnostics)| !diagnostics.is_empty())
        .map(|(index, diagnostics)| {
            let (path, bytes) = &files[index];
            let text = match decode(bytes) {
                Ok(text) => text.to_owned(),
                Err(problem) => {
                    String::from_utf8_lossy(bytes.get(..problem.span.start).unwrap_or_default()).into_owned()
                }
            };
            FileReport { path: path.clone(), report: Report::of_text(diagnostics, &text), text }
        })
        .collect();
    reports.sort_by(|one, other| one.path.cmp(&other.path));
    reports
}

/// Parses a snapshot or a describe.
fn json(file: usize, bytes: &[u8], found: &mut Found) -> Part {
    let text = match decode(bytes) {
        Ok(text) => text,
        Err(problem) => {
            found.add(file, Report::from(problem));
            return Part::default();
        }
    };
    let value = match text::read_document(text, Policy::Strict) {
        Ok(read) => read.value,
        Err(report) => {
            found.add(file, report);
            return Part::default();
        }
    };
    if value.get("objects").is_some() {
        return snapshot(file, text, found);
    }
    if ["fields", "result", "status"].iter().any(|member| value.get(member).is_some()) {
        return describe::read_describe(file, &value, found);
    }
    let message = "neither a snapshot (\"objects\") nor what `sf sobject describe --json` prints (\"result\")";
    let error = Diagnostic::error(NOT_AN_ORG_FILE, Pointer::root(), message)
        .with_help("give a snapshot, a describe file, or a folder of metadata");
    found.add(file, [error]);
    Part::default()
}

fn snapshot(file: usize, text: &str, found: &mut Found) -> Part {
    let checked = match check::<Snapshot>(text, &()) {
        Ok(checked) => checked,
        Err(report) => {
            found.add(file, report);
            return Part::default();
        }
    };
    found.add(file, checked.warnings().iter().cloned());
    let snapshot = checked.into_inner();
    let mut part = Part::default();
    let base = Pointer::root().member("objects");
    for (object, description) in &snapshot.objects {
        for field in description.fields.keys() {
            let at = base.member(object).member("fields").member(field);
            part.locate(object, field, Origin { file, at, span: None });
        }
    }
    Part { snapshot, ..part }
}

/// Warns about files with different API versions: they may describe different orgs, or one org at different times.
fn versions(files: &[(String, Vec<u8>)], parts: &[Part], found: &mut Found) {
    let mut named = parts.iter().filter_map(|part| part.version.as_ref());
    let Some((first, place)) = named.next() else { return };
    for (version, origin) in named.filter(|(version, _)| version != first) {
        let path = &files[place.file].0;
        let message = format!("this describe is of API version {version}, {path} of {first}");
        let warning = Diagnostic::warning(API_VERSIONS_DIFFER, origin.at.clone(), message)
            .with_help("describe all objects with one version: `sf sobject describe --api-version`");
        found.add(origin.file, [warning]);
    }
}
