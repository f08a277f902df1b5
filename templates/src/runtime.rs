//! The classes that every generated class needs, and the object that they count in. They are the same for all blueprints, so they are files, not templates.

use crate::options::Options;
use crate::render::{ApexFile, OBJECTS_DIR, class_files};

macro_rules! classes {
    ($($name:literal),+ $(,)?) => {
        /// Names of the runtime classes, their tests included, sorted.
        pub const RUNTIME_CLASSES: &[&str] = &[$($name),+];

        const TEXTS: &[&str] = &[$(include_str!(concat!("../apex/runtime/", $name, ".cls"))),+];
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
    "PwActionWork",
    "PwActionWork_Test",
    "PwConfirmations",
    "PwConfirmations_Test",
    "PwDuplicateKeys",
    "PwDuplicateKeys_Test",
    "PwDynamicActionBatch",
    "PwDynamicActionBatch_Test",
    "PwDynamicActionTestKit",
    "PwHandlerCall",
    "PwHandlerCall_Test",
    "PwInvocableActionFactory",
    "PwInvocableActionFactory_Test",
    "PwOrchestratorResult",
    "PwOrchestratorResult_Test",
    "PwOutputs",
    "PwOutputs_Test",
    "PwPayloadReader",
    "PwPayloadReader_Test",
    "PwProblem",
    "PwProblem_Test",
    "PwRateGuardrails",
    "PwRateGuardrails_Test",
    "PwRecordGuardrails",
    "PwRecordGuardrails_Test",
    "PwRuntimeTypeAdapters",
    "PwRuntimeTypeAdapters_Test",
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
    ($($path:literal => $file:literal),+ $(,)?) => {
        /// The objects that the runtime keeps: files below the folder of objects, sorted.
        pub const RUNTIME_OBJECTS: &[&str] = &[$($path),+];

        const OBJECT_TEXTS: &[&str] = &[$(include_str!(concat!("../apex/runtime/objects/", $file))),+];
    };
}

objects![
    "PlanwrightConfirmation__c/PlanwrightConfirmation__c.object-meta.xml" => "PlanwrightConfirmation__c.object-meta.xml",
    "PlanwrightConfirmation__c/fields/Digest__c.field-meta.xml" => "Digest__c.field-meta.xml",
    "PlanwrightConfirmation__c/fields/Expires__c.field-meta.xml" => "Expires__c.field-meta.xml",
    "PlanwrightUse__c/PlanwrightUse__c.object-meta.xml" => "PlanwrightUse__c.object-meta.xml",
    "PlanwrightUse__c/fields/Times__c.field-meta.xml" => "Times__c.field-meta.xml",
    "PlanwrightUse__c/fields/UserAction__c.field-meta.xml" => "UserAction__c.field-meta.xml",
];

/// The runtime with its tests, two files for each class, and the object that it keeps its counts in.
pub fn runtime(options: &Options) -> Vec<ApexFile> {
    let classes = RUNTIME_CLASSES.iter().zip(TEXTS);
    let classes = classes.flat_map(|(name, text)| class_files(name, (*text).to_owned(), options));
    let objects = RUNTIME_OBJECTS.iter().zip(OBJECT_TEXTS);
    let objects =
        objects.map(|(path, text)| ApexFile { path: format!("{OBJECTS_DIR}/{path}"), text: (*text).to_owned() });
    classes.chain(objects).collect()
}
