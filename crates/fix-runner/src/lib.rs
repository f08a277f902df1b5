//! Executes fix plans: edits the files of a repository and runs the test commands.
//!
//! The checks that keep an edit inside a repository need Unix system calls, so [`run`] does not exist on other systems.

#[cfg(unix)]
mod changes;
#[cfg(unix)]
mod commands;
#[cfg(unix)]
mod editor;
#[cfg(unix)]
mod interpreters;
#[cfg(unix)]
mod journal;
mod options;
#[cfg(unix)]
mod plan;
#[cfg(unix)]
mod repo;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod worktree;

pub use options::FixRun;
#[cfg(unix)]
pub use run::run;
