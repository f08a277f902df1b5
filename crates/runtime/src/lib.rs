//! What the Rust code that Planwright generates shares: the trait of root types, the report of what is wrong with a document,
//! and tool calls.
//!
//! Generated code brings these along as text, or, with `Support::Crate`, takes them from here: sets that were generated apart
//! then have one [`SchemaRoot`], one [`Report`] and one [`RootInfo`], and can stand in one list.
//!
//! Generated code also names `serde` and `serde_json` itself, so a crate that compiles it depends on them too; code by hand can
//! take both from here. The validator is a dependency of this crate alone, unless the set asks for one that is compiled with
//! the code.
//!
//! The modules are also the text that is emitted; that is why they say `::std` and what may go unused. What is hidden from the
//! documentation is for generated code alone.

mod basis;
mod borrowed_root;
#[cfg(feature = "validator")]
mod branches;
mod builders;
pub mod codes;
#[cfg(feature = "validator")]
mod compiled_root;
mod constant_members;
mod diagnostic;
#[cfg(feature = "follow")]
pub mod follow;
mod formatted;
mod help;
mod judge;
mod judged;
mod limit;
mod macros;
mod outline;
pub mod reader;
mod readers;
pub mod repair;
mod report;
mod scalar_macros;
pub mod schema;
#[cfg(feature = "validator")]
mod schema_root;
#[cfg(feature = "validator")]
mod steps;
mod suggest;
mod support;
#[cfg(not(feature = "validator"))]
mod table_root;
#[cfg(not(feature = "validator"))]
mod table_validator;
pub mod text;
mod tools;
mod types;
#[cfg(feature = "validator")]
mod validator;
mod values;
mod verdict;
#[cfg(not(feature = "validator"))]
use table_validator as validator;

pub use serde;
pub use serde_json;

pub use basis::*;
pub use borrowed_root::*;
pub use builders::HoldsValue;
pub use constant_members::constants;
pub use diagnostic::{Diagnostic, FindingScope, Patch, PatchOp, Position, RelatedPlace, Severity};
pub use formatted::{Formatted, PlainForm, TextForm};
pub use help::{Help, Remedy};
pub use judge::read_unjudged;
pub use judged::{as_judged, is_judged, read_as_judged, with_flag};
pub use limit::{Capped, FindingCounts, MOST_FINDINGS};
pub use repair::Repair;
pub use report::Report;
pub use suggest::{Comparisons, KnownNames, Suggestion, nearest, suggest};
pub use support::*;
pub use tools::*;
pub use types::*;
pub use validator::Validator;
pub use values::buffer;
pub use verdict::CompiledSchema;

/// Generated code whose schemas assert `idn-email` or `idn-hostname` names this, so that it does not compile without the feature
/// `idn`.
#[cfg(feature = "idn")]
#[doc(hidden)]
pub const NEEDS_FEATURE_IDN: () = ();

/// The text of this crate, for a generator that emits it.
#[doc(hidden)]
pub mod source {
    /// Unions, formats, numbers.
    pub const BASIS: &str = include_str!("basis.rs");
    /// Root types.
    pub const SUPPORT: &str = include_str!("support.rs");
    /// Types that borrow.
    pub const BORROWED: &str = include_str!("borrowed_root.rs");
    /// The macro that ties a schema to its type.
    pub const SCHEMA_ROOT: &str = include_str!("schema_root.rs");
    /// The same with a validator that is compiled with the code.
    pub const COMPILED_ROOT: &str = include_str!("compiled_root.rs");
    /// What was judged is not judged again.
    pub const JUDGED: &str = include_str!("judged.rs");
    /// The branches of unions.
    pub const BRANCHES: &str = include_str!("branches.rs");
    /// What types are made of.
    pub const TYPES: &str = include_str!("types.rs");
    /// Members that have one value.
    pub const CONSTANTS: &str = include_str!("constant_members.rs");
    /// What builders are made of.
    pub const BUILDERS: &str = include_str!("builders.rs");
    /// Generated types of which only names differ.
    pub const MACROS: &str = include_str!("macros.rs");
    /// Types of texts and numbers with bounds.
    pub const SCALAR_MACROS: &str = include_str!("scalar_macros.rs");
    /// Texts with the values that they stand for.
    pub const FORMATTED: &str = include_str!("formatted.rs");
    /// Values before their type is known.
    pub const VALUES: &str = include_str!("values.rs");
    /// Tool calls.
    pub const TOOLS: &str = include_str!("tools.rs");
}
