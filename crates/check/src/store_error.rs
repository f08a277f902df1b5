//! Errors of the stores that engines receive. Forms, campaigns, audit logs and records share one type.

use std::fmt;

use planwright_runtime::codes;

codes! {
    /// Codes that any store can report.
    CODES;
    Error STORE_LOCKED: "Another process is using the store. Nothing was changed.",
    Error STORE_FULL: "The store has no space or no ids left. Nothing was changed.",
    Error STORE_CORRUPT: "The store is damaged or was edited by hand. Nothing was changed.",
    Error STORE_NEWER: "The store was written by a newer version. Nothing was changed.",
    Error STORE_FAILED: "The store cannot be opened, read or written for any other reason. Nothing was changed.",
    Error STATE_CONFLICT: "The data changed between reading and writing it.",
}

/// Reason why a store operation failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Another process uses the store.
    Locked,
    /// The store has no space left, or no unused id.
    Full,
    /// The stored data cannot be read, or was changed outside of Planwright. The string gives details.
    Corrupt(String),
    /// A newer version wrote the store.
    Newer {
        /// Version of the stored data.
        found: u32,
        /// Newest version that can be read.
        known: u32,
    },
    /// The data to change is not, or no longer, in the expected state.
    Conflict(String),
    /// Any other error. The string gives details.
    Failed(String),
}

impl StoreError {
    /// Returns the code of the error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Locked => STORE_LOCKED,
            Self::Full => STORE_FULL,
            Self::Corrupt(_) => STORE_CORRUPT,
            Self::Newer { .. } => STORE_NEWER,
            Self::Conflict(_) => STATE_CONFLICT,
            Self::Failed(_) => STORE_FAILED,
        }
    }

    /// Returns how to fix the error.
    pub const fn help(&self) -> &'static str {
        match self {
            Self::Locked => "wait until the other process has ended, then try again",
            Self::Full => "make room, then try again",
            Self::Corrupt(_) => "restore the store from a copy",
            Self::Newer { .. } => "use the version that wrote it, or a newer one",
            Self::Conflict(_) => "look at the state as it is now, then try again",
            Self::Failed(_) => "see that the store can be read and written, then try again",
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked => f.write_str("the store is locked by another process"),
            Self::Full => f.write_str("the store is full: no space is left"),
            Self::Corrupt(what) => write!(f, "the store is corrupt: {what}"),
            Self::Newer { found, known } => {
                write!(f, "the store is of version {found}, and this program reads up to {known}")
            }
            Self::Conflict(what) => write!(f, "the state has changed: {what}"),
            Self::Failed(why) => write!(f, "the store failed: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}
