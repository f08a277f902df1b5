//! The files of this crate, for projects that keep a copy of it.

use include_dir::{Dir, include_dir};

/// The folder `src`.
pub static SOURCES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src");

/// The manifest of a copy, which has the crate `planwright-source` in its folder `source`.
pub const MANIFEST: &str = include_str!("../copy.toml");

/// The licenses, by file name.
pub const LICENSES: [(&str, &str); 2] =
    [("LICENSE-APACHE", include_str!("../LICENSE-APACHE")), ("LICENSE-MIT", include_str!("../LICENSE-MIT"))];
