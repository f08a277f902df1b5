//! Texts and numbers with bounds, which are types of their own.

use serde_json::Value;

use super::forms::{bounds, integer, text};
use super::{Place, Projection};
use crate::shape::{ScalarBounds, Shape};
use crate::style::{Scalars, Strings};
use planwright_schema::draft;
use planwright_schema::link::Definition;

impl<'a> Projection<'a> {
    /// What a definition asks of its values, where it is a scalar with bounds that becomes a type.
    pub(super) fn judge(&self, definition: &Definition) -> Option<ScalarBounds> {
        if self.style.all.scalars == Scalars::Plain { None } else { self.scalar_bounds(&definition.schema, definition) }
    }

    /// The same of a schema that is written in place.
    pub(super) fn judge_in_place(&self, schema: &Value, place: &Place<'a>) -> Option<ScalarBounds> {
        let is_wanted = self.style.all.scalars == Scalars::Everywhere && !place.at.is_root();
        // The type of a format is worth more than a text with its bounds; whoever reads the whole judges them.
        if is_wanted && self.format_of(schema).is_none() { self.scalar_bounds(schema, place.definition) } else { None }
    }

    fn scalar_bounds(&self, schema: &Value, definition: &Definition) -> Option<ScalarBounds> {
        let bounds = bounds(schema).filter(|_| self.style.all.strings == Strings::Owned)?;
        // The type of a format is one for the schema too, unless there are other bounds.
        let is_format = bounds.keys().all(|key| key == "type" || key == "format");
        if is_format && self.format_of(schema).is_some() {
            return None;
        }
        let draft = draft::variant(definition.draft);
        Some(ScalarBounds { draft, schema: Value::Object(bounds).to_string() })
    }
}

/// The shape of what a scalar with bounds holds.
pub(super) fn scalar(schema: &Value) -> Shape {
    match schema.get("type").and_then(Value::as_str) {
        Some("string") => text(schema),
        Some("integer") => integer(schema),
        _ => Shape::Number,
    }
}
