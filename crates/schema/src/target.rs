//! Location of a schema in a set.

use std::fmt;

use planwright_source::Pointer;
use serde_json::Value;

use crate::set::SchemaSet;

/// Location of a schema in the set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// Path of the file.
    pub file: String,
    /// Location in the document.
    pub pointer: Pointer,
}

impl Target {
    /// Returns the root of a file.
    pub fn root(file: &str) -> Self {
        Self { file: file.to_owned(), pointer: Pointer::root() }
    }

    /// Returns whether this is the root of a file.
    pub fn is_root(&self) -> bool {
        self.pointer.is_root()
    }

    /// Returns the location of a property below this one.
    #[must_use]
    pub fn member(&self, token: &str) -> Self {
        Self { file: self.file.clone(), pointer: self.pointer.member(token) }
    }

    /// Returns the location of an array item below this one.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        Self { file: self.file.clone(), pointer: self.pointer.index(index) }
    }

    /// Returns the path from another location down to this one, or `None` if this one is not in the other.
    pub fn below(&self, above: &Self) -> Option<Pointer> {
        let rest = self.pointer.as_str().strip_prefix(above.pointer.as_str())?;
        let is_below = rest.is_empty() || rest.starts_with('/');
        (above.file == self.file && is_below).then(|| rest.parse().ok())?
    }

    /// Returns the schema at this location.
    pub fn schema<'a>(&self, set: &'a SchemaSet) -> Option<&'a Value> {
        set.get(&self.file)?.value.pointer(self.pointer.as_str())
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_root() { write!(out, "{}", self.file) } else { write!(out, "{}#{}", self.file, self.pointer) }
    }
}
