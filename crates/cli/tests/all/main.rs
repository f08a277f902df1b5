//! Integration tests of the command line, in one binary.

/// The helper for expected files, which belongs to the test crate in the workspace root.
#[path = "../../../../tests/src/golden.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every crate needs all of it")]
mod golden;

mod action_drift;
mod agent;
mod agent_script;
mod anchors;
mod apex_cache;
mod apex_packages;
mod apex_runs;
mod apex_setup_objects;
mod bulk;
mod certificate;
mod ci;
mod ci_workflow;
mod command_examples;
mod command_line;
mod commands;
mod comparison;
mod costly;
mod docs_tables;
mod drift;
mod drift_accept;
mod drift_folders;
mod drift_inputs;
mod engine_outputs;
mod environment;
mod export;
mod fix;
mod fix_run;
mod fixing;
mod follow;
mod form;
mod form_crash;
mod formats;
mod gen_cache;
mod gen_record;
mod generate;
mod harmless;
mod hooks;
mod interrupt;
mod library;
mod links;
mod lint;
mod lock;
mod lock_http;
mod lock_server;
mod mcp;
mod mcp_draft;
mod mcp_http;
mod mcp_served;
mod no_snapshot;
mod one_org_check;
#[cfg(target_os = "linux")]
mod openings;
mod output;
mod own_file;
mod picture;
mod progress;
mod project;
mod prompt;
mod reading;
mod readme;
mod records;
mod reformatted;
mod rules;
mod runtime_objects;
mod security;
mod snapshot;
mod start;
mod terminal;
mod transcripts;
mod ways_out;
mod workflow;
