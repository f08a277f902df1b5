//! The files of this crate, for projects that keep a copy of it.

use include_dir::{Dir, include_dir};

/// The folder `src`.
pub static SOURCES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src");

/// The manifest of a copy.
pub const MANIFEST: &str = include_str!("../copy.toml");
