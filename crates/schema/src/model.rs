//! Typed representation of a schema, in any dialect.
//!
//! [`Schema::from_value`] sorts the keywords of a document into groups by the values that they apply to. Nothing is lost:
//! [`Schema::to_value`] returns the document, with its keywords in their order. Keywords that the dialect does not define
//! are in [`unknown`](SchemaObject::unknown), and values of the wrong kind in [`invalid`](SchemaObject::invalid).
//!
//! The representation is as deep as its document, whose depth the parsers limit.

mod annotations;
mod any;
mod arrays;
mod fields;
mod keyword;
mod logic;
mod numbers;
mod objects;
mod part;
mod place;
mod references;
mod strings;
mod upgrade;

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use planwright_source::Pointer;
use serde_json::{Map, Value};

use self::fields::{field, field_mut};
use self::part::Reader;
use crate::draft::{self, Draft};

pub use self::annotations::Annotations;
pub use self::any::{Type, Types, Values};
pub use self::arrays::{ArrayKeywords, Items};
pub use self::keyword::{Effect, Keyword, Subject, ValueKind};
pub use self::logic::Logic;
pub use self::numbers::{Bound, Exclusive, NumberKeywords};
pub use self::objects::{Dependency, ObjectKeywords};
pub use self::part::{ByName, Count};
pub use self::place::Place;
pub(crate) use self::references::DEFINITION_PREFIX;
pub use self::references::{Definitions, Identifiers, References};
pub use self::strings::{Content, StringKeywords};

/// A schema, with its location in its document.
#[derive(Clone, Debug)]
pub struct Schema {
    /// Location in the document.
    pub place: Place,
    /// Form of the schema.
    pub form: Form,
}

/// Form of a schema.
#[derive(Clone, Debug)]
pub enum Form {
    /// `true`, which accepts every value, or `false`, which rejects every value.
    Boolean(bool),
    /// An object with keywords.
    Object(Box<SchemaObject>),
    /// A value that is not a schema.
    Invalid(Value),
}

/// The keywords of a schema, by the values that they apply to.
#[derive(Clone, Debug, Default)]
pub struct SchemaObject {
    /// `$id`, `$anchor` and others.
    pub identifiers: Identifiers,
    /// `$ref` and others.
    pub references: References,
    /// `$defs` and `definitions`.
    pub definitions: Definitions,
    /// `type`.
    pub types: Option<Types>,
    /// `enum` and `const`.
    pub values: Values,
    /// `format`.
    pub format: Option<String>,
    /// Keywords for strings.
    pub string: StringKeywords,
    /// `contentEncoding` and others.
    pub content: Content,
    /// Keywords for numbers.
    pub number: NumberKeywords,
    /// Keywords for arrays.
    pub array: ArrayKeywords,
    /// Keywords for objects.
    pub object: ObjectKeywords,
    /// `allOf`, `if` and others.
    pub logic: Logic,
    /// `title`, `default` and others.
    pub annotations: Annotations,
    /// Keywords that the dialect does not define, in their order.
    pub unknown: ByName<Value>,
    /// Keywords whose value is of the wrong kind.
    pub invalid: Vec<(Keyword, Value)>,
    /// Keywords that constrain values, but that the dialect ignores because they are next to a `$ref`.
    pub ignored: Vec<(Keyword, Value)>,
    /// Names in the order in which they were written.
    order: Vec<Name>,
}

/// Name in a schema.
#[derive(Clone, Debug)]
enum Name {
    Keyword(Keyword),
    Unknown(Arc<str>),
}

impl Schema {
    /// Reads a document of a dialect.
    pub fn from_value(document: &Value, draft: Draft) -> Self {
        Self::from_value_at(document, draft, Place::root())
    }

    /// Reads a schema of a dialect that is located at `place`.
    pub fn from_value_at(schema: &Value, draft: Draft, place: Place) -> Self {
        let form = match schema {
            Value::Bool(accepts) => Form::Boolean(*accepts),
            Value::Object(members) => Form::Object(SchemaObject::from_members(members, draft, &place)),
            other => Form::Invalid(other.clone()),
        };
        Self { place, form }
    }

