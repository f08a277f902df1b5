//! Renders the metadata that is deployed with the classes: manifests, a permission set, and Agentforce actions.
//!
//! As in the rest of this crate, views contain only tokens, and every function is pure.

mod agent;
mod custom_permission;
mod fields;
mod manifest;
mod permission_set;

pub use agent::{AgentFunction, agent_function};
pub use custom_permission::custom_permission;
pub use fields::{Access, Known, LeftOut, Permissions, access, permissions};
pub use manifest::{Component, Components, component_of, components_in, package_xml};
pub use permission_set::{InvalidPermissionSet, PermissionSetName, permission_set};
