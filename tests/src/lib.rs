//! What the tests share. The tests themselves stand in `tests/`, their data in `cases/`: a folder is a case.

pub mod blueprints;
pub mod cases;
pub mod documents;
pub mod fidelity;

pub mod golden;
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
pub mod type_names;
pub mod vary;
pub mod wildcards;

use std::path::{Path, PathBuf};

/// The folder of the whole workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// The folder of this crate.
pub fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
