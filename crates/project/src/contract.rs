//! The names of contracts, as arguments.

pub use planwright_api::{Target, names};

use crate::exit::Failure;

/// Returns the error for an unknown contract, with the most similar name.
pub fn unknown(name: &str) -> Failure {
    Failure::one(planwright_api::unknown(name))
}
