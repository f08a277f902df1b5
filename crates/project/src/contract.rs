//! The names of contracts, as arguments.

pub use planwright_api::{Target, names};

use crate::exit::Failure;

/// Why nothing is called so, with the nearest name that something has.
pub fn unknown(name: &str) -> Failure {
    Failure::one(planwright_api::unknown(name))
}
