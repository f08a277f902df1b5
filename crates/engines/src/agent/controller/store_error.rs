//! Why a store of campaigns or of audit entries fails.

use std::fmt;

/// Why a store did not do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Somebody else is at it.
    Locked,
    /// There is no room left.
    Full,
    /// What is stored cannot be read, or was changed by other hands; the text says what.
    Corrupt(String),
    /// It was written by a newer version.
    Newer {
        /// The version of what is stored.
        found: u32,
        /// The newest that can be read.
        known: u32,
    },
    /// What was to be changed is not, or no longer, as it should be.
    Conflict(String),
    /// Anything else.
    Failed(String),
}

impl StoreError {
    /// The code under which it is reported.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Locked => super::codes::STORE_LOCKED,
            Self::Full => super::codes::STORE_FULL,
            Self::Corrupt(_) => super::codes::STORE_CORRUPT,
            Self::Newer { .. } => super::codes::STORE_NEWER,
            Self::Conflict(_) => super::codes::STATE_CONFLICT,
            Self::Failed(_) => super::codes::STORE_FAILED,
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked => f.write_str("the store is locked by another controller"),
            Self::Full => f.write_str("the store is full: there is no room left on its disk"),
            Self::Corrupt(what) => write!(f, "the store is corrupt: {what}"),
            Self::Newer { found, known } => {
                write!(f, "the store is of version {found}, and this program reads up to {known}")
            }
            Self::Conflict(what) => write!(f, "the state has changed: {what}"),
            Self::Failed(what) => write!(f, "the store failed: {what}"),
        }
    }
}

impl std::error::Error for StoreError {}
