//! The org behind the blueprints: where its snapshot comes from, how two of them differ, and what that breaks.
//!
//! [`import`] reads what teams have at hand, `sf sobject describe --json` or the metadata in their repository, into the
//! snapshot of the contract. [`diff`] and [`impact`] are the drift of the org. [`check_file`] says of a blueprint what only
//! a snapshot can know, beyond the rules that every blueprint obeys; without one, what every org says of standard objects.
//!
//! A snapshot spells types as the contract does: describe's `picklist` is `Picklist`, `int` is `Integer`, `double` is
//! `Decimal`; a type that nobody knows keeps its name with a capital. A field that cannot be empty and that the org fills in
//! by itself is `defaulted`: nobody has to give it. What is imported from the sources of a project is `partial`, and
//! [`filled_in`] from the built-in slice of standard objects before blueprints are checked against it.

use planwright_check::codes::CodeInfo;

mod check;
mod codes;
mod describe;
mod diff;
mod fill;
mod fit;
mod impact;
mod import;
mod merge;
mod metadata;
mod names;
mod part;
mod rules;
mod standard;
mod standard_objects;
pub mod xml;

pub use check::{CountedFile, check_file, check_plan, count_file};
pub use diff::{Change, ChangeKind, diff};
pub use fill::filled_in;
pub use impact::{Break, Planned, impact, located, plans};
pub use import::{FileReport, Imported, import};
pub use merge::{Conflict, Merged, merge};
pub use standard_objects::{STANDARD_OBJECTS, standard_objects};

/// The codes of imports, of the rules that need a snapshot and of those that stand in where there is none, beyond the shared ones; sorted, one code may have several
/// entries.
pub fn codes() -> Vec<CodeInfo> {
    let rules = rules::ALL.iter().map(|rule| rule.info).chain(standard::codes());
    let mut all: Vec<CodeInfo> = codes::ALL.iter().copied().chain(rules).collect();
    all.sort_by_key(|info| info.code);
    all
}
