//! Generates Rust from JSON Schemas in a build script.
//!
//! ```no_run
//! fn main() -> Result<(), planwright_build::Error> {
//!     planwright_build::Builder::new("schemas").compile()?;
//!     Ok(())
//! }
//! ```
//!
//! Include the generated code in the crate:
//!
//! ```ignore
//! mod plans {
//!     include!(concat!(env!("OUT_DIR"), "/planwright.rs"));
//! }
//! ```
//!
//! [`Builder::compile`] writes one file to `OUT_DIR`, and only if it changed. Cargo runs the script again when a schema
//! is added, changed or removed, and shows warnings. All errors are reported with file, line, column and JSON Pointer,
//! and then nothing is written. Use [`Builder::sync`] without cargo: for checked-in code, for a test that it is up to
//! date, or for a custom task.
//!
//! This crate exists so that build scripts can read, compile and write schemas without depending on the command-line
//! tool.

mod builder;
mod cargo;
mod documents;
mod error;

pub use builder::{BuildOutcome, Builder};
pub use documents::Documents;
pub use error::{Error, Problem};
pub use planwright_codegen::{
    Builders, Collections, DefaultDialect, DefaultMembers, Draft, Formats, Layout, Lists, NullMembers, Numbers,
    OpenMembers, Options, RUNTIME, Readers, RootMethods, Scalars, Strings, Style, Tools, TypeSource, TypeStyle,
};
pub use planwright_sync::Mode;
