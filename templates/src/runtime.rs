//! The Apex runtime: classes that every generated class needs, their sentences as custom labels, and the objects in which they
//! count requests.
//!
//! They are the same for all blueprints, so they are plain files, not templates.

use std::collections::BTreeSet;

use crate::options::{Options, RUNTIME_VERSION};
use crate::render::{ApexFile, CLASSES_DIR, METADATA_DIR, class_files};

macro_rules! classes {
    ($($name:literal),+ $(,)?) => {
        /// Names of the runtime classes including their tests, sorted.
        pub const RUNTIME_CLASSES: &[&str] = &[$($name),+];

        const CLASS_SOURCES: &[&str] = &[$(include_str!(concat!("../apex/runtime/", $name, ".cls"))),+];
    };
}

classes![
    "GuardrailEvaluator",
    "GuardrailEvaluator_Test",
    "PlanModels",
    "PlanModels_Test",
    "PwActionDefinition",
    "PwActionDefinition_Test",
    "PwActionOrchestrator",
    "PwActionOrchestrator_Test",
    "PwActionPermission",
    "PwActionPermission_Test",
    "PwActionPlan",
    "PwActionPlan_Test",
    "PwActionRollback",
    "PwActionRollback_Test",
    "PwActionTokens",
    "PwActionTokens_Test",
    "PwActionWork_Test",
    "PwAllOrNone",
    "PwAllOrNone_Test",
    "PwConfirmations",
    "PwConfirmations_Test",
    "PwDmlOptions",
    "PwDmlOptions_Test",
    "PwDuplicateKeys_Test",
    "PwDynamicActionBatch",
    "PwDynamicActionBatch_Test",
    "PwDynamicActionTestKit",
    "PwErrorLog_Test",
    "PwHandlerCall",
    "PwHandlerCall_Test",
    "PwHandlerTestKit",
    "PwInvocableActionFactory",
    "PwInvocableActionFactory_Test",
    "PwOrchestratorResult",
    "PwOrchestratorResult_Test",
    "PwOutputs",
    "PwOutputs_Test",
    "PwPayloadReader_Test",
    "PwProblem",
    "PwProblem_Test",
    "PwRateGuardrails",
    "PwRateGuardrails_Test",
    "PwRecordGuardrails",
    "PwRecordGuardrails_Test",
    "PwResponse",
    "PwResponse_Test",
    "PwRuntimeTestKit",
    "PwRuntimeTypeAdapters",
    "PwRuntimeTypeAdapters_Test",
    "PwSetupObjects",
    "PwSetupObjects_Test",
    "PwSnapshotCheck",
    "PwSnapshotCheck_Test",
    "PwSnapshotWriter",
    "PwSnapshotWriter_Test",
    "PwTextEscapes",
    "PwTextEscapes_Test",
    "PwUseCounter",
    "PwUseCounter_Test",
    "PwUserTestKit",
    "PwValueGuardrails",
    "PwValueGuardrails_Test",
    "SchemaSnapshot",
    "SchemaSnapshot_Test",
];

macro_rules! metadata {
    ($($path:literal of $class:ident),+ $(,)?) => {
        /// Files of the runtime's objects and custom labels, relative to the metadata folder, sorted.
        pub const RUNTIME_METADATA: &[&str] = &[$($path),+];

        /// For each of [`RUNTIME_METADATA`], the runtime class that needs it.
        const METADATA_CLASSES: &[&str] = &[$(stringify!($class)),+];

        const METADATA_SOURCES: &[&str] = &[$(include_str!(concat!("../apex/runtime/", $path))),+];
    };
}

metadata![
    "labels/Planwright.labels-meta.xml" of PwProblem,
    "objects/PlanwrightConfirmation__c/PlanwrightConfirmation__c.object-meta.xml" of PwConfirmations,
    "objects/PlanwrightConfirmation__c/fields/Digest__c.field-meta.xml" of PwConfirmations,
    "objects/PlanwrightConfirmation__c/fields/Expires__c.field-meta.xml" of PwConfirmations,
    "objects/PlanwrightUse__c/PlanwrightUse__c.object-meta.xml" of PwUseCounter,
    "objects/PlanwrightUse__c/fields/Times__c.field-meta.xml" of PwUseCounter,
    "objects/PlanwrightUse__c/fields/UserAction__c.field-meta.xml" of PwUseCounter,
];

/// Returns the names of the custom labels that a file of the runtime contains. Other files contain none.
pub fn runtime_labels(path: &str) -> impl Iterator<Item = &'static str> {
    let file = RUNTIME_METADATA.iter().zip(METADATA_SOURCES).find(|(name, _)| {
        name.starts_with("labels/") && path.strip_suffix(**name).is_some_and(|folder| folder.ends_with('/'))
    });
    let lines = file.into_iter().flat_map(|(_, text)| text.lines());
    lines.filter_map(|line| line.trim().strip_prefix("<fullName>")?.strip_suffix("</fullName>"))
}

/// Returns the file of the class that needs a runtime object or the custom labels, given a file of them.
///
/// Metadata has no place for a mark: the converter of `sf project deploy` rejects a comment before the root element. A file
/// that no record names therefore belongs to the author of this class. Returns `None` for any other file.
pub fn runtime_metadata_class(path: &str) -> Option<String> {
    RUNTIME_METADATA.iter().zip(METADATA_CLASSES).find_map(|(file, class)| {
        let package = path.strip_suffix(file)?.strip_suffix('/')?.strip_suffix(METADATA_DIR)?;
        (package.is_empty() || package.ends_with('/')).then(|| format!("{package}{CLASSES_DIR}/{class}.cls"))
    })
}

