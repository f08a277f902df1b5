//! Checks Agent Script against the Apex classes that it calls.
//!
//! The compiler of Agent Script does not see the class behind `apex://Name` or its variables. This crate checks both
//! offline, for any invocable Apex. It only reads the action parts of a script: definitions, their inputs and outputs,
//! and the uses that bind them. It does not check conditions, expressions, transitions, flows and other targets.

pub mod action_drift;
mod agent_tests;
mod apex;
mod check;
pub mod codes;
mod names;
mod script;
mod shape;
mod signature;
mod types;
mod write;

pub use agent_tests::{classification, test_spec};
pub use apex::{InvocableClass, InvocableParam, InvocableWrapper, read_class};
pub use check::{ScriptProject, check};
pub(crate) use script::{ScriptAction, ScriptParam, parse_script};
pub(crate) use signature::{ActionSignature, ProjectClasses, apex_target, local_name};
pub(crate) use types::fits;
pub use write::fragment;

/// Limits of [`check()`]. Commands print it with their verdict.
pub const CHECK_LIMITS: &str = "not checked: conditions, expressions and transitions, targets other than apex://, and what an org \
                              allows (features, licences, the agent user)";
