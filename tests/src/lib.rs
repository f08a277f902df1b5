//! Helpers that the tests share. The tests are in `tests/`, and their data is in `cases/`: a case is a folder, or a line
//! of a table.

pub mod blueprints;
pub mod cases;
pub mod documents;
pub mod fidelity;

pub mod golden;
pub mod json_lines;
pub mod keyword_names;
pub mod layers;
pub mod modules;
pub mod mutate;
pub mod options;
pub mod planted;
pub mod prose;
pub mod round_trip;
pub mod sampled;
pub mod sources;
pub mod table;
pub mod twins;
pub mod vary;
pub mod wildcards;

use std::path::{Path, PathBuf};

/// Returns the root folder of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Returns the folder of this crate.
pub fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
