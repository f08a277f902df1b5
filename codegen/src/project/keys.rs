//! Finds the types of map keys.

use planwright_schema::model::{Schema, Type};

use super::forms::{single, text_enum};
use super::{Place, Projection};
use crate::shape::Shape;
use crate::style::Strings;

impl<'a> Projection<'a> {
    /// Returns the type of the property names of a map: a string enum, or the type of a string.
    pub(super) fn key(&mut self, schema: &Schema, place: &Place<'a>) -> Option<String> {
        let names = schema.groups().object.property_names.as_deref()?;
        let inside = place.inside(&names.place, "key");
        if self.style.all.strings == Strings::Borrowed || !self.is_key(names, &inside) {
            return None;
        }
        match self.shape(names, &inside) {
            Shape::Named(name) => Some(name),
            _ => None,
        }
    }

    /// Returns whether a schema becomes a type of strings that can be compared and converted from any string.
    fn is_key(&self, schema: &Schema, place: &Place<'a>) -> bool {
        if self.style.is_replaced(&place.target()) {
            return false;
        }
        let Some(name) = schema.groups().references.definition() else {
            let is_string = schema.groups().single_type() == Some(Type::String);
            return text_enum(schema).is_some() || is_string && self.in_place_bounds(schema, place).is_some();
        };
        let Some(definition) = self.module.definitions.get(name) else { return false };
        let target = single(&definition.schema);
        let is_string = target.groups().single_type() == Some(Type::String);
        !self.style.is_replaced(&definition.target)
            && self.join(schema, place).is_none()
            && (text_enum(target).is_some()
                || self.open_enum(target).is_some()
                || is_string && self.is_named_scalar(definition))
    }
}
