//! Codes of findings, from the tables that the checks use.

mod command_examples;
pub mod guardrails;
pub mod limits;
mod page;
mod run_codes;
mod sarif_rules;
mod tables;

pub use command_examples::{Change, CommandExample, command_example};
pub use page::{drift_markdown, markdown};
pub use sarif_rules::sarif_rules;
pub use tables::{Table, all_tables, contract_tables};
