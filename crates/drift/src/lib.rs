//! Compares JSON Schemas: a verdict with a proof or a counterexample, and a list of the changes.
//!
//! [`Pair::backward`] reports whether every document of the old schema is valid under the new one, and
//! [`Pair::forward`] reports the converse. Both are inclusions of sets of JSON values, so the two schemas may use
//! different dialects. The crate is pure: it does no I/O and fetches nothing.

mod arena;
mod candidate;
mod changes;
mod closure;
mod effort;
mod eval;
mod failure;
mod formats;
pub mod inclusion;
mod number;
pub mod operations;
mod pair;
mod pattern;
mod prove;
mod read;
mod rules;
mod schema_library;
mod severity;
mod validators;
mod verdict;
mod witness;

pub use changes::{Change, Spot};
pub use closure::FileGraph;
pub use failure::{InclusionError, ProofFailure};
pub use pair::{Judged, Options, Pair, Source, compare, compare_group, compare_roots, unchanged_pair};
pub use planwright_runtime::Severity;
pub use planwright_schema::{ContentModel, Role, Semantics};
pub use rules::{Axis, Effect, RULES, Rule, RuleId, rule};
pub use schema_library::Library;
pub use severity::{fails, is_undecided, severities};
pub use verdict::Verdict;
