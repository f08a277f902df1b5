//! Finds scalars that become types: those with bounds, and definitions without bounds, which give a name to their values.

use super::forms::{bounds, is_plain_scalar, text};
use super::integers::integer;
use super::{Place, Projection};
use crate::shape::{ScalarBounds, Shape};
use crate::style::{Integers, Scalars, Strings};
use planwright_schema::draft;
use planwright_schema::link::Definition;
use planwright_schema::model::{Schema, Type};

impl<'a> Projection<'a> {
    /// Returns the bounds of a definition, if it is a scalar with bounds that becomes a type.
    pub(super) fn definition_bounds(&self, definition: &Definition) -> Option<ScalarBounds> {
        if self.style.all.scalars == Scalars::Plain { None } else { self.scalar_bounds(&definition.schema, definition) }
    }

    /// Returns whether a definition is a scalar that becomes a type.
    pub(super) fn is_named_scalar(&self, definition: &Definition) -> bool {
        self.definition_bounds(definition).is_some() || self.is_named_plain(definition)
    }

    /// Returns whether a definition is a scalar without bounds that becomes a type. A format type has a name already.
    pub(super) fn is_named_plain(&self, definition: &Definition) -> bool {
        let style = &self.style.all;
        style.scalars != Scalars::Plain
            && style.strings == Strings::Owned
            && self.format_of(&definition.schema).is_none()
            && is_plain_scalar(&definition.schema)
    }

    /// Same as [`definition_bounds`](Self::definition_bounds), for a schema in place.
    pub(super) fn in_place_bounds(&self, schema: &Schema, place: &Place<'a>) -> Option<ScalarBounds> {
        let is_wanted = self.style.all.scalars == Scalars::Everywhere && !place.at.is_root();
        // A format type takes precedence over a string with bounds. The validator of the whole document still checks
        // the bounds.
        if is_wanted && self.format_of(schema).is_none() { self.scalar_bounds(schema, place.definition) } else { None }
    }

    fn scalar_bounds(&self, schema: &Schema, definition: &Definition) -> Option<ScalarBounds> {
        let bounds = bounds(schema).filter(|_| self.style.all.strings == Strings::Owned)?;
        // A format type already expresses the schema, unless there are other bounds.
        if bounds.is_format && self.format_of(schema).is_some() {
            return None;
        }
        let draft = draft::variant(definition.draft);
        Some(ScalarBounds { draft, schema: bounds.schema.to_string() })
    }
}

/// Returns the shape inside a scalar that becomes a type.
pub(super) fn scalar(schema: &Schema, by: Integers) -> Shape {
    match schema.groups().single_type() {
        Some(Type::String) => text(schema),
        Some(Type::Integer) => integer(schema, by),
        Some(Type::Boolean) => Shape::Bool,
        _ => Shape::Number,
    }
}
