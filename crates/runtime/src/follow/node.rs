//! Compiled schemas for values that are still arriving, one node per schema.

use std::collections::HashMap;
use std::sync::OnceLock;

use jsonschema::Draft;
use serde_json::Value;

use super::pattern::FollowPattern;
use crate::diagnostic::Diagnostic;
use crate::reader::kinds;
use crate::schema::violations;
use crate::validator::Validator;

/// Index of a node in its schema.
pub(super) type NodeId = usize;

/// Constraints of one schema.
#[derive(Debug)]
pub(super) struct FollowNode {
    /// Allowed types.
    pub(super) kinds: u8,
    /// Whether every number that starts with a minus is rejected.
    pub(super) refuses_minus: bool,
    /// Allowed strings, if they are listed.
    pub(super) texts: Option<Vec<String>>,
    /// Whether the list of values comes from `const`.
    pub(super) is_const: bool,
    /// Maximum number of characters of a string.
    pub(super) most: Option<usize>,
    /// Pattern of a string.
    pub(super) pattern: Option<FollowPattern>,
    /// Check at the end of a string or number.
    pub(super) scalar: Option<ScalarCheck>,
    pub(super) object: Option<FollowObject>,
    pub(super) list: Option<FollowList>,
    /// Schemas that must all be satisfied too.
    pub(super) all: Vec<NodeId>,
    /// Lists of schemas, of which at least one per list must be satisfied.
    pub(super) unions: Vec<Vec<NodeId>>,
}

/// Constraints on an object.
#[derive(Debug, Default)]
pub(super) struct FollowObject {
    /// Named properties, in schema order.
    pub(super) members: Vec<(String, NodeId)>,
    /// Index of each property in that list.
    pub(super) places: HashMap<String, usize>,
    /// Properties whose names match a pattern.
    pub(super) patterns: Vec<(NamePattern, NodeId)>,
    /// Schema of all other properties, or `None` if they are unconstrained.
    pub(super) extra: Option<NodeId>,
    /// Whether other properties are forbidden.
    pub(super) is_closed: bool,
    /// Schema of property names.
    pub(super) names: Option<NodeId>,
    pub(super) required: Vec<String>,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
    /// A property that must be absent.
    pub(super) absent: Option<String>,
}

/// Pattern of a property name.
#[derive(Debug)]
pub(super) struct NamePattern {
    pub(super) automaton: FollowPattern,
    pub(super) check: ScalarCheck,
}

/// Constraints on an array.
#[derive(Debug, Default)]
pub(super) struct FollowList {
    /// Schemas of the first elements.
    pub(super) first: Vec<NodeId>,
    /// Schema of the other elements, or `None` if they are unconstrained.
    pub(super) rest: Option<NodeId>,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
}

/// Keywords for strings, numbers and constants, which the validator checks.
#[derive(Debug)]
pub(super) struct ScalarCheck {
    /// Types for which it checks more than the type.
    pub(super) kinds: u8,
    schema: Value,
    draft: Draft,
    built: OnceLock<Option<Validator>>,
}

impl FollowNode {
    /// Returns a node that allows everything.
    pub(super) fn any() -> Self {
        Self {
            kinds: kinds::ANY,
            refuses_minus: false,
            texts: None,
            is_const: false,
            most: None,
            pattern: None,
            scalar: None,
            object: None,
            list: None,
            all: Vec::new(),
            unions: Vec::new(),
        }
    }

    /// Returns a node that allows nothing.
    pub(super) fn never() -> Self {
        Self { kinds: 0, ..Self::any() }
    }

    /// Returns whether no value is allowed.
    pub(super) fn is_never(&self) -> bool {
        self.kinds == 0
    }
}

impl FollowList {
    /// Returns the schema of the element at an index.
    pub(super) fn element(&self, index: usize) -> Option<NodeId> {
        self.first.get(index).copied().or(self.rest)
    }
}

impl ScalarCheck {
    pub(super) fn new(schema: Value, draft: Draft, kinds: u8) -> Self {
        Self { kinds, schema, draft, built: OnceLock::new() }
    }

    fn validator(&self) -> Option<&Validator> {
        let build = || Validator::of_document(&self.schema, self.draft, std::collections::BTreeMap::new()).ok();
        self.built.get_or_init(build).as_ref()
    }

    /// Returns whether a value is allowed. A value that cannot be checked separately is allowed.
    pub(super) fn allows(&self, value: &Value) -> bool {
        self.validator().is_none_or(|validator| validator.is_valid(value))
    }

    /// Returns why a value is rejected.
    pub(super) fn refusal(&self, value: &Value) -> Option<Diagnostic> {
        let validator = self.validator().filter(|validator| !validator.is_valid(value))?;
        violations(validator, value, |violation, _| Some(violation)).into_iter().next()
    }
}
