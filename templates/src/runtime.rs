//! The Apex runtime: classes that every generated class needs, and the object in which they count requests.
//!
//! They are the same for all blueprints, so they are plain files, not templates.

use std::collections::BTreeSet;

use crate::options::Options;
use crate::render::{ApexFile, CLASSES_DIR, OBJECTS_DIR, class_files};

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
    "PwActionPlan",
    "PwActionPlan_Test",
    "PwActionRollback",
    "PwActionRollback_Test",
    "PwActionTokens",
    "PwActionTokens_Test",
    "PwActionWork_Test",
    "PwConfirmations",
    "PwConfirmations_Test",
    "PwDmlErrors_Test",
    "PwDuplicateKeys_Test",
    "PwDynamicActionBatch",
    "PwDynamicActionBatch_Test",
    "PwDynamicActionTestKit",
    "PwErrorLog_Test",
    "PwHandlerCall",
    "PwHandlerCall_Test",
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
    "PwRuntimeTypeAdapters",
    "PwRuntimeTypeAdapters_Test",
    "PwRuntime_Test",
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

macro_rules! objects {
    ($($path:literal => $file:literal of $class:ident),+ $(,)?) => {
        /// Files of the runtime's objects, relative to the objects folder, sorted.
        pub const RUNTIME_OBJECTS: &[&str] = &[$($path),+];

        /// For each of [`RUNTIME_OBJECTS`], the runtime class that stores records of the object.
        const OBJECT_CLASSES: &[&str] = &[$(stringify!($class)),+];

        const OBJECT_SOURCES: &[&str] = &[$(include_str!(concat!("../apex/runtime/objects/", $file))),+];
    };
}

objects![
    "PlanwrightConfirmation__c/PlanwrightConfirmation__c.object-meta.xml" => "PlanwrightConfirmation__c.object-meta.xml" of PwConfirmations,
    "PlanwrightConfirmation__c/fields/Digest__c.field-meta.xml" => "Digest__c.field-meta.xml" of PwConfirmations,
    "PlanwrightConfirmation__c/fields/Expires__c.field-meta.xml" => "Expires__c.field-meta.xml" of PwConfirmations,
    "PlanwrightUse__c/PlanwrightUse__c.object-meta.xml" => "PlanwrightUse__c.object-meta.xml" of PwUseCounter,
    "PlanwrightUse__c/fields/Times__c.field-meta.xml" => "Times__c.field-meta.xml" of PwUseCounter,
    "PlanwrightUse__c/fields/UserAction__c.field-meta.xml" => "UserAction__c.field-meta.xml" of PwUseCounter,
];

/// Returns the file of the class that stores records of a runtime object, given a file of that object.
///
/// Metadata has no place for a mark: the converter of `sf project deploy` rejects a comment before the root element. A file
/// that no record names therefore belongs to the author of this class. Returns `None` for any other file.
pub fn runtime_object_class(path: &str) -> Option<String> {
    RUNTIME_OBJECTS.iter().zip(OBJECT_CLASSES).find_map(|(object, class)| {
        let package = path.strip_suffix(object)?.strip_suffix('/')?.strip_suffix(OBJECTS_DIR)?;
        (package.is_empty() || package.ends_with('/')).then(|| format!("{package}{CLASSES_DIR}/{class}.cls"))
    })
}

/// Returns the complete runtime: two files per class, test classes included, and the objects.
pub fn runtime(options: &Options) -> Vec<ApexFile> {
    files_of(&RUNTIME_CLASSES.iter().copied().collect(), options)
}

/// Classes that every action needs. The tests of actions and `PwRuntime_Test` cover them, so that a project with few
/// actions has few classes.
const CORE_CLASSES: [&str; 7] = [
    "GuardrailEvaluator",
    "PwActionDefinition",
    "PwDynamicActionBatch",
    "PwProblem",
    "PwResponse",
    "PwRuntimeTypeAdapters",
    "PwValueGuardrails",
];

/// Returns the part of the runtime that the given class sources need, directly or indirectly, and the tests of that
/// part.
///
/// A class is needed if its name appears in the code of a source. Comments do not count.
pub fn runtime_for<'t>(texts: impl IntoIterator<Item = &'t str>, options: &Options) -> Vec<ApexFile> {
    let mut needed: BTreeSet<&'static str> = BTreeSet::new();
    let mut next: Vec<&'static str> = texts.into_iter().flat_map(named_in).collect();
    while let Some(name) = next.pop() {
        if needed.insert(name) {
            let tested = if CORE_CLASSES.contains(&name) { "PwRuntime" } else { name };
            let is_test = |test: &&str| test.strip_suffix("_Test") == Some(tested);
            next.extend(RUNTIME_CLASSES.iter().copied().find(is_test));
            next.extend(runtime_source(name).into_iter().flat_map(named_in));
        }
    }
    files_of(&needed, options)
}

fn files_of(names: &BTreeSet<&str>, options: &Options) -> Vec<ApexFile> {
    let classes = RUNTIME_CLASSES.iter().zip(CLASS_SOURCES).filter(|(name, _)| names.contains(*name));
    let mut files: Vec<ApexFile> =
        classes.clone().flat_map(|(name, text)| class_files(name, (*text).to_owned(), options)).collect();
    for (path, text) in RUNTIME_OBJECTS.iter().zip(OBJECT_SOURCES) {
        let is_kept = |(_, class): (&&str, &&str)| path.split('/').next().is_some_and(|object| class.contains(object));
        if classes.clone().any(is_kept) {
            files.push(ApexFile { path: format!("{OBJECTS_DIR}/{path}"), text: (*text).to_owned() });
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
    fn every_runtime_object_has_a_class() {
        for object in RUNTIME_OBJECTS {
            let class = runtime_object_class(&format!("force-app/{OBJECTS_DIR}/{object}")).expect(object);
            let name = class.strip_prefix("force-app/main/default/classes/").and_then(|file| file.strip_suffix(".cls"));
            let text = name.and_then(runtime_source).expect("the class is one of the runtime");
            assert!(text.contains(object.split('/').next().expect("a folder")), "{class}");
        }
        assert_eq!(runtime_object_class("main/default/objects/Account/Account.object-meta.xml"), None);
        assert_eq!(runtime_object_class(RUNTIME_OBJECTS[0]), None);
    }
}
