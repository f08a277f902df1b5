//! The runtime as an unlocked package: its project, and the version of it that a project of actions declares.
//!
//! Several projects can then share one runtime, and an action has only its own files. Classes of a package without a
//! namespace are visible to the whole org, so the runtime needs no `global` declarations.

use std::path::Path;

use planwright_project::apply::{Check, apply_plan};
use planwright_project::command_line::quoted;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::own_file;
use planwright_project::report::CommandReport;
use planwright_project::sfdx::{self, DeclaredVersion, Sfdx};
use planwright_runtime::{Diagnostic, Severity};
use planwright_source::{LineColumn, Lines, locate};
use planwright_sync::{Files, Mode, plan_recorded, read_bytes};
use planwright_templates::{ApiVersion, Options, RUNTIME_VERSION, runtime_package};
use serde_json::{Value, json};

use planwright_project::config::RuntimeExtent;

use super::deployed_files::reject_foreign_files;
use super::hashes::Hashes;
use super::options::DeployOptions;
use super::project_paths::ProjectPaths;
use super::settings::{Settings, displayed};

/// Name of the package.
const PACKAGE: &str = "PlanwrightRuntime";
/// Package directory of its project.
const SOURCES: &str = "force-app";
const README: &str = "README.md";
const README_TEXT: &str = include_str!("runtime_package/README.md");

/// Writes or checks the project of the package in a folder.
pub(super) fn write_package(
    folder: &Path,
    args: &DeployOptions,
    report: &mut CommandReport,
) -> Result<Outcome, Failure> {
    let project = Sfdx::in_folder(folder).map_err(Failure::one)?;
    let api_version = api_version(args, project.as_ref()).map_err(Failure::one)?;
    let files = runtime_package(&Options { api_version, packaged: false }).into_iter();
    let mut files: Files = files.map(|file| (format!("{SOURCES}/{}", file.path), file.text)).collect();
    files.insert(README.to_owned(), README_TEXT.replace("{version}", RUNTIME_VERSION));
    files.insert(sfdx::NAME.to_owned(), project_file(project.as_ref(), api_version)?);
    let paths = ProjectPaths::new(&folder.join(SOURCES), None).map_err(Failure::one)?;
    let is_ours = |path: &str, text: &str| match path {
        // Only the version was changed, in a file that has the package.
        sfdx::NAME => true,
        README => text.starts_with(README_TEXT.lines().next().unwrap_or_default()),
        _ => paths.is_ours(&Hashes::new(), &displayed(&folder.join(path)), text),
    };
    let plan = plan_recorded(folder, &files, "runtime package", |path, text| args.force || is_ours(path, text))?;
    reject_foreign_files(&plan, folder)?;
    own_file::left_alone(&plan).for_each(|note| report.note(note));
    let check = Check { mode: Mode::from_check_flag(args.check), diff: args.diff, staging: None };
    let command = ["planwright", "apex", "--runtime-package"].map(str::to_owned);
    let command = quoted(command.into_iter().chain([displayed(folder)]));
    let (outcome, _) = apply_plan(&plan, check, &[format!("run `{command}`")], report)?;
    Ok(outcome)
}

fn api_version(args: &DeployOptions, project: Option<&Sfdx>) -> Result<ApiVersion, String> {
    if let Some(text) = &args.api_version {
        return text.parse().map_err(|error: planwright_templates::InvalidApiVersion| error.to_string());
    }
    Ok(project.map(Sfdx::api_version).transpose()?.flatten().unwrap_or_default())
}

