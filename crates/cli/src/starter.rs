//! The files of a new project. Existing files are never changed.

use std::io::ErrorKind;
use std::path::Path;

use planwright_source::printable;
use planwright_sync::{Files, plan_among};
use serde_json::{Value, json};

use planwright_project::exit::Failure;

/// Example schema with a tagged union.
pub(crate) const SCHEMA: &str = include_str!("../starter/plan.schema.json");
/// Document that is valid under the schema.
pub(crate) const DOCUMENT: &str = include_str!("../starter/plan.json");
/// Blueprint without name, object and operation.
const BLUEPRINT: &str = include_str!("../starter/blueprint.json");
/// GitHub Actions workflow that runs `planwright ci`, without a version.
const WORKFLOW: &str = include_str!("../starter/workflow.yml");
/// The same, which also compares the actions of an SFDX project with the target branch.
const WORKFLOW_SALESFORCE: &str = include_str!("../starter/workflow-salesforce.yml");
/// The same for GitLab, to be included in a pipeline.
const GITLAB: &str = include_str!("../starter/gitlab.yml");
/// The same, which also compares the actions of an SFDX project.
const GITLAB_SALESFORCE: &str = include_str!("../starter/gitlab-salesforce.yml");

/// The files that were written, and the existing ones that were left unchanged.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub written: Vec<String>,
    pub kept: Vec<String>,
}

/// Writes all files that do not exist yet, or none.
pub(crate) fn write_new(folder: &Path, mut wanted: Files) -> Result<Written, Failure> {
    let mut kept = Vec::new();
    wanted.retain(|path, _| {
        let is_free = folder.join(path).symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound);
        if !is_free {
            kept.push(path.clone());
        }
        is_free
    });
    let plan = plan_among(folder, &wanted, [], |_, _| false)?;
    plan.write()?;
    Ok(Written { written: wanted.into_keys().collect(), kept })
}

impl Written {
    /// Prints one line per file.
    pub(crate) fn print(&self, folder: &Path) {
        let place = |path: &String| printable(&folder.join(path).display().to_string()).into_owned();
        for path in &self.written {
            outln!("wrote {}", place(path));
        }
        for path in &self.kept {
            outln!("kept  {}: it already exists", place(path));
        }
    }
}

/// Returns a GitHub Actions workflow that installs this version of Planwright and runs `planwright ci`.
///
/// It does not use our action: an action is pinned by its commit, which this program cannot know. A published version
/// never changes.
pub(crate) fn workflow(is_salesforce: bool) -> String {
    let workflow = if is_salesforce { WORKFLOW_SALESFORCE } else { WORKFLOW };
    workflow.replacen("VERSION", env!("CARGO_PKG_VERSION"), 1)
}

/// Returns a GitLab pipeline that installs this version of Planwright and runs `planwright ci`.
pub(crate) fn gitlab(is_salesforce: bool) -> String {
    let pipeline = if is_salesforce { GITLAB_SALESFORCE } else { GITLAB };
    pipeline.replacen("VERSION", env!("CARGO_PKG_VERSION"), 1)
}

/// Returns the example schema with another title.
pub(crate) fn schema_titled(title: &str) -> String {
    SCHEMA.replacen("\"Plan\"", &json!(title).to_string(), 1)
}

/// Returns a blueprint for one operation on one object. It limits users to the fields that they may edit.
pub(crate) fn blueprint(name: &str, label: &str, object: &str, operation: &str) -> Result<Value, Failure> {
    let mut blueprint: Value = serde_json::from_str(BLUEPRINT).map_err(Failure::one)?;
    for (member, text) in [("name", name), ("label", label), ("targetSObject", object), ("operation", operation)] {
        blueprint[member] = text.into();
    }
    // A record that is being created has no key yet.
    if let ("CREATE", Some(inputs)) = (operation, blueprint["inputs"].as_array_mut()) {
        inputs.remove(0);
    }
    Ok(blueprint)
}

/// Converts a name such as `CloseCase` or `close_case` to `close-case`.
pub(crate) fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    let mut before_was_low = false;
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && before_was_low || matches!(letter, '_' | '-' | ' ') {
            kebab.push('-');
        }
        before_was_low = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        kebab.extend(Some(letter.to_ascii_lowercase()).filter(char::is_ascii_alphanumeric));
    }
    kebab
}

/// Converts a name to capitalized words: `Close Case` for `close-case`.
pub(crate) fn words(name: &str) -> String {
    let word =
        |word: &str| word.chars().take(1).map(|letter| letter.to_ascii_uppercase()).collect::<String>() + &word[1..];
    kebab(name).split('-').filter(|part| !part.is_empty()).map(word).collect::<Vec<_>>().join(" ")
}

/// Returns the reason why a name cannot be that of a file and of a type.
pub(crate) fn name_problem(name: &str) -> Option<&'static str> {
    let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'));
    if !is_plain {
        return Some("expected a letter, then letters, digits, _ and -");
    }
    if name.len() > 80 {
        return Some("expected at most 80 characters");
    }
    is_device(&kebab(name)).then_some("the name is reserved on Windows")
}

/// Returns `true` for names that are devices on Windows, whatever extension follows.
fn is_device(name: &str) -> bool {
    let is_numbered = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| rest.len() == 1 && rest.chars().all(|letter| letter.is_ascii_digit()))
    };
    matches!(name, "aux" | "con" | "nul" | "prn") || is_numbered("com") || is_numbered("lpt")
}

#[cfg(test)]
mod tests {
    use planwright_contracts::{ContractName, Surroundings};

    use super::*;

    #[test]
    fn names_become_files_and_labels() {
        for (name, file, label) in [
            ("CloseCase", "close-case", "Close Case"),
            ("set_total-2", "set-total-2", "Set Total 2"),
            ("HTTPCall", "httpcall", "Httpcall"),
        ] {
            assert_eq!((kebab(name).as_str(), words(name).as_str()), (file, label));
        }
        for name in ["", "1st", "a b", "../a", "NUL", "Com1", "é"] {
            assert!(name_problem(name).is_some(), "{name}");
        }
        assert_eq!(name_problem("Common"), None);
    }

    #[test]
    fn every_operation_makes_a_sound_blueprint() {
        for operation in ["CREATE", "UPDATE", "UPSERT"] {
            let made = blueprint("RenameAccount", "Rename Account", "Account", operation).expect("the pattern is JSON");
            let text = made.to_string();
            let found = ContractName::ActionBlueprint.check(&text, &Surroundings::default());
            assert!(found.is_ok(), "{operation}: {found:?}");
        }
    }
}
