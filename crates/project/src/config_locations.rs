//! Remembers where the configuration names each path.
//!
//! If such a file is missing, the error of any command can point to the line of the configuration that requires it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Locations in the configurations that were read, by the path that is written there.
static NAMED: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);

/// Remembers every string of a configuration as a possible path. Strings that are not paths are never looked up.
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

/// Appends the location in the configuration to a reason of the form `path: message`, if the configuration names that
/// path.
pub fn located(reason: String) -> String {
    let named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    let place = named.as_ref().zip(reason.split_once(": ")).and_then(|(named, (path, _))| named.get(path));
    match place.map(|place| format!("; named in {place}")) {
        Some(suffix) if !reason.ends_with(&suffix) => reason + &suffix,
        _ => reason,
    }
}
