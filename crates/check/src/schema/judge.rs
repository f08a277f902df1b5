//! A compiled schema as the pipeline sees it: generated at build time or given at run time.

use jsonschema::ValidationError;
use planwright_runtime::RootInfo;
use serde_json::Value;

use super::outline::{Outline, outline_of};

/// What the pipeline asks of a schema.
pub trait CompiledSchema {
    /// Whether a value obeys the schema.
    fn is_valid(&self, value: &Value) -> bool;

    /// Every way in which a value breaks the schema.
    fn errors<'a>(&'a self, value: &'a Value) -> Vec<ValidationError<'a>>;

    /// The tagged union whose `oneOf` or `anyOf` stands at a JSON Pointer of the schema.
    fn union_at(&self, location: &str) -> Option<TaggedUnion<'_>>;

    /// The names in the schema.
    #[doc(hidden)]
    fn outline(&self) -> &Outline;
}

/// A union whose branches are told apart by a member.
#[derive(Clone, Debug)]
pub struct TaggedUnion<'s> {
    /// The member.
    pub tag: &'s str,
    /// Its value in each branch, in the order of the branches.
    pub values: Vec<&'s str>,
}

impl CompiledSchema for RootInfo {
    fn is_valid(&self, value: &Value) -> bool {
        (self.validator)().is_valid(value)
    }

    fn errors<'a>(&'a self, value: &'a Value) -> Vec<ValidationError<'a>> {
        (self.validator)().errors(value)
    }

    fn union_at(&self, location: &str) -> Option<TaggedUnion<'_>> {
        let union = self.unions.iter().find(|union| union.at == location)?;
        Some(TaggedUnion { tag: union.tag, values: union.values.to_vec() })
    }

    fn outline(&self) -> &Outline {
        outline_of(self)
    }
}
