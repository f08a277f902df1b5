//! Carries out fix plans: edits the files of a repository, runs the test commands, and takes back what did not help.
//!
//! Only Unix systems can keep an edit within a repository by the means used here, so [`run`] is an error elsewhere.

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
