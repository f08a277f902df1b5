//! Keywords that name schemas and refer to them.

use super::Schema;
use super::part::ByName;

/// Start of the references of linked schemas.
pub(crate) const DEFINITION_PREFIX: &str = "#/definitions/";

/// Names of a schema, and its dialect.
#[derive(Clone, Debug, Default)]
pub struct Identifiers {
    /// `$schema`: the dialect.
    pub schema: Option<String>,
    /// `$id`, or `id` in draft-04: the URI.
    pub id: Option<String>,
    /// `$anchor`: a name in the document.
    pub anchor: Option<String>,
    /// `$dynamicAnchor`: a name that documents which refer to this one can redefine.
    pub dynamic_anchor: Option<String>,
    /// `$recursiveAnchor`: whether documents that refer to this one can redefine its root.
    pub recursive_anchor: Option<bool>,
    /// `$vocabulary`: the vocabularies of a meta-schema, and whether each is required.
    pub vocabulary: Option<ByName<bool>>,
}

/// References to other schemas.
#[derive(Clone, Debug, Default)]
pub struct References {
    /// `$ref`.
    pub reference: Option<String>,
    /// `$dynamicRef`.
    pub dynamic: Option<String>,
    /// `$recursiveRef`.
    pub recursive: Option<String>,
}

impl References {
    /// Returns the name of the definition that a linked schema refers to.
    pub fn definition(&self) -> Option<&str> {
        self.reference.as_deref()?.strip_prefix(DEFINITION_PREFIX)
    }

    /// Returns whether a reference depends on the evaluation path, which no fixed type can express.
    pub fn is_dynamic(&self) -> bool {
        self.dynamic.is_some() || self.recursive.is_some()
    }

    /// Returns whether the schema refers to others.
    pub fn any(&self) -> bool {
        self.reference.is_some() || self.dynamic.is_some() || self.recursive.is_some()
    }
}

/// Schemas that only references apply.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// `$defs`.
    pub defs: Option<ByName<Schema>>,
    /// `definitions`, its name before 2019-09.
    pub definitions: Option<ByName<Schema>>,
}
