//! Prints a location as a JSON Pointer and as code.

use planwright_source::Pointer;
use serde_json::json;

use crate::MigrationPlace;

/// Prints the location as code.
pub(super) fn places(at: &[MigrationPlace]) -> String {
    let texts = texts(at).into_iter().map(|text| format!("{text:?}"));
    texts.collect::<Vec<_>>().join(", ")
}

/// Returns the steps as the printed code reads them.
fn texts(at: &[MigrationPlace]) -> Vec<String> {
    let text = |place: &MigrationPlace| match place {
        MigrationPlace::Member(name) => format!(".{name}"),
        MigrationPlace::Items => "[]".to_owned(),
        MigrationPlace::Others { except } => format!("*{}", json!(except)),
        MigrationPlace::Where { tag, value } => format!("?{}", json!([tag, value])),
        MigrationPlace::Repeat { along } => {
            format!("+{}", json!(along.iter().map(|path| texts(path)).collect::<Vec<_>>()))
        }
    };
    at.iter().map(text).collect()
}

/// Returns the location as a JSON Pointer, with `*` for every element and for every unnamed property.
pub(super) fn pointer(at: &[MigrationPlace]) -> Pointer {
    let mut pointer = Pointer::root();
    for place in at {
        match place {
            MigrationPlace::Member(name) => pointer.push(name),
            MigrationPlace::Items | MigrationPlace::Others { .. } => pointer.push("*"),
            MigrationPlace::Where { .. } | MigrationPlace::Repeat { .. } => {}
        }
    }
    pointer
}
