//! Shortens paths with imports. A path stays long if the file has a type with its name.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use crate::tokens::{self, ident};

/// Names that have a meaning in every module.
const PRELUDE: &[&str] = &["Box", "Option", "Result", "String", "Vec", "Some", "None", "Ok", "Err", "Default"];

/// Imports of a file.
pub(super) struct Imports<'a> {
    /// Types that the module declares.
    own: BTreeSet<&'a str>,
    /// Imported paths by name.
    used: BTreeMap<String, String>,
}

impl<'a> Imports<'a> {
    pub(super) fn new(own: impl Iterator<Item = &'a str>) -> Self {
        Self { own: own.collect(), used: BTreeMap::new() }
    }

    /// Returns a path as the file can write it: the last segment, which is then imported, or the whole path.
    pub(super) fn path(&mut self, path: &str) -> TokenStream {
        let name = path.rsplit("::").next().unwrap_or(path);
        let taken = self.own.contains(name) || PRELUDE.contains(&name);
        if taken || self.used.get(name).is_some_and(|other| other != path) {
            return tokens::path(path);
        }
        self.used.insert(name.to_owned(), path.to_owned());
        tokens::path(name)
    }

    /// Returns a name of the standard prelude, or its path if the module has a type with this name.
    pub(super) fn prelude(&self, path: &str) -> TokenStream {
        let name = path.rsplit("::").next().unwrap_or(path);
        tokens::path(if self.own.contains(name) { path } else { name })
    }

    /// Returns the `use` declarations.
    pub(super) fn items(&self) -> TokenStream {
        let mut groups: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (name, path) in &self.used {
            let folder = path.strip_suffix(name.as_str()).map_or("", |folder| folder.trim_end_matches("::"));
            groups.entry(folder).or_default().insert(name);
        }
        let items = groups.into_iter().map(|(folder, names)| {
            let folder = tokens::path(folder);
            let names = names.into_iter().map(ident);
            quote!(use #folder::{#(#names),*};)
        });
        items.collect()
    }
}
