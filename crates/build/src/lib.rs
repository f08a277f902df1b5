//! Rust from JSON Schemas in a build script.
//!
//! ```no_run
//! fn main() -> Result<(), planwright_build::Error> {
//!     planwright_build::Builder::new("schemas").module_path("crate::plans").compile()?;
//!     Ok(())
//! }
//! ```
//!
//! and in the crate
//!
//! ```ignore
//! mod plans {
//!     include!(concat!(env!("OUT_DIR"), "/planwright.rs"));
//! }
//! ```
//!
//! [`Builder::compile`] writes one file to `OUT_DIR`, and only if it changed; it tells cargo to run the script again when a schema
//! changes, comes or goes, and passes warnings on. All errors are reported at once, each with file, line, column and JSON
//! Pointer; then nothing is written. [`Builder::sync`] does the same without cargo: for code that is checked in, for a test that
//! it is fresh, for a task of one's own.
//!
//! This crate exists because a build script wants what a command wants, reading, compiling and writing, without the command.

mod builder;
mod cargo;
mod documents;
mod error;

pub use builder::{BuildOutcome, Builder};
pub use documents::Documents;
pub use error::{Error, Problem};
pub use planwright_codegen::{
    Builders, Collections, DefaultMembers, Formats, Layout, Lists, NullMembers, Numbers, OpenMembers, Options, Readers,
    RootMethods, Scalars, Strings, Style, Support, Tools, TypeStyle, Validators,
};
pub use planwright_sync::Mode;
