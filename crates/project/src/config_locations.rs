//! Remembers where the configuration names each path.
//!
//! If such a file is missing, the error of any command can point to the line of the configuration that requires it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use toml::de::{DeTable, DeValue};

/// Locations in the configurations that were read, by the path that is written there.
static NAMED: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);

/// Locations of strings and keys, by their section or list and themselves.
static VALUES: Mutex<Option<HashMap<(String, String), String>>> = Mutex::new(None);

/// Remembers every string of a configuration as a possible path. Strings that are not paths are never looked up.
pub fn remember(table: &DeTable<'_>, path_of: impl Fn(&str) -> String, place_of: impl Fn(&Range<usize>) -> String) {
    let mut named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    let named = named.get_or_insert_default();
    let mut values = VALUES.lock().unwrap_or_else(PoisonError::into_inner);
    let values = values.get_or_insert_default();
    let mut tables = vec![(String::new(), table)];
    while let Some((section, table)) = tables.pop() {
        for (key, value) in table {
            let name = key.get_ref().to_string();
            let path = if section.is_empty() { name.clone() } else { format!("{section}.{name}") };
            values.entry((section.clone(), name)).or_insert_with(|| place_of(&key.span()));
            let mut open = vec![value];
            while let Some(value) = open.pop() {
                match value.get_ref() {
                    DeValue::Table(inner) => tables.push((path.clone(), inner)),
                    DeValue::Array(items) => open.extend(items.iter().rev()),
                    DeValue::String(given) => {
                        named.entry(path_of(given)).or_insert_with(|| place_of(&value.span()));
                        values.entry((path.clone(), given.to_string())).or_insert_with(|| place_of(&value.span()));
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Returns the location of a string or a key, followed by `: `, or an empty string if no configuration has it.
///
/// Each path names a possible key of the string, such as `drift.accept.rule`, or the table of the key.
pub fn first_prefix(paths: &[&str], given: &str) -> String {
    let values = VALUES.lock().unwrap_or_else(PoisonError::into_inner);
    let place = |path: &&str| values.as_ref()?.get(&((*path).to_owned(), given.to_owned()));
    paths.iter().find_map(place).map_or_else(String::new, |place| format!("{place}: "))
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
