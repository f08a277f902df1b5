//! Checks whether a project keeps its promises: its schemas against an earlier version, and its operations against a
//! lock file.
//!
//! [`certificate`] proves what an export allows and excludes. [`drift`] compares files, folders and git revisions, using the proofs of `planwright-drift`. [`lock`] reads
//! operations from MCP servers and OpenAPI documents.

pub mod certificate;
pub mod drift;
pub mod lock;
