//! Compiles the expected output of every golden without warnings, in older editions.
#![deny(warnings)]

extern crate self as planwright_tests;

macro_rules! roots {
    ($case:ident) => {
        $case::ROOTS.iter().map(|_| planwright_tests::round_trip::Root).collect()
    };
}

#[path = "../../../tests/compiled/cases/mod.rs"]
mod cases;
#[allow(dead_code)]
#[path = "../../../tests/compiled/own.rs"]
mod own;
#[allow(dead_code, unused_imports)]
#[path = "../../../tests/compiled/own_api.rs"]
mod own_api;

/// Names that the list of goldens uses.
pub mod round_trip {
    /// Placeholder for the root of a case.
    pub struct Root;
}

/// Returns the number of roots of a case.
pub fn root_count(case: &str) -> usize {
    cases::roots(case).len()
}
