//! Contract names as command-line arguments.

pub use planwright_org::{Target, names};

use crate::exit::Failure;

/// Returns the error for an unknown contract name, with the most similar known name.
pub fn unknown(name: &str) -> Failure {
    Failure::one(planwright_org::unknown(name))
}
