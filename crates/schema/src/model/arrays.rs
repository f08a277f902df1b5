//! Keywords that apply to arrays.

use std::borrow::Cow;

use serde_json::Value;

use super::Schema;
use super::part::{Count, Part, Reader};
use crate::draft::Draft;

/// Assertions about arrays, and the schemas of their items.
#[derive(Clone, Debug, Default)]
pub struct ArrayKeywords {
    /// `prefixItems`: the schemas of the first items.
    pub prefix_items: Option<Vec<Schema>>,
    /// `items`.
    pub items: Option<Items>,
    /// `additionalItems`: the schema of the items after a list of `items`.
    pub additional_items: Option<Box<Schema>>,
    /// `contains`: the schema that some items must match.
    pub contains: Option<Box<Schema>>,
    /// `minContains`.
    pub min_contains: Option<Count>,
    /// `maxContains`.
    pub max_contains: Option<Count>,
    /// `minItems`.
    pub min_items: Option<Count>,
    /// `maxItems`.
    pub max_items: Option<Count>,
    /// `uniqueItems`.
    pub unique_items: Option<bool>,
    /// `unevaluatedItems`: the schema of the items that no other keyword applies to.
    pub unevaluated_items: Option<Box<Schema>>,
}

/// Value of `items`.
#[derive(Clone, Debug)]
pub enum Items {
    /// The schema of all items that are not in `prefixItems`.
    All(Box<Schema>),
    /// The schemas of the first items, before 2020-12.
    First(Vec<Schema>),
}

impl Part for Items {
    fn from_value(value: &Value, reader: Reader<'_>) -> Option<Self> {
        if value.is_array() {
            return (reader.draft != Draft::Draft202012).then(|| Vec::from_value(value, reader).map(Self::First))?;
        }
        Box::from_value(value, reader).map(Self::All)
    }

    fn to_value(&self) -> Value {
        match self {
            Self::All(schema) => Part::to_value(schema),
            Self::First(schemas) => schemas.to_value(),
        }
    }

    fn for_each_schema<'s>(&'s self, visit: &mut dyn FnMut(&'s Schema)) {
        match self {
            Self::All(schema) => visit(schema),
            Self::First(schemas) => schemas.for_each_schema(visit),
        }
    }

    fn for_each_schema_mut(&mut self, visit: &mut dyn FnMut(&mut Schema)) {
        match self {
            Self::All(schema) => visit(schema),
            Self::First(schemas) => schemas.for_each_schema_mut(visit),
        }
    }

    fn schema_at(&self, tokens: &mut dyn Iterator<Item = Cow<'_, str>>) -> Option<&Schema> {
        match self {
            Self::All(schema) => Some(schema),
            Self::First(schemas) => schemas.schema_at(tokens),
        }
    }
}

impl ArrayKeywords {
    /// Returns whether the schema defines items by position or all of them.
    pub fn has_items(&self) -> bool {
        self.items.is_some() || self.prefix_items.is_some() || self.additional_items.is_some()
    }

    /// Returns the schemas of the first items, in the meaning of any draft.
    pub fn slots(&self) -> &[Schema] {
        match (&self.prefix_items, &self.items) {
            (Some(slots), _) | (None, Some(Items::First(slots))) => slots,
            _ => &[],
        }
    }

    /// Returns the schema of the items after [`slots`](Self::slots), in the meaning of any draft.
    pub fn rest(&self) -> Option<&Schema> {
        match &self.items {
            Some(Items::All(schema)) => Some(schema),
            Some(Items::First(_)) => self.additional_items.as_deref(),
            None => None,
        }
    }
}
