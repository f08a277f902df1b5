//! What a configuration names, with its places: a file that is missing is told with the line that asks for it, whichever command
//! looks for it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The places of the configurations that were read, by what stands there as a path from here.
static NAMED: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);

/// Remembers every text of a configuration; those that are no path are never asked for.
pub fn remember(table: &DeTable<'_>, path_of: impl Fn(&str) -> String, place_of: impl Fn(&Range<usize>) -> String) {
    let mut named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    let named = named.get_or_insert_default();
    let mut open: Vec<&Spanned<DeValue<'_>>> = table.values().rev().collect();
    while let Some(value) = open.pop() {
        match value.get_ref() {
            DeValue::Table(table) => open.extend(table.values().rev()),
            DeValue::Array(items) => open.extend(items.iter().rev()),
            DeValue::String(given) => {
                named.entry(path_of(given)).or_insert_with(|| place_of(&value.span()));
            }
            _ => {}
        }
    }
}

/// A reason of the form `path: what`, with the place of the configuration that names the path.
pub fn located(reason: String) -> String {
    let named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    let place = named.as_ref().zip(reason.split_once(": ")).and_then(|(named, (path, _))| named.get(path));
    match place.map(|place| format!("; named in {place}")) {
        Some(suffix) if !reason.ends_with(&suffix) => reason + &suffix,
        _ => reason,
    }
}
