//! Prints a location as a JSON Pointer and as code.

use planwright_source::Pointer;
use serde_json::json;

use super::MigrationPlace;

/// Prints the location as code.
pub(super) fn places(at: &[MigrationPlace]) -> String {
    let texts = at.iter().map(|place| match place {
        MigrationPlace::Member(name) => format!("{:?}", format!(".{name}")),
        MigrationPlace::Items => "\"[]\"".to_owned(),
        MigrationPlace::Others { except } => format!("{:?}", format!("*{}", json!(except))),
        MigrationPlace::Where { tag, value } => format!("{:?}", format!("?{}", json!([tag, value]))),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Returns the location as a JSON Pointer, with `*` for every element and for every unnamed property.
pub(super) fn pointer(at: &[MigrationPlace]) -> Pointer {
    let mut pointer = Pointer::root();
    for place in at {
        match place {
            MigrationPlace::Member(name) => pointer.push(name),
            MigrationPlace::Items | MigrationPlace::Others { .. } => pointer.push("*"),
            MigrationPlace::Where { .. } => {}
        }
    }
    pointer
}
