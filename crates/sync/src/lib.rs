//! Writes generated files to disk. A plan lists the files to create, update and delete, and is either carried out or
//! only checked.
//!
//! All changes to users' files go through this crate. It knows nothing of schemas or Apex and depends on no other crate
//! of the workspace. `cargo xtask gen` can therefore use it even if `generated/` does not compile.
//!
//! A plan is computed from the wanted files and a function that recognizes our files among the existing ones. Other
//! files are never deleted or overwritten. In a folder of a user, only recorded files are deleted, and only if they are
//! unchanged ([`plan_recorded`]).

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
pub use digest::sha256_hex;
pub use folders::Parents;
pub use look::Look;
pub use memory::{Memory, Seen};
pub use plan::{Change, LeftReason, Plan, plan, plan_among, plan_owned};
pub use read::{
    MAX_BYTES, ReadError, TreeListing, has_suffix, limit_reads, list_folder, list_own_tree, list_tree, list_tree_of,
    read_bytes, read_file, read_line, read_own_file, read_tree, read_tree_of,
};
pub use staging::{StagedFile, Staging};
pub use stamp::{Created, WrittenFile};
pub use temporary::TemporaryFolder;
pub use unfinished::{abandon, wait_if_abandoned};
pub use write::write_long;
pub use written::{path_from, plan_recorded, resolved};

use std::collections::BTreeMap;

/// Contents of the wanted files by path, relative to the root, with `/` between the components.
pub type Files = BTreeMap<String, String>;

/// Whether a run changes the disk or only reports what it would change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Changes the disk as planned.
    Write,
    /// Changes nothing. A plan that is not empty is a finding.
    Check,
}

impl Mode {
    /// Returns the mode for the value of a `--check` flag.
    pub fn from_check_flag(check: bool) -> Self {
        if check { Self::Check } else { Self::Write }
    }
}