    /// Returns `true` or `false`, at no location.
    pub fn from_bool(accepts: bool) -> Self {
        Self { place: Place::root(), form: Form::Boolean(accepts) }
    }

    /// Returns the schema as it was read. Keywords that were added come last.
    pub fn to_value(&self) -> Value {
        match &self.form {
            Form::Boolean(accepts) => Value::Bool(*accepts),
            Form::Object(object) => Value::Object(object.to_map()),
            Form::Invalid(value) => value.clone(),
        }
    }

    /// Returns the keywords, unless the schema is `true` or `false`.
    pub fn object(&self) -> Option<&SchemaObject> {
        match &self.form {
            Form::Object(object) => Some(object),
            Form::Boolean(_) | Form::Invalid(_) => None,
        }
    }

    /// Returns the keywords, to be changed.
    pub fn object_mut(&mut self) -> Option<&mut SchemaObject> {
        match &mut self.form {
            Form::Object(object) => Some(object),
            Form::Boolean(_) | Form::Invalid(_) => None,
        }
    }

    /// Returns the keywords by group. The groups of `true` and `false` are empty.
    pub fn groups(&self) -> &SchemaObject {
        static EMPTY: LazyLock<SchemaObject> = LazyLock::new(SchemaObject::default);
        self.object().unwrap_or(&EMPTY)
    }

    /// Returns whether the schema is `true` or `false`, and which.
    pub fn as_bool(&self) -> Option<bool> {
        match &self.form {
            Form::Boolean(accepts) => Some(*accepts),
            Form::Object(_) | Form::Invalid(_) => None,
        }
    }

    /// Calls `visit` for each direct subschema, in the order of the document.
    pub fn for_each_child<'s>(&'s self, visit: &mut dyn FnMut(&'s Self)) {
        for keyword in self.object().into_iter().flat_map(SchemaObject::keywords) {
            self.for_each_child_of(keyword, visit);
        }
    }

    /// Calls `visit` for each direct subschema in the value of one keyword.
    pub fn for_each_child_of<'s>(&'s self, keyword: Keyword, visit: &mut dyn FnMut(&'s Self)) {
        if let Some(object) = self.object() {
            field(object, keyword).for_each_schema(visit);
        }
    }

    /// Calls `visit` for each direct subschema, to be changed.
    pub fn for_each_child_mut(&mut self, visit: &mut dyn FnMut(&mut Self)) {
        let keywords: Vec<Keyword> = self.object().into_iter().flat_map(SchemaObject::keywords).collect();
        for keyword in keywords {
            self.for_each_child_of_mut(keyword, visit);
        }
    }

    /// Calls `visit` for each direct subschema in the value of one keyword, to be changed.
    pub fn for_each_child_of_mut(&mut self, keyword: Keyword, visit: &mut dyn FnMut(&mut Self)) {
        if let Form::Object(object) = &mut self.form {
            field_mut(object, keyword).for_each_schema_mut(visit);
        }
    }

    /// Returns the schema at a location below this one.
    ///
    /// Returns `None` if the path passes through anything but keywords that contain schemas.
    pub fn at(&self, pointer: &Pointer) -> Option<&Self> {
        let mut schema = self;
        let mut tokens = pointer.tokens();
        while let Some(name) = tokens.next() {
            schema = field(schema.object()?, Keyword::from_name(&name)?).schema_at(&mut tokens)?;
        }
        Some(schema)
    }

    /// Calls `visit` for the schema and every nested schema, parents first.
    pub fn walk<'s>(&'s self, visit: &mut dyn FnMut(&'s Self)) {
        visit(self);
        self.for_each_child(&mut |child| child.walk(visit));
    }
}

impl SchemaObject {
    fn from_members(members: &Map<String, Value>, draft: Draft, place: &Place) -> Box<Self> {
        let mut object = Box::<Self>::default();
        let ignores = draft::ignores_siblings(draft) && members.contains_key(Keyword::Ref.name());
        for (name, value) in members {
            let Some(keyword) = Keyword::from_name(name).filter(|keyword| keyword.is_read_in(draft)) else {
                let name: Arc<str> = name.as_str().into();
                object.order.push(Name::Unknown(Arc::clone(&name)));
                object.unknown.insert(name, value.clone());
                continue;
            };
            object.order.push(Name::Keyword(keyword));
            let reader = Reader { draft, place: &place.keyword(keyword) };
            if ignores && keyword.constrains() && keyword != Keyword::Ref {
                object.ignored.push((keyword, value.clone()));
            } else if !field_mut(&mut object, keyword).read_value(value, reader) {
                object.invalid.push((keyword, value.clone()));
            }
        }
        object
    }

