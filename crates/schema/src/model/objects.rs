//! Keywords that apply to objects.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use super::Schema;
use super::part::{ByName, Count, NamedPart, Part, Reader};

/// Assertions about objects, and the schemas of their properties.
#[derive(Clone, Debug, Default)]
pub struct ObjectKeywords {
    /// `properties`.
    pub properties: Option<ByName<Schema>>,
    /// `patternProperties`: schemas of properties whose names match a pattern.
    pub pattern_properties: Option<ByName<Schema>>,
    /// `additionalProperties`: the schema of other properties.
    pub additional_properties: Option<Box<Schema>>,
    /// `unevaluatedProperties`: the schema of properties that no other keyword applies to.
    pub unevaluated_properties: Option<Box<Schema>>,
    /// `propertyNames`: the schema of the names.
    pub property_names: Option<Box<Schema>>,
    /// `required`.
    pub required: Option<Vec<String>>,
    /// `minProperties`.
    pub min_properties: Option<Count>,
    /// `maxProperties`.
    pub max_properties: Option<Count>,
    /// `dependentRequired`: the properties that another property requires.
    pub dependent_required: Option<ByName<Vec<String>>>,
    /// `dependentSchemas`: the schemas that apply to the object if it has a property.
    pub dependent_schemas: Option<ByName<Schema>>,
    /// `dependencies`: both of these, before 2019-09.
    pub dependencies: Option<ByName<Dependency>>,
}

/// Value in `dependencies`.
#[derive(Clone, Debug)]
pub enum Dependency {
    /// The properties that the property requires.
    Names(Vec<String>),
    /// The schema that applies to the object if it has the property.
    Schema(Schema),
}

impl Part for Dependency {
    fn from_value(value: &Value, reader: Reader<'_>) -> Option<Self> {
        if value.is_array() {
            Part::from_value(value, reader).map(Self::Names)
        } else {
            Part::from_value(value, reader).map(Self::Schema)
        }
    }

    fn to_value(&self) -> Value {
        match self {
            Self::Names(names) => names.to_value(),
            Self::Schema(schema) => schema.to_value(),
        }
    }

    fn for_each_schema<'s>(&'s self, visit: &mut dyn FnMut(&'s Schema)) {
        match self {
            Self::Names(_) => {}
            Self::Schema(schema) => visit(schema),
        }
    }

    fn for_each_schema_mut(&mut self, visit: &mut dyn FnMut(&mut Schema)) {
        match self {
            Self::Names(_) => {}
            Self::Schema(schema) => visit(schema),
        }
    }

    fn schema_at(&self, _: &mut dyn Iterator<Item = Cow<'_, str>>) -> Option<&Schema> {
        match self {
            Self::Names(_) => None,
            Self::Schema(schema) => Some(schema),
        }
    }
}

impl NamedPart for Dependency {}

impl ObjectKeywords {
    /// Returns whether a property is required.
    pub fn requires(&self, name: &str) -> bool {
        self.required.iter().flatten().any(|required| required == name)
    }

    /// Returns whether properties are forbidden unless `properties` names them.
    pub fn is_closed(&self) -> bool {
        let extra = self.additional_properties.as_deref().and_then(Schema::as_bool);
        extra == Some(false) && self.pattern_properties.is_none()
    }

    /// Returns the properties that other properties require, in the meaning of any draft.
    pub fn required_by_property(&self) -> impl Iterator<Item = (&Arc<str>, &Vec<String>)> {
        let old = self.dependencies.iter().flatten().filter_map(|(name, dependency)| match dependency {
            Dependency::Names(names) => Some((name, names)),
            Dependency::Schema(_) => None,
        });
        self.dependent_required.iter().flatten().chain(old)
    }

    /// Returns the schemas that apply to an object with a property, in the meaning of any draft.
    pub fn schemas_by_property(&self) -> impl Iterator<Item = (&Arc<str>, &Schema)> {
        let old = self.dependencies.iter().flatten().filter_map(|(name, dependency)| match dependency {
            Dependency::Names(_) => None,
            Dependency::Schema(schema) => Some((name, schema)),
        });
        self.dependent_schemas.iter().flatten().chain(old)
    }

    /// Returns the schema of a property.
    pub fn property(&self, name: &str) -> Option<&Schema> {
        self.properties.as_ref()?.get(name)
    }
}
