//! Compatibility of what a project promises: schemas against an earlier version, and the tools of servers against a lock file.
//!
//! [`drift`] compares files, folders and Git revisions with `planwright-drift`, which holds the proofs. [`lock`] asks MCP servers
//! and reads OpenAPI documents for their operations.

pub mod drift;
pub mod lock;