    fn to_map(&self) -> Map<String, Value> {
        let mut members = Map::new();
        for name in self.names() {
            let (name, value) = match &name {
                Name::Keyword(keyword) => (keyword.name(), self.value(*keyword)),
                Name::Unknown(name) => (&**name, self.unknown.get(name).cloned()),
            };
            members.extend(value.map(|value| (name.to_owned(), value)));
        }
        members
    }

    /// Returns every name once: first those that were read, in their order, then those that were added.
    fn names(&self) -> impl Iterator<Item = Name> {
        let read: HashSet<&str> = self.order.iter().filter_map(Name::unknown).collect();
        let unknown = self.unknown.keys().filter(move |name| !read.contains(&***name)).cloned().map(Name::Unknown);
        self.order.iter().cloned().chain(self.added().map(Name::Keyword)).chain(unknown)
    }

    /// Returns the keywords that were added after the schema was read.
    fn added(&self) -> impl Iterator<Item = Keyword> {
        let mut read = [false; Keyword::ALL.len()];
        for keyword in self.order.iter().filter_map(Name::keyword) {
            read[keyword as usize] = true;
        }
        // Both names of the URI have one field.
        read[Keyword::DollarId as usize] |= read[Keyword::Id as usize];
        read[Keyword::Id as usize] = true;
        Keyword::ALL.into_iter().filter(move |keyword| !read[*keyword as usize] && field(self, *keyword).is_set())
    }

    /// Returns the value of a keyword as it was read, also one that is invalid or ignored.
    pub fn value(&self, keyword: Keyword) -> Option<Value> {
        let unread = self.invalid.iter().chain(&self.ignored).find(|(known, _)| *known == keyword);
        field(self, keyword).to_value().or_else(|| unread.map(|(_, value)| value.clone()))
    }

    /// Returns whether the schema has a keyword, with a value of the right kind, that is not ignored.
    pub fn has(&self, keyword: Keyword) -> bool {
        field(self, keyword).is_set()
    }

    /// Returns whether the schema has a keyword and nothing else.
    pub fn is_only(&self, keyword: Keyword) -> bool {
        self.has(keyword) && self.names().nth(1).is_none()
    }

    /// Returns the type if `type` names a single one.
    pub fn single_type(&self) -> Option<Type> {
        match self.types {
            Some(Types::One(one)) => Some(one),
            Some(Types::List(_)) | None => None,
        }
    }

    /// Returns whether the schema accepts values of a type, according to its `type`.
    pub fn has_type(&self, kind: Type) -> bool {
        self.types.as_ref().is_none_or(|types| types.as_slice().contains(&kind))
    }

    /// Removes the keywords that `keep` rejects and everything that has no effect: unknown keywords, and those that the
    /// dialect ignores next to a `$ref`.
    pub fn retain(&mut self, keep: impl Fn(Keyword) -> bool) {
        for keyword in Keyword::ALL.into_iter().filter(|keyword| !keep(*keyword)) {
            field_mut(self, keyword).clear();
        }
        self.invalid.retain(|(keyword, _)| keep(*keyword));
        self.ignored.clear();
        self.unknown.clear();
    }

    /// Returns the keywords that have an effect or annotate, in the order in which they were written.
    pub fn keywords(&self) -> impl Iterator<Item = Keyword> {
        let read = self.order.iter().filter_map(Name::keyword).filter(|keyword| field(self, *keyword).is_set());
        read.chain(self.added())
    }
}

impl Name {
    fn keyword(&self) -> Option<Keyword> {
        match self {
            Self::Keyword(keyword) => Some(*keyword),
            Self::Unknown(_) => None,
        }
    }

    fn unknown(&self) -> Option<&str> {
        match self {
            Self::Keyword(_) => None,
            Self::Unknown(name) => Some(name),
        }
    }
}
