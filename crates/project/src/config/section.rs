//! Reads one section of the file, key by key, so that all problems are found and not only the first.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::advice;

/// A problem in the file.
#[derive(Debug)]
pub(super) struct Problem {
    /// Byte range in the file.
    pub at: Range<usize>,
    /// Description of the problem and its fix.
    pub message: String,
}

/// A section that is being read.
pub(super) struct Section<'t, 'p> {
    name: String,
    table: &'t DeTable<'t>,
    problems: &'p mut Vec<Problem>,
}

impl<'t, 'p> Section<'t, 'p> {
    pub(super) fn new(name: impl Into<String>, table: &'t DeTable<'t>, problems: &'p mut Vec<Problem>) -> Self {
        Self { name: name.into(), table, problems }
    }

    /// Reports every unknown key.
    pub(super) fn allow(&mut self, known: &[&str]) {
        for key in self.table.keys() {
            if !known.contains(&key.get_ref().as_ref()) {
                let message =
                    format!("unknown key {1:?} in [{0}]; {2}", self.name, key.get_ref(), advice(key.get_ref(), known));
                self.problems.push(Problem { at: key.span(), message });
            }
        }
    }

    /// Returns the location of the first key.
    pub(super) fn place(&self) -> Option<Range<usize>> {
        self.table.keys().map(Spanned::span).min_by_key(|span| span.start)
    }

    /// Returns the location of the value of a key.
    pub(super) fn place_of(&self, key: &str) -> Option<Range<usize>> {
        self.table.get(key).map(Spanned::span)
    }

    pub(super) fn is_text(&self, key: &str) -> bool {
        self.table.get(key).is_some_and(|value| value.get_ref().as_str().is_some())
    }

    pub(super) fn flag(&mut self, key: &str) -> Option<bool> {
        let value = self.table.get(key)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.mismatch(key, value, "true or false");
        }
        flag
    }

    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        let value = self.table.get(key)?;
        let text = value.get_ref().as_str().filter(|text| !text.is_empty());
        if text.is_none() {
            self.mismatch(key, value, "a non-empty string");
        }
        text.map(str::to_owned)
    }

    /// Parses a table of tables, each as a separate section.
    pub(super) fn sections<T>(
        &mut self,
        key: &str,
        mut read: impl FnMut(&str, &mut Section<'t, '_>) -> T,
    ) -> Vec<(String, T)> {
        let Some(value) = self.table.get(key) else { return Vec::new() };
        let Some(table) = value.get_ref().as_table() else {
            self.mismatch(key, value, "a table");
            return Vec::new();
        };
        let mut found = Vec::new();
        for (name, value) in table {
            let name = name.get_ref().to_string();
            match value.get_ref().as_table() {
                Some(inner) => {
                    let shown = format!("{}.{key}.{name:?}", self.name);
                    let made = read(&name, &mut Section::new(shown, inner, self.problems));
                    found.push((name, made));
                }
                None => self.mismatch(&format!("{key}.{name:?}"), value, "a table"),
            }
        }
        found
    }

    /// Parses a table of strings, and passes the location of each to `note`.
    pub(super) fn texts_by_key(
        &mut self,
        key: &str,
        mut note: impl FnMut(&str, Range<usize>),
    ) -> BTreeMap<String, String> {
        let Some(value) = self.table.get(key) else { return BTreeMap::new() };
        let Some(table) = value.get_ref().as_table() else {
            self.mismatch(key, value, "a table of strings");
            return BTreeMap::new();
        };
        let mut found = BTreeMap::new();
        for (name, value) in table {
            let name = name.get_ref().to_string();
            match value.get_ref().as_str() {
                Some(text) => {
                    note(&name, value.span());
                    found.insert(name, text.to_owned());
                }
                None => self.mismatch(&format!("{key}.{name:?}"), value, "a string"),
            }
        }
        found
    }

    /// Parses a list of tables, each as a separate section.
    pub(super) fn list<T>(&mut self, key: &str, mut read: impl FnMut(&mut Section<'t, '_>) -> T) -> Vec<T> {
        let Some(value) = self.table.get(key) else { return Vec::new() };
        let tables = value.get_ref().as_array().map(|items| items.iter().map(|item| item.get_ref().as_table()));
        let Some(tables) = tables.and_then(Iterator::collect::<Option<Vec<_>>>) else {
            self.mismatch(key, value, &format!("a list of tables, as [[{}.{key}]]", self.name));
            return Vec::new();
        };
        let name = format!("{}.{key}", self.name);
        tables.into_iter().map(|table| read(&mut Section::new(name.clone(), table, self.problems))).collect()
    }

    /// Parses a string as a `T`. The problem is the message of the parser.
    pub(super) fn parsed<T: FromStr<Err: Display>>(&mut self, key: &str) -> Option<T> {
        let text = self.text(key)?;
        match text.parse() {
            Ok(parsed) => Some(parsed),
            Err(error) => {
                self.wrong(key, self.table.get(key)?.span(), &error.to_string());
                None
            }
        }
    }

    /// Parses an array of strings, each with its location.
    pub(super) fn texts(&mut self, key: &str) -> Option<Vec<Spanned<String>>> {
        let value = self.table.get(key)?;
        let Some(array) = value.get_ref().as_array() else {
            self.mismatch(key, value, "an array of strings");
            return None;
        };
        let mut texts = Vec::new();
        for item in array {
            match item.get_ref().as_str().filter(|text| !text.is_empty()) {
                Some(text) => texts.push(Spanned::new(item.span(), text.to_owned())),
                None => self.mismatch(key, item, "a non-empty string"),
            }
        }
        Some(texts)
    }

    /// Parses a table of strings, by key. Returns `None` if the value is not a table.
    pub(super) fn pairs(&mut self, key: &str) -> Option<Vec<(String, String)>> {
        let table = self.table.get(key)?.get_ref().as_table()?;
        let mut pairs = Vec::new();
        for (name, value) in table {
            match value.get_ref().as_str() {
                Some(text) => pairs.push((name.get_ref().to_string(), text.to_owned())),
                None => self.mismatch(key, value, "a string"),
            }
        }
        Some(pairs)
    }

    /// Reports a problem with the value of a key.
    pub(super) fn wrong_value(&mut self, key: &str, what: &str) {
        let at = self.table.get(key).map(Spanned::span).unwrap_or_default();
        self.wrong(key, at, what);
    }

    pub(super) fn wrong(&mut self, key: &str, at: Range<usize>, what: &str) {
        self.problems.push(Problem { at, message: format!("{}.{key}: {what}", self.name) });
    }

    fn mismatch(&mut self, key: &str, value: &Spanned<DeValue<'_>>, expected: &str) {
        let found = match value.get_ref() {
            DeValue::String(text) if text.is_empty() => "an empty string",
            DeValue::String(_) => "a string",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "an array",
            DeValue::Table(_) => "a table",
        };
        self.wrong(key, value.span(), &format!("expected {expected}, found {found}"));
    }
}
