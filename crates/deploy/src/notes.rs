//! Adds notes for the user to the report, in addition to the list of written files.

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::printable;
use planwright_templates::deploy::component_of;
use planwright_templates::{runtime, runtime_for, runtime_package};

use planwright_project::config::RuntimeExtent;
use planwright_project::exit::Failure;
use planwright_project::render::Format;
use planwright_project::report::CommandReport;
use planwright_project::terminal::printable_path;
use planwright_runtime::Diagnostic;

use super::deploy_plan::DeployPlan;
use super::existing::read_text;
use super::options::DeployOptions;
use super::project_paths::{CLASS, ProjectPaths};
use super::record::Record;
use super::rendering::RenderedBlueprint;
use super::settings::Settings;

/// Maximum number of lines of a difference that are shown for one file.
const MAX_DIFFERENCE_LINES: usize = 14;

/// Reports files that were edited by hand, each with the first lines of the difference.
pub(super) fn edited(edited: &BTreeMap<String, String>, report: &mut CommandReport) {
    for (path, difference) in edited {
        let finding = Diagnostic::of_run("EDITED_BY_HAND", "changed since planwright wrote it").with_file(path);
        report.add([finding.with_help("move the changes into the blueprint")]);
        if difference.is_empty() {
            report.note("  its blueprint was removed, so the file would be deleted");
        }
        let lines: Vec<&str> = difference.lines().collect();
        for line in lines.iter().skip(2).take(MAX_DIFFERENCE_LINES) {
            report.note(format!("  {}", printable(line)));
        }
        if lines.len() > MAX_DIFFERENCE_LINES + 2 {
            report.note(format!("  … and {} lines more", lines.len() - MAX_DIFFERENCE_LINES - 2));
        }
    }
}

/// Reports how many of the org's 6,000,000 characters of Apex the classes use. Test classes do not count towards that
/// limit.
pub(super) fn footprint(given: &[RenderedBlueprint], settings: &Settings, report: &mut CommandReport) {
    for one in given {
        let texts = one.files.iter().filter_map(|(path, made)| Some((path.as_str(), made.text.held()?)));
        report.note(format!("footprint: {}", measured(&one.class, texts)));
    }
    let texts = given.iter().flat_map(|one| one.files.iter().filter_map(|(_, made)| made.text.held()));
    let (name, files) = match settings.runtime {
        Some(RuntimeExtent::Used) => ("runtime classes that the actions need", runtime_for(texts, &settings.options)),
        Some(RuntimeExtent::Package) => ("runtime package", runtime_package(&settings.options)),
        Some(RuntimeExtent::All) | None => ("all runtime classes", runtime(&settings.options)),
    };
    let texts = files.iter().map(|file| (file.path.as_str(), file.text.as_str()));
    report.note(format!("footprint: {}", measured(name, texts)));
}

/// Prints the recorded test classes, if they are requested. With this test level, the tests must cover all deployed
/// classes, so the tests of the runtime are included.
pub(super) fn tests(args: &DeployOptions, settings: &Settings, report: &mut CommandReport) -> Result<(), Failure> {
    if !args.tests || args.format != Format::Human {
        return Ok(());
    }
    let record = Record::load(&settings.places)?.record;
    let is_test = |path: &&String| {
        let text = path.ends_with(CLASS).then(|| read_text(&settings.places.file(path))).flatten();
        text.is_some_and(|text| is_test_class(&text))
    };
    let names: BTreeSet<String> = record
        .files()
        .map(|(path, _)| path)
        .filter(is_test)
        .filter_map(|path| Some(component_of(path)?.name))
        .collect();
    let options: Vec<String> = names.iter().map(|name| format!(" --tests {name}")).collect();
    report.print(format!("--test-level RunSpecifiedTests{}\n", options.concat()));
    Ok(())
}

fn is_test_class(text: &str) -> bool {
    text.contains("\n@IsTest\n")
}

fn measured<'t>(name: &str, files: impl Iterator<Item = (&'t str, &'t str)>) -> String {
    let classes = files.filter(|(path, _)| path.strip_suffix(".cls").is_some());
    let (tests, classes): (Vec<_>, Vec<_>) = classes.partition(|(_, text)| is_test_class(text));
    let characters: usize = classes.iter().map(|(_, text)| text.chars().count()).sum();
    let number = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "es" });
    format!(
        "{name}: {}, {characters} characters; {}",
        number(classes.len(), "class"),
        number(tests.len(), "test class")
    )
}

/// Reports components whose blueprints were removed.
pub(super) fn orphans(places: &ProjectPaths, deployment: &DeployPlan, report: &mut CommandReport) {
    let names: BTreeSet<String> = deployment
        .leaving
        .keys()
        .filter_map(|path| Some(format!("{} {}", component_of(path)?.kind, component_of(path)?.name)))
        .collect();
    for name in names {
        report.note(format!(
            "note: {name} in {} no longer has a blueprint; remove it with --prune, or also from the org with --parts destructive",
            printable_path(places.out())
        ));
    }
}

/// Reports classes that `--prune` does not delete, because no record shows whether they were edited.
pub(super) fn unrecorded(paths: &BTreeSet<String>, report: &mut CommandReport) {
    for path in paths.iter().filter(|path| path.ends_with(CLASS)) {
        report.note(format!(
            "note: {} looks generated, but planwright has no record of it; it is kept; remove it with --prune --force",
            printable(path)
        ));
    }
}

/// Reports fields whose permissions were left out, and fields for which that could not be decided.
pub(super) fn permissions(settings: &Settings, deployment: &DeployPlan, report: &mut CommandReport) {
    if !settings.field_permissions {
        return;
    }
    let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (field, why) in &deployment.permissions.left_out {
        by_reason.entry(why.reason()).or_default().push(field);
    }
    for (reason, fields) in by_reason {
        report.note(format!("note: no permission for {}: {reason}", fields.join(", ")));
    }
    if !deployment.permissions.undescribed.is_empty() {
        let fields: Vec<&str> = deployment.permissions.undescribed.iter().map(String::as_str).collect();
        report.note(format!(
            "note: without a snapshot, it is unknown whether these fields are required: {}; permissions of required fields cannot be deployed",
            fields.join(", ")
        ));
    }
}
