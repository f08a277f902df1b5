//! Errors that prevent any verdict.
//!
//! A machine that lacks memory or threads must not look like a schema that cannot be decided.

use std::fmt;

use planwright_schema::Error;

/// The machine did not provide the resources that a proof needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFailure(pub(crate) String);

impl fmt::Display for ProofFailure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "no verdict: {}", self.0)
    }
}

impl std::error::Error for ProofFailure {}

/// Reason why two schemas were not compared.
#[derive(Debug)]
pub enum InclusionError {
    /// One of them is not a valid schema.
    Schema(Vec<Error>),
    /// The proof could not run.
    Proof(ProofFailure),
}

impl InclusionError {
    /// Returns the reasons, one per line.
    pub fn reasons(&self) -> Vec<String> {
        match self {
            Self::Schema(errors) => errors.iter().map(ToString::to_string).collect(),
            Self::Proof(failure) => vec![failure.to_string()],
        }
    }
}

impl fmt::Display for InclusionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.reasons().join("\n"))
    }
}

impl std::error::Error for InclusionError {}

impl From<Vec<Error>> for InclusionError {
    fn from(errors: Vec<Error>) -> Self {
        Self::Schema(errors)
    }
}

impl From<ProofFailure> for InclusionError {
    fn from(failure: ProofFailure) -> Self {
        Self::Proof(failure)
    }
}
