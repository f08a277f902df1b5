//! Makes types for schemas in place, and for definitions that are inlined at their references.

use planwright_schema::Target;
use planwright_schema::link::Definition;
use planwright_schema::model::Schema;
use planwright_schema::names::type_name;

use super::forms::is_object_or_null;
use super::place::{FixedText, Place, describe, fixed_text, title};
use super::scalars::scalar;
use super::{MAX_NESTING, Projection};
use crate::shape::{Kind, TypeDef};

impl<'a> Projection<'a> {
    /// Makes the non-null type of a nullable definition, as a reference to it would. Returns false if the definition
    /// has none.
    pub(super) fn make_bare(&mut self, name: &str, definition: &'a Definition) -> bool {
        if !self.is_plain_definition(definition) || self.leads_back_in_place(name, definition) {
            return false;
        }
        let place = Place::new(definition, name);
        self.nullable(&definition.schema, &place);
        self.make_pending();
        self.types.contains_key(name)
    }

    /// Returns the name of the type for a schema in place, and makes the type if it does not exist.
    pub(super) fn in_place(&mut self, schema: &Schema, place: &Place<'a>, target: Target) -> String {
        if let Some(name) = self.in_place.get(&target) {
            return name.clone();
        }
        let chosen = self.style.name(&target).map(str::to_owned);
        let wanted = chosen.clone().unwrap_or_else(|| place.name.clone());
        let title = title(schema).filter(|title| chosen.is_none() && self.titles.contains(title));
        let fixed = self.repeated_text(schema, place).filter(|_| chosen.is_none() && title.is_none());
        if let Some(name) = fixed.as_ref().and_then(|fixed| self.fixed.get(fixed)) {
            self.in_place.insert(target, name.clone());
            return name.clone();
        }
        let name = if let Some((member, text)) = fixed {
            let name = self.names.claim(&[type_name(&format!("{member} {text}")), wanted]);
            self.fixed.insert((member, text), name.clone());
            name
        } else if self.is_free_name_of(&wanted, place.definition) {
            self.nullable.insert(wanted.clone());
            wanted
        } else {
            self.names.claim(&title.into_iter().chain([wanted]).collect::<Vec<_>>())
        };
        self.in_place.insert(target, name.clone());
        let place = Place { name: name.clone(), ..place.clone() };
        if self.nesting > MAX_NESTING {
            self.deferred.push((name.clone(), schema.clone(), place));
        } else {
            self.make_in_place(&name, schema, &place);
        }
        name
    }

    /// Returns the property and its fixed string if several objects share both.
    fn repeated_text(&self, schema: &Schema, place: &Place<'a>) -> Option<FixedText> {
        let fixed = (place.at.property()?.to_owned(), fixed_text(schema)?.to_owned());
        self.repeated.contains(&fixed).then_some(fixed)
    }

    /// Returns whether a name is that of the definition itself and no type has it.
    ///
    /// This is the case for a definition that is always inlined, such as an object or null.
    fn is_free_name_of(&self, name: &str, definition: &'a Definition) -> bool {
        let own = self.module.definitions.get(name).is_some_and(|own| own.target == definition.target);
        own && definition.elsewhere.is_none()
            && !definition.target.is_root()
            && self.is_plain_definition(definition)
            && !self.leads_back_in_place(name, definition)
            && !self.types.contains_key(name)
            && !self.nullable.contains(name)
    }

    /// Returns whether a definition without a type refers back to itself, so that it cannot be inlined.
    ///
    /// Properties break such a cycle, because an object or null has a named type for the object.
    pub(super) fn leads_back_in_place(&self, name: &str, definition: &'a Definition) -> bool {
        self.references.is_recursive(name) && !is_object_or_null(&definition.schema)
    }

    pub(super) fn make_in_place(&mut self, name: &str, schema: &Schema, place: &Place<'a>) {
        if let Some(kind) = self.kind(schema, place) {
            let mut docs = place.docs(schema);
            if self.nullable.contains(name) && docs.description.is_none() {
                docs.description = describe(&place.definition.schema);
            }
            self.types.insert(name.to_owned(), TypeDef::new(name, docs, kind));
        } else if let Some(judge) = self.in_place_bounds(schema, place) {
            let def = TypeDef::new(name, place.docs(schema), Kind::Alias(scalar(schema, self.style.all.integers)));
            self.types.insert(name.to_owned(), TypeDef { judge: Some(judge), ..def });
        }
    }
}