/// Returns the complete runtime: two files per class, test classes included, and the objects.
pub fn runtime(options: &Options) -> Vec<ApexFile> {
    files_of(&RUNTIME_CLASSES.iter().copied().collect(), options)
}

/// The class with the version of the runtime, and its test. Only the package has them.
const VERSION_CLASSES: [(&str, &str); 2] = [
    ("PwRuntime", include_str!("../apex/runtime-package/PwRuntime.cls")),
    ("PwRuntime_Test", include_str!("../apex/runtime-package/PwRuntime_Test.cls")),
];

/// Returns the files of the runtime as a package: the complete runtime, and a class with its version.
pub fn runtime_package(options: &Options) -> Vec<ApexFile> {
    let mut files = runtime(options);
    for (name, text) in VERSION_CLASSES {
        files.extend(class_files(name, text.replacen("{version}", RUNTIME_VERSION, 1), options));
    }
    files
}

/// Classes that every action needs. The tests of actions cover them, so that a project with few actions has few classes.
const CORE_CLASSES: [&str; 5] =
    ["GuardrailEvaluator", "PwActionDefinition", "PwDynamicActionBatch", "PwProblem", "PwResponse"];

/// Returns the part of the runtime that the given class sources need, directly or indirectly, and the tests of that
/// part.
///
/// A class is needed if its name appears in the code of a source. Comments do not count.
pub fn runtime_for<'t>(texts: impl IntoIterator<Item = &'t str>, options: &Options) -> Vec<ApexFile> {
    let mut needed: BTreeSet<&'static str> = BTreeSet::new();
    let mut next: Vec<&'static str> = texts.into_iter().flat_map(named_in).collect();
    while let Some(name) = next.pop() {
        if needed.insert(name) {
            let is_test = |test: &&str| test.strip_suffix("_Test") == Some(name) && !CORE_CLASSES.contains(&name);
            next.extend(RUNTIME_CLASSES.iter().copied().find(is_test));
            next.extend(runtime_source(name).into_iter().flat_map(named_in));
        }
    }
    files_of(&needed, options)
}

fn files_of(names: &BTreeSet<&str>, options: &Options) -> Vec<ApexFile> {
    let classes = RUNTIME_CLASSES.iter().zip(CLASS_SOURCES).filter(|(name, _)| names.contains(*name));
    let mut files: Vec<ApexFile> =
        classes.flat_map(|(name, text)| class_files(name, (*text).to_owned(), options)).collect();
    for ((path, class), text) in RUNTIME_METADATA.iter().zip(METADATA_CLASSES).zip(METADATA_SOURCES) {
        if names.contains(class) {
            files.push(ApexFile { path: format!("{METADATA_DIR}/{path}"), text: (*text).to_owned() });
        }
    }
    files
}

/// Returns the source of a class of the runtime, for a project that is not a package.
pub fn runtime_source(name: &str) -> Option<&'static str> {
    RUNTIME_CLASSES.iter().zip(CLASS_SOURCES).find(|(class, _)| **class == name).map(|(_, text)| *text)
}

/// Returns a source without its block comments and line comments.
///
/// Only lines that begin with a comment are recognized, as in all classes of this crate. So a string literal that looks
/// like a comment stays, and a class is never left out.
fn without_comments(text: &str) -> String {
    let is_comment = |line: &&str| ["/**", "*", "//"].iter().any(|start| line.trim_start().starts_with(start));
    text.lines().filter(|line| !is_comment(line)).flat_map(|line| [line, "\n"]).collect()
}

/// Returns the runtime classes that are named in a source.
fn named_in(text: &str) -> impl Iterator<Item = &'static str> {
    let words: BTreeSet<String> = without_comments(text)
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .map(str::to_ascii_lowercase)
        .collect();
    RUNTIME_CLASSES.iter().copied().filter(move |name| words.contains(&name.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_metadata_has_a_class() {
        for file in RUNTIME_METADATA {
            let class = runtime_metadata_class(&format!("force-app/{METADATA_DIR}/{file}")).expect(file);
            let name = class.strip_prefix("force-app/main/default/classes/").and_then(|file| file.strip_suffix(".cls"));
            let text = name.and_then(runtime_source).expect("the class is one of the runtime");
            let object = file.split('/').nth(1).filter(|_| file.starts_with("objects/")).unwrap_or("System.Label.");
            assert!(text.contains(object), "{class}");
        }
        assert_eq!(runtime_metadata_class("main/default/objects/Account/Account.object-meta.xml"), None);
        assert_eq!(runtime_metadata_class(RUNTIME_METADATA[0]), None);
    }

    /// All sentences are in one file, so that a second language needs no change of a class.
    #[test]
    fn classes_and_labels_name_the_same_labels() {
        let defined: BTreeSet<&str> =
            runtime_labels("force-app/main/default/labels/Planwright.labels-meta.xml").collect();
        let mut used = BTreeSet::new();
        for text in CLASS_SOURCES {
            let names = text.split("System.Label.").skip(1);
            used.extend(
                names.filter_map(|rest| rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()),
            );
        }
        assert_eq!(defined, used);
        assert!(defined.len() > 50);
        assert_eq!(runtime_labels("labels/CustomLabels.labels-meta.xml").count(), 0);
    }
}