/// Returns the project file. An existing one keeps what `sf package` and people have added, such as the Ids of versions.
fn project_file(existing: Option<&Sfdx>, api_version: ApiVersion) -> Result<String, Failure> {
    let version = json!({"versionName": format!("Planwright {RUNTIME_VERSION}"), "versionNumber": format!("{RUNTIME_VERSION}.NEXT")});
    let project = if let Some(existing) = existing {
        existing.with_package_version(PACKAGE, &version).ok_or_else(|| {
            let help =
                format!("name a folder without a project, or add a package directory with \"package\": \"{PACKAGE}\"");
            Failure::one(format!(
                "{}: no package directory has the package {PACKAGE}; {help}",
                existing.path().display()
            ))
        })?
    } else {
        let mut directory = json!({"path": SOURCES, "default": true, "package": PACKAGE});
        if let (Some(directory), Value::Object(version)) = (directory.as_object_mut(), version) {
            directory.extend(version);
        }
        json!({
            "packageDirectories": [directory],
            "name": "planwright-runtime",
            "namespace": "",
            "sourceApiVersion": api_version.to_string(),
            "packageAliases": {},
        })
    };
    Ok(format!("{project:#}\n"))
}

/// Returns a finding if the project declares no version of the package, or one that the actions cannot use.
///
/// The rule is that of the runtime crate: the same major release (before 1.0, the same `0.y`), and not older.
pub(super) fn unusable_version(settings: &Settings) -> Result<Option<Diagnostic>, Failure> {
    if settings.runtime != Some(RuntimeExtent::Package) {
        return Ok(None);
    }
    let help = format!(
        "install {PACKAGE} {RUNTIME_VERSION} or a later patch, and add it to packageAliases or to the dependencies, for example \"{PACKAGE}@{RUNTIME_VERSION}-1\""
    );
    let Some(project) = &settings.project else {
        let message = format!("without {}, it is unknown whether the org has the package {PACKAGE}", sfdx::NAME);
        let finding = Diagnostic::of_run("RUNTIME_VERSION", message).with_help(help);
        return Ok(Some(Diagnostic { severity: Severity::Warning, ..finding }));
    };
    let path = displayed(project.path());
    let Some(DeclaredVersion { pointer, version }) = project.package_version(PACKAGE) else {
        let message = format!("no version of the package {PACKAGE} is declared");
        let finding = Diagnostic::of_run("RUNTIME_VERSION", message).with_help(help).with_file(path);
        return Ok(Some(Diagnostic { severity: Severity::Warning, ..finding }));
    };
    if numbers(&version).is_some_and(|declared| is_at_least(declared, numbers(RUNTIME_VERSION).unwrap_or_default())) {
        return Ok(None);
    }
    let message = format!("version {version} of {PACKAGE} does not support actions of Planwright {RUNTIME_VERSION}");
    let text = read_bytes(&path).map_err(Failure::one)?;
    let text = String::from_utf8_lossy(&text);
    let position = locate(&text, &pointer).map(|place| {
        let LineColumn { line, column, .. } = Lines::new(&text).line_column(place.key.unwrap_or(place.value).start);
        (line, column)
    });
    Ok(Some(
        Diagnostic::error("RUNTIME_VERSION", pointer, message).with_help(help).with_file(path).with_position(position),
    ))
}

/// Parses a version of a package, such as `0.1.0`, `0.1.0.NEXT` or `0.1.0-3`.
fn numbers(version: &str) -> Option<[u64; 3]> {
    let mut parts = version.split(['.', '-']).map(|part| part.parse().ok());
    Some([parts.next()??, parts.next()??, parts.next()??])
}

/// `PwRuntime.isAtLeast` has the same rule.
fn is_at_least(present: [u64; 3], wanted: [u64; 3]) -> bool {
    let major = if present[0] == 0 { 2 } else { 1 };
    present[..major] == wanted[..major] && present >= wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_one_major_release_are_compared() {
        for (present, wanted, expected) in [
            ("1.2.3.NEXT", "1.2.3", true),
            ("1.3.0-4", "1.2.3", true),
            ("1.2.2", "1.2.3", false),
            ("2.0.0", "1.2.3", false),
            ("0.3.10.LATEST", "0.3.9", true),
            ("0.3.9", "0.3.10", false),
            ("0.3.0", "0.2.1", false),
        ] {
            let numbers = |version| numbers(version).expect("three numbers");
            assert_eq!(is_at_least(numbers(present), numbers(wanted)), expected, "{present} {wanted}");
        }
        assert_eq!(numbers("1.2"), None);
        assert_eq!(numbers("1.x.0"), None);
    }
}
