//! Integration tests of the command line, in one binary.

mod agent;
mod apex_runs;
mod ci;
mod commands;
mod drift;
mod export;
mod fix;
mod fix_run;
mod form;
mod form_crash;
mod gen_cache;
mod generate;
mod hooks;
mod library;
mod project;
mod readme;
mod rules;
mod snapshot;
mod transcripts;
mod workflow;
