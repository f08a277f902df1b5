//! What a schema asks of a value that is still arriving: one node for each of its schemas.

use std::collections::HashMap;
use std::sync::OnceLock;

use jsonschema::Draft;
use serde_json::Value;

use super::pattern::FollowPattern;
use crate::diagnostic::Diagnostic;
use crate::reader::kinds;
use crate::schema::violations;
use crate::validator::Validator;

/// The number of a node in its schema.
pub(super) type NodeId = usize;

/// What one schema asks of a value.
#[derive(Debug)]
pub(super) struct FollowNode {
    /// The types that are allowed.
    pub(super) kinds: u8,
    /// Whether every number that begins with a minus is refused.
    pub(super) refuses_minus: bool,
    /// The texts that are allowed, if they are listed.
    pub(super) texts: Option<Vec<String>>,
    /// Whether the list of values is a `const`.
    pub(super) is_const: bool,
    /// The largest number of characters of a text.
    pub(super) most: Option<usize>,
    /// The pattern of a text.
    pub(super) pattern: Option<FollowPattern>,
    /// What is judged of a text or number at its end.
    pub(super) scalar: Option<ScalarCheck>,
    pub(super) object: Option<FollowObject>,
    pub(super) list: Option<FollowList>,
    /// All of these hold of the value too.
    pub(super) all: Vec<NodeId>,
    /// Of each of these lists, one holds at least.
    pub(super) unions: Vec<Vec<NodeId>>,
}

/// What is asked of an object.
#[derive(Debug, Default)]
pub(super) struct FollowObject {
    /// The members that are named, in the order of the schema.
    pub(super) members: Vec<(String, NodeId)>,
    /// Where each stands in that list.
    pub(super) places: HashMap<String, usize>,
    /// Members whose name has a pattern.
    pub(super) patterns: Vec<(NamePattern, NodeId)>,
    /// All other members; `None` where nothing is asked of them.
    pub(super) extra: Option<NodeId>,
    /// Whether there may be no other members.
    pub(super) is_closed: bool,
    /// What is asked of each name.
    pub(super) names: Option<NodeId>,
    pub(super) required: Vec<String>,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
    /// A member that may not be there.
    pub(super) absent: Option<String>,
}

/// The pattern of a name.
#[derive(Debug)]
pub(super) struct NamePattern {
    pub(super) automaton: FollowPattern,
    pub(super) check: ScalarCheck,
}

/// What is asked of a list.
#[derive(Debug, Default)]
pub(super) struct FollowList {
    /// Of the first elements, one by one.
    pub(super) first: Vec<NodeId>,
    /// Of the others; `None` where nothing is asked of them.
    pub(super) rest: Option<NodeId>,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
}

/// The keywords of a schema that are about texts, numbers and constants, for the validator to judge.
#[derive(Debug)]
pub(super) struct ScalarCheck {
    /// The types of which it asks more than the type.
    pub(super) kinds: u8,
    schema: Value,
    draft: Draft,
    built: OnceLock<Option<Validator>>,
}

impl FollowNode {
    /// Allows everything.
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

    /// Allows nothing.
    pub(super) fn never() -> Self {
        Self { kinds: 0, ..Self::any() }
    }

    /// Whether no value is allowed, whatever it is.
    pub(super) fn is_never(&self) -> bool {
        self.kinds == 0
    }
}

impl FollowList {
    /// What is asked of the element at an index.
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

    /// Whether a value is allowed. What cannot be judged alone is.
    pub(super) fn allows(&self, value: &Value) -> bool {
        self.validator().is_none_or(|validator| validator.is_valid(value))
    }

    /// Why a value is refused.
    pub(super) fn refusal(&self, value: &Value) -> Option<Diagnostic> {
        let validator = self.validator().filter(|validator| !validator.is_valid(value))?;
        violations(validator, value, |violation, _| Some(violation)).into_iter().next()
    }
}
