//! Agent Script beside the Apex that it calls: what an `.agent` file says of an action, held against the class.
//!
//! The compiler of Agent Script sees neither the class behind `apex://Name` nor its fields; both are judged here, offline, for
//! any invocable Apex. Of the script only the action parts are read: definitions, their inputs and outputs, and the uses that
//! bind them. Conditions, expressions, transitions, flows and other targets are not judged.

pub mod action_drift;
mod apex;
mod check;
pub mod codes;
mod names;
mod script;
mod shape;
mod signature;
mod types;
mod write;

pub use apex::{InvocableClass, InvocableParam, InvocableWrapper, read_class};
pub use check::{ScriptProject, check};
pub(crate) use script::{ScriptAction, ScriptParam, read as read_script};
pub(crate) use signature::{ActionSignature, ProjectClasses, apex_target, local_name};
pub(crate) use types::fits;
pub use write::fragment;

/// What [`check()`] does not judge, for whoever reads its verdict.
pub const NOT_JUDGED: &str = "not judged: conditions, expressions and transitions, targets other than apex://, and what an org \
                              allows (features, licences, the agent user)";
