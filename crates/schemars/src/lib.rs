//! Validates documents against the schema that schemars derives from a Rust type, and keeps the schema file up to date.
//!
//! ```
//! use planwright_schemars::RustRoot as _;
//!
//! #[derive(Debug, schemars::JsonSchema, serde::Deserialize)]
//! struct Order {
//!     #[schemars(range(min = 1))]
//!     quantity: u32,
//! }
//!
//! planwright_schemars::root!(Order, "schemas/order.schema.json");
//!
//! assert_eq!(Order::parse(r#"{"quantity": 2}"#).unwrap().quantity, 2);
//! let report = Order::parse(r#"{"quantity": 0}"#).unwrap_err();
//! assert_eq!(report[0].at.as_str(), "/quantity");
//! ```
//!
//! The schema is created from the type at run time, so it always matches. The file is for other programs, for
//! `planwright drift`, and for review.
//!
//! This is a separate crate. `planwright-runtime` cannot link schemas, which reports about tagged unions need, and
//! `planwright-check` does not read or write files.

#[cfg(feature = "drift")]
mod compatible;
mod files;
mod root;

pub use planwright_check::{Diagnostic, Repair, Report};
pub use schemars;
pub use serde_json;

pub use files::SchemaFiles;
pub use root::{RootSchema, RustRoot};
