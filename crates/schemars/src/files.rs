//! Writes and checks schema files in a test.

use std::env;
use std::path::PathBuf;

use planwright_sync::{Change, Files, plan_among};
use serde_json::Value;

use crate::root::RustRoot;

/// Variable that makes [`SchemaFiles::assert_current`] write the files.
const UPDATE: &str = "PLANWRIGHT_UPDATE";

/// The schema files of a package.
#[derive(Debug)]
#[must_use = "nothing is compared before `assert_current` or `check`"]
pub struct SchemaFiles {
    pub(crate) package: PathBuf,
    pub(crate) files: Files,
    pub(crate) problems: Vec<String>,
}

impl SchemaFiles {
    /// Creates an empty list for the package in a folder.
    pub fn new(package: impl Into<PathBuf>) -> Self {
        Self { package: package.into(), files: Files::new(), problems: Vec::new() }
    }

    /// Adds the schema file of a type.
    pub fn with<T: RustRoot>(mut self) -> Self {
        if let Err(problem) = T::root().check() {
            self.problems.push(format!("{}: {problem}", T::FILE));
        }
        if self.files.insert(T::FILE.to_owned(), file_text(T::schema())).is_some() {
            self.problems.push(format!("{}: two types have this file", T::FILE));
        }
        self
    }

    /// Checks that each file has the schema of its type. With `PLANWRIGHT_UPDATE=1`, writes the files instead.
    ///
    /// `PLANWRIGHT_UPDATE` is refused if `CI` is set, because nobody would review the change.
    ///
    /// # Panics
    ///
    /// Panics with the difference if a file is missing or differs, or if a schema cannot be used.
    pub fn assert_current(self) {
        let is_set = |name| env::var(name).is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"));
        let outcome = match (is_set(UPDATE), is_set("CI")) {
            (true, true) => Err(format!("{UPDATE} is refused where CI is set")),
            (true, false) => self.write(),
            (false, _) => self.check(),
        };
        if let Err(message) = outcome {
            panic!("{message}");
        }
    }

    /// Checks that each file has the schema of its type.
    ///
    /// # Errors
    ///
    /// Returns the differences, and how to accept them.
    pub fn check(self) -> Result<(), String> {
        self.apply(false)
    }

    /// Writes each file that differs from the schema of its type.
    ///
    /// # Errors
    ///
    /// Returns an error if a schema cannot be used or a file cannot be written.
    pub fn write(self) -> Result<(), String> {
        self.apply(true)
    }

    fn apply(self, writes: bool) -> Result<(), String> {
        if !self.problems.is_empty() {
            return Err(self.problems.join("\n"));
        }
        let plan = plan_among(&self.package, &self.files, [], |_, _| true).map_err(|error| error.to_string())?;
        if writes {
            return plan.write().map_err(|error| error.to_string());
        }
        if plan.is_clean() {
            return Ok(());
        }
        let diffs: String = plan.changes().iter().map(Change::diff).collect();
        Err(format!("{diffs}{plan}\nto write the schema files, set {UPDATE}=1 and run the test again"))
    }
}

/// Returns the content of the file of a schema.
fn file_text(schema: &Value) -> String {
    format!("{schema:#}\n")
}

/// Lists the schema files of types: `schema_files![Order, Invoice].assert_current()`.
///
/// The paths are relative to the package that contains the call.
#[macro_export]
macro_rules! schema_files {
    ($($type:ty),+ $(,)?) => {
        $crate::SchemaFiles::new(::std::env!("CARGO_MANIFEST_DIR"))$(.with::<$type>())+
    };
}
