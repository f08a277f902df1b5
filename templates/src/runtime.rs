//! The classes that every generated class needs. They are the same for all blueprints, so they are files, not templates.

use crate::options::Options;
use crate::render::{ApexFile, class_files};

macro_rules! classes {
    ($($name:literal),+ $(,)?) => {
        /// Names of the runtime classes, their tests included, sorted.
        pub const RUNTIME_CLASSES: &[&str] = &[$($name),+];

        const TEXTS: &[&str] = &[$(include_str!(concat!("../apex/runtime/", $name, ".cls"))),+];
    };
}

classes![
    "ActionDefinition",
    "ActionDefinition_Test",
    "ActionOrchestrator",
    "ActionOrchestrator_Test",
    "ActionPlan",
    "ActionPlan_Test",
    "ActionWork",
    "ActionWork_Test",
    "DuplicateKeys",
    "DuplicateKeys_Test",
    "DynamicActionBatch",
    "DynamicActionBatch_Test",
    "DynamicActionTestKit",
    "GuardrailEvaluator",
    "GuardrailEvaluator_Test",
    "HandlerCall",
    "HandlerCall_Test",
    "InvocableActionFactory",
    "InvocableActionFactory_Test",
    "OrchestratorResult",
    "OrchestratorResult_Test",
    "PayloadReader",
    "PayloadReader_Test",
    "PlanModels",
    "PlanModels_Test",
    "RuntimeTypeAdapters",
    "RuntimeTypeAdapters_Test",
    "SchemaSnapshot",
    "SchemaSnapshot_Test",
    "SnapshotCheck",
    "SnapshotCheck_Test",
    "SnapshotWriter",
    "SnapshotWriter_Test",
    "TextEscapes",
    "TextEscapes_Test",
    "ValueGuardrails",
    "ValueGuardrails_Test",
];

/// The runtime with its tests: two files for each class.
pub fn runtime(options: &Options) -> Vec<ApexFile> {
    let classes = RUNTIME_CLASSES.iter().zip(TEXTS);
    classes.flat_map(|(name, text)| class_files(name, (*text).to_owned(), options)).collect()
}
