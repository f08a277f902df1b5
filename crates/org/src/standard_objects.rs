//! Standard objects of Sales and Service, for goals without a snapshot.

use std::sync::LazyLock;

use planwright_generated::action_blueprint::SchemaSnapshot;

/// The built-in subset as a schema snapshot. A field that the platform sets, such as the status of a case, counts as
/// nillable.
pub const STANDARD_OBJECTS: &str = include_str!("standard.json");

static STANDARD: LazyLock<SchemaSnapshot> =
    LazyLock::new(|| serde_json::from_str(STANDARD_OBJECTS).expect("the slice is a schema snapshot; a test checks it"));

/// Returns the parsed subset.
pub fn standard_objects() -> &'static SchemaSnapshot {
    &STANDARD
}
