//! Kinds of values that keywords have, each with its way from JSON and back.

use std::borrow::Cow;
use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::{Map, Number, Value};

use super::{Place, Schema};
use crate::draft::Draft;

/// Location and dialect of a value that is read.
#[derive(Clone, Copy)]
pub(super) struct Reader<'p> {
    pub(super) draft: Draft,
    pub(super) place: &'p Place,
}

impl Reader<'_> {
    fn schema(&self, value: &Value, place: Place) -> Schema {
        Schema::from_value_at(value, self.draft, place)
    }
}

/// Value of a keyword.
pub(super) trait Part: Sized {
    /// Reads the value, or returns `None` if it is of another kind.
    fn from_value(value: &Value, reader: Reader<'_>) -> Option<Self>;

    /// Returns the value as it was read.
    fn to_value(&self) -> Value;

    /// Calls `visit` for each schema in the value.
    fn for_each_schema<'s>(&'s self, _visit: &mut dyn FnMut(&'s Schema)) {}

    /// Calls `visit` for each schema in the value, to be changed.
    fn for_each_schema_mut(&mut self, _visit: &mut dyn FnMut(&mut Schema)) {}

    /// Returns the schema at the location that the next tokens of a pointer name.
    fn schema_at(&self, _tokens: &mut dyn Iterator<Item = Cow<'_, str>>) -> Option<&Schema> {
        None
    }
}

/// Field of a schema: the value of one keyword, if the schema has it.
pub(super) trait Field {
    /// Reads the value. Returns whether it is of the right kind.
    fn read_value(&mut self, value: &Value, reader: Reader<'_>) -> bool;

    /// Returns whether the schema has the keyword.
    fn is_set(&self) -> bool;

    /// Removes the keyword.
    fn clear(&mut self);

    /// Returns the value as it was read.
    fn to_value(&self) -> Option<Value>;

    /// Calls `visit` for each schema in the value.
    fn for_each_schema<'s>(&'s self, visit: &mut dyn FnMut(&'s Schema));

    /// Calls `visit` for each schema in the value, to be changed.
    fn for_each_schema_mut(&mut self, visit: &mut dyn FnMut(&mut Schema));

    /// Returns the schema at the location that the next tokens of a pointer name.
    fn schema_at(&self, tokens: &mut dyn Iterator<Item = Cow<'_, str>>) -> Option<&Schema>;
}

impl<P: Part> Field for Option<P> {
    fn read_value(&mut self, value: &Value, reader: Reader<'_>) -> bool {
        *self = P::from_value(value, reader);
        self.is_some()
    }

    fn is_set(&self) -> bool {
        self.is_some()
    }

    fn clear(&mut self) {
        *self = None;
    }

    fn to_value(&self) -> Option<Value> {
        self.as_ref().map(Part::to_value)
    }

    fn for_each_schema<'s>(&'s self, visit: &mut dyn FnMut(&'s Schema)) {
        if let Some(part) = self {
            part.for_each_schema(visit);
        }
    }

    fn for_each_schema_mut(&mut self, visit: &mut dyn FnMut(&mut Schema)) {
        if let Some(part) = self {
            part.for_each_schema_mut(visit);
        }
    }

    fn schema_at(&self, tokens: &mut dyn Iterator<Item = Cow<'_, str>>) -> Option<&Schema> {
        self.as_ref()?.schema_at(tokens)
    }
}

/// Integer of at least 0, such as the value of `minLength`.
#[derive(Clone, Debug, PartialEq)]
pub struct Count(Number);

impl Count {
    /// Returns the integer, or the largest one that `u64` can represent.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the value is a whole number of at least 0"
    )]
    pub fn get(&self) -> u64 {
        self.0.as_u64().or_else(|| self.0.as_f64().map(|float| float as u64)).unwrap_or(u64::MAX)
    }

    /// Returns the number as it was written.
    pub fn number(&self) -> &Number {
        &self.0
    }
}

impl From<u64> for Count {
    fn from(count: u64) -> Self {
        Self(count.into())
    }
}

impl Part for Count {
    fn from_value(value: &Value, _: Reader<'_>) -> Option<Self> {
        let number = value.as_number()?;
        let is_whole = |float: f64| float >= 0.0 && float.fract() == 0.0;
        (number.is_u64() || number.as_f64().is_some_and(is_whole)).then(|| Self(number.clone()))
    }

    fn to_value(&self) -> Value {
        Value::Number(self.0.clone())
    }
}

impl Part for Number {
    fn from_value(value: &Value, _: Reader<'_>) -> Option<Self> {
        value.as_number().cloned()
    }

    fn to_value(&self) -> Value {
        Value::Number(self.clone())
    }
}

impl Part for String {
    fn from_value(value: &Value, _: Reader<'_>) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }

    fn to_value(&self) -> Value {
        Value::String(self.clone())
    }
}

impl Part for bool {
    fn from_value(value: &Value, _: Reader<'_>) -> Option<Self> {
        value.as_bool()
    }

    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Part for Value {
    fn from_value(value: &Value, _: Reader<'_>) -> Option<Self> {
        Some(value.clone())
    }

    fn to_value(&self) -> Value {
        self.clone()
    }
}

/// Array of values of any type, such as the value of `enum`.
impl Part for Vec<Value> {
    fn from_value(value: &Value, _: Reader<'_>) -> Option<Self> {
        value.as_array().cloned()
    }

    fn to_value(&self) -> Value {
        Value::Array(self.clone())
    }
}

/// Array of names, such as the value of `required`.
impl Part for Vec<String> {
    fn from_value(value: &Value, _: Reader<'_>) -> Option<Self> {
        value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
    }

    fn to_value(&self) -> Value {
        self.iter().map(String::as_str).collect()
    }
}

impl Part for Box<Schema> {
    fn from_value(value: &Value, reader: Reader<'_>) -> Option<Self> {
        (value.is_object() || value.is_boolean()).then(|| Self::new(reader.schema(value, reader.place.clone())))
    }

    fn to_value(&self) -> Value {
        Schema::to_value(self)
    }

    fn for_each_schema<'s>(&'s self, visit: &mut dyn FnMut(&'s Schema)) {
        visit(self);
    }

    fn for_each_schema_mut(&mut self, visit: &mut dyn FnMut(&mut Schema)) {
        visit(self);
    }

    fn schema_at(&self, _: &mut dyn Iterator<Item = Cow<'_, str>>) -> Option<&Schema> {
        Some(self)
    }
}

impl Part for Vec<Schema> {
    fn from_value(value: &Value, reader: Reader<'_>) -> Option<Self> {
        let items = value.as_array()?.iter().enumerate();
        Some(items.map(|(index, item)| reader.schema(item, reader.place.index(index))).collect())
    }

    fn to_value(&self) -> Value {
        self.iter().map(Schema::to_value).collect()
    }

    fn for_each_schema<'s>(&'s self, visit: &mut dyn FnMut(&'s Schema)) {
        self.iter().for_each(visit);
    }

    fn for_each_schema_mut(&mut self, visit: &mut dyn FnMut(&mut Schema)) {
        self.iter_mut().for_each(visit);
    }

    fn schema_at(&self, tokens: &mut dyn Iterator<Item = Cow<'_, str>>) -> Option<&Schema> {
        self.get(tokens.next()?.parse::<usize>().ok()?)
    }
}

/// Values by name, in the order in which they were written.
pub type ByName<T> = IndexMap<Arc<str>, T>;

/// Values of an object, all of one kind.
impl<P: NamedPart> Part for ByName<P> {
    fn from_value(value: &Value, reader: Reader<'_>) -> Option<Self> {
        let named = value.as_object()?.iter().map(|(name, value)| {
            let name: Arc<str> = name.as_str().into();
            let place = reader.place.name(Arc::clone(&name));
            Some((name, P::from_value(value, Reader { place: &place, ..reader })?))
        });
        named.collect()
    }

    fn to_value(&self) -> Value {
        Value::Object(self.iter().map(|(name, part)| (name.to_string(), part.to_value())).collect::<Map<_, _>>())
    }

    fn for_each_schema<'s>(&'s self, visit: &mut dyn FnMut(&'s Schema)) {
        self.values().for_each(|part| part.for_each_schema(visit));
    }

    fn for_each_schema_mut(&mut self, visit: &mut dyn FnMut(&mut Schema)) {
        self.values_mut().for_each(|part| part.for_each_schema_mut(visit));
    }

    fn schema_at(&self, tokens: &mut dyn Iterator<Item = Cow<'_, str>>) -> Option<&Schema> {
        self.get(&*tokens.next()?)?.schema_at(tokens)
    }
}

/// Kinds of values that keywords have by name.
pub(super) trait NamedPart: Part {}

impl NamedPart for bool {}
impl NamedPart for Vec<String> {}
impl NamedPart for Schema {}

impl Part for Schema {
    fn from_value(value: &Value, reader: Reader<'_>) -> Option<Self> {
        Some(reader.schema(value, reader.place.clone()))
    }

    fn to_value(&self) -> Value {
        Schema::to_value(self)
    }

    fn for_each_schema<'s>(&'s self, visit: &mut dyn FnMut(&'s Schema)) {
        visit(self);
    }

    fn for_each_schema_mut(&mut self, visit: &mut dyn FnMut(&mut Schema)) {
        visit(self);
    }

    fn schema_at(&self, _: &mut dyn Iterator<Item = Cow<'_, str>>) -> Option<&Schema> {
        Some(self)
    }
}
