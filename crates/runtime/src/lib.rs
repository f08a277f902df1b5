//! What the Rust code that Planwright generates shares: the trait of root types, the report of what is wrong with a document,
//! and tool calls.
//!
//! Generated code brings these along as text, or, with `Support::Crate`, takes them from here: sets that were generated apart
//! then have one [`SchemaRoot`], one [`Report`] and one [`RootInfo`], and can stand in one list.
//!
//! Generated code also names `jsonschema`, `serde` and `serde_json` itself, so a crate that compiles it depends on them too, on
//! `jsonschema` in the version that stands here: its macro looks for it in that crate's own `Cargo.toml`. Code by hand can take
//! all three from here.
//!
//! The modules are also the text that is emitted; that is why they say `::std` and what may go unused. What is hidden from the
//! documentation is for generated code alone.

mod law;
mod support;
mod tools;

pub use jsonschema;
pub use serde;
pub use serde_json;

pub use support::*;
pub use tools::*;

/// The text of this crate, for a generator that emits it.
#[doc(hidden)]
pub mod source {
    /// Root types and reports.
    pub const SUPPORT: &str = include_str!("support.rs");
    /// The macro that ties a schema to its type.
    pub const LAW: &str = include_str!("law.rs");
    /// Tool calls.
    pub const TOOLS: &str = include_str!("tools.rs");
}
