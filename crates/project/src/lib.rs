//! A Planwright project on disk, and the code that all commands share.
//!
//! - [`config`] reads `planwright.toml`, [`sfdx`] reads `sfdx-project.json`, [`schemas`] finds the schemas of a folder.
//! - [`git`] reads files of other revisions, and [`process`] runs other programs with bounds in time and output.
//! - [`snapshot`] loads the org that blueprints are checked against.
//! - A command fills a [`report::CommandReport`], and [`render`] prints it for people, SARIF, GitHub, GitLab or `JUnit`.

#[macro_use]
pub mod output;

pub mod apply;
pub mod checked_files;
pub mod clock;
pub mod command_line;
pub mod config;
pub mod config_locations;
pub mod contract;
pub mod cores;
pub mod digest;
pub mod documents;
pub mod exit;
pub mod finding;
pub mod git;
pub mod input;
pub mod own_file;
pub mod process;
pub mod progress;
pub mod render;
pub mod report;
pub mod schemas;
pub mod sfdx;
pub mod shell_split;
pub mod snapshot;
pub mod terminal;
pub mod watch;

#[doc(hidden)]
pub use planwright_source::printable_json;
