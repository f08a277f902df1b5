//! Shortens paths with imports. A path stays long if the module has a type with its name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Names that have a meaning in every module.
const PRELUDE: &[&str] = &["Box", "Option", "Result", "String", "Vec", "Some", "None", "Ok", "Err", "Default"];

/// Imports of a module.
pub(super) struct Imports<'a> {
    /// Types that the module declares.
    own: BTreeSet<&'a str>,
    /// Imported paths by name.
    used: BTreeMap<String, String>,
    macros: BTreeSet<&'static str>,
}

impl<'a> Imports<'a> {
    pub(super) fn new(own: impl Iterator<Item = &'a str>) -> Self {
        Self { own: own.collect(), used: BTreeMap::new(), macros: BTreeSet::new() }
    }

    /// Returns a path as the module can write it: the last segment, which is then imported, or the whole path.
    pub(super) fn path(&mut self, path: &str) -> String {
        let name = path.rsplit("::").next().unwrap_or(path);
        let taken = self.own.contains(name) || PRELUDE.contains(&name);
        if taken || self.used.get(name).is_some_and(|other| other != path) {
            return path.to_owned();
        }
        self.used.insert(name.to_owned(), path.to_owned());
        name.to_owned()
    }

    /// Imports a macro of the runtime.
    pub(super) fn call(&mut self, name: &'static str) -> &'static str {
        self.macros.insert(name);
        name
    }

    /// Returns the `use` declarations. Macros come from the crate with the path `runtime`.
    pub(super) fn text(&self, runtime: &str) -> String {
        let mut groups: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (name, path) in &self.used {
            let folder = path.strip_suffix(name.as_str()).map_or("", |folder| folder.trim_end_matches("::"));
            groups.entry(folder).or_default().insert(name);
        }
        if !self.macros.is_empty() {
            groups.entry(runtime).or_default().extend(&self.macros);
        }
        let mut text = String::new();
        for (folder, names) in groups {
            let names: Vec<&str> = names.into_iter().collect();
            let _ = match names.as_slice() {
                [only] => writeln!(text, "use {folder}::{only};"),
                names => writeln!(text, "use {folder}::{{{}}};", names.join(", ")),
            };
        }
        text
    }
}
