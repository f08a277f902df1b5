//! `sync`: text -> disk. One plan of creates, updates and deletes, which is either written or only checked.
//!
//! This crate exists so that one piece of code changes a user's files. It knows nothing of schemas or Apex and
//! depends on no other crate of the workspace, so `cargo xtask gen` can use it even when `generated/` does not compile.
//!
//! A plan is made from the files that are wanted and from a test that says which of the files already there are ours.
//! Files that are not ours are never touched: not deleted, and not overwritten either. In a folder of a user, only files that a record
//! names are deleted, and only while they are as they were written ([`plan_recorded`]).

mod diff;
mod digest;
mod folders;
mod look;
mod memory;
mod plan;
mod read;
mod staging;
mod stamp;
mod temporary;
mod unfinished;
mod write;
mod written;

pub use diff::unified;
pub use folders::Parents;
pub use look::Look;
pub use memory::{Memory, Seen};
pub use plan::{Change, LeftReason, Plan, plan, plan_among, plan_owned};
pub use read::{
    MAX_BYTES, ReadError, TreeListing, has_suffix, limit_reads, list_own_tree, list_tree, list_tree_of, read_bytes,
    read_file, read_line, read_own_file, read_tree, read_tree_of,
};
pub use staging::{StagedFile, Staging};
pub use stamp::{Created, WrittenFile};
pub use temporary::TemporaryFolder;
pub use unfinished::{abandon, wait_if_abandoned};
pub use write::write_long;
pub use written::{path_from, plan_recorded, resolved};

use std::collections::BTreeMap;

/// What is wanted on disk: text by path, relative to the root, with `/` between the parts.
pub type Files = BTreeMap<String, String>;

/// Whether a run changes the disk or only says what it would change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Bring the disk to the plan.
    Write,
    /// Change nothing; a plan that is not empty is a finding.
    Check,
}

impl Mode {
    /// The mode behind a `--check` flag.
    pub fn from_check_flag(check: bool) -> Self {
        if check { Self::Check } else { Self::Write }
    }
}
