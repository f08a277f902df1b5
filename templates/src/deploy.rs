//! What is deployed beside the classes: manifests, a permission set, and the actions of Agentforce.
//!
//! As everywhere in this crate, views hold tokens only, and every function is pure.

mod agent;
mod fields;
mod manifest;
mod permission_set;

pub use agent::{AgentFunction, agent_function};
pub use fields::{Access, Known, LeftOut, Permissions, access, permissions};
pub use manifest::{Component, Components, component_of, package_xml};
pub use permission_set::{InvalidPermissionSet, PermissionSetName, permission_set};
