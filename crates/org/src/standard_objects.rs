//! The standard objects of Sales and Service, for a goal that comes without a snapshot.

use std::sync::LazyLock;

use planwright_generated::action_blueprint::SchemaSnapshot;

/// The slice as a schema snapshot. A field that the platform fills in by itself, such as the status of a case, counts as
/// nillable there: nobody has to give it.
pub const STANDARD_OBJECTS: &str = include_str!("standard.json");

static STANDARD: LazyLock<SchemaSnapshot> =
    LazyLock::new(|| serde_json::from_str(STANDARD_OBJECTS).expect("the slice is a schema snapshot; a test checks it"));

/// The slice, read.
pub fn standard_objects() -> &'static SchemaSnapshot {
    &STANDARD
}
