//! Snapshots of an org: their import, their differences, and the effect of a change on blueprints.
//!
//! [`import`] converts `sf sobject describe --json` or the metadata in a repository to a snapshot. [`diff`] and
//! [`impact`] report changes of the org. [`check_file`] adds to the rules of every blueprint those that need a
//! snapshot. Without a snapshot it checks what holds for standard objects in every org.
//!
//! Types in a snapshot are spelled as in the contract. Describe's `picklist` becomes `Picklist`, `int` becomes
//! `Integer`, and `double` becomes `Decimal`. An unknown type keeps its name, with a capital letter. A field is
//! `defaulted` if it cannot be empty and the org sets it, so that inserts need not. Imports from the sources of a
//! project are `partial`, and [`filled_in`] completes them from the built-in subset of standard objects before
//! blueprints are checked.

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
mod platform_rules;
mod rules;
mod standard;
mod standard_objects;
mod target;
pub mod xml;

pub use check::{CountedFile, check_file, check_plan, count_file};
pub use diff::{Change, ChangeKind, diff};
pub use fill::{filled_in, filled_in_context};
pub use impact::{Break, Planned, impact, located, plans};
pub use import::{FileReport, Imported, import};
pub use merge::{Conflict, Merged, merge};
pub use names::api_name_words;
pub use standard_objects::{STANDARD_OBJECTS, standard_objects};
pub use target::{Target, names, unknown};

/// Returns the codes of imports and of the rules with and without a snapshot, in addition to the shared ones. They are
/// sorted, and one code may have several entries.
pub fn codes() -> Vec<CodeInfo> {
    let rules = rules::ALL.iter().map(|rule| rule.info).chain(standard::codes()).chain(platform_rules::codes());
    let mut all: Vec<CodeInfo> = codes::ALL.iter().copied().chain(rules).collect();
    all.sort_by_key(|info| info.code);
    all
}
