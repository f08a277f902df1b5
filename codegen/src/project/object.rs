//! Projects objects: those with named properties become structs, and the others maps.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::model::{Keyword, Schema, Type};
use serde_json::Value;

use super::forms::{bounds, constant as constant_shape, only_value, single};
use super::join::{self, JoinPart};
use super::looks;
use super::roles::constraining_keywords;
use super::scalars::scalar;
use super::union::is_one_type;
use super::{Place, Projection, defaults, describe, reasons};
use crate::shape::{Docs, Field, Kind, Shape, TypeDef};
use crate::style::{DefaultMembers, Lists, NullMembers, OpenMembers, Strings};
use planwright_schema::error::{Error, ErrorKind};
use planwright_schema::{SchemaValidator, Target, unions};

/// Name of the field for additional properties. A property with this name takes precedence.
const REST: &str = "additional properties";

impl<'a> Projection<'a> {
    /// Returns the fields of a struct to which these schemas apply, sorted by name.
    pub(super) fn fields(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Vec<Field> {
        let mut members: BTreeMap<&str, Vec<(&Schema, Place<'a>)>> = BTreeMap::new();
        for part in parts {
            for (name, member) in part.schema.groups().object.properties.iter().flatten() {
                members.entry(name).or_default().push((member, part.place.inside(&member.place, name)));
            }
        }
        let required: BTreeSet<&str> = parts.iter().flat_map(|part| required(part.schema)).collect();
        let mut fields = Vec::new();
        for (name, said) in members {
            let required = required.contains(name);
            let constant = said.iter().find_map(|(member, inside)| {
                only_value(member).filter(|_| required && !self.style.is_replaced(&inside.target()))
            });
            // Only a document without the property is valid, so its type has no field.
            if !required && said.iter().any(|(member, _)| member.as_bool() == Some(false)) {
                continue;
            }
            let with_default = said.iter().find(|(member, _)| member.groups().annotations.default.is_some());
            let Some((member, inside)) = with_default.or_else(|| said.first()).cloned() else { continue };
            let shape = match constant {
                Some(value) => constant_shape(value),
                None => self.member_shape(&said),
            };
            let description = said.iter().find_map(|(member, _)| self.description(member));
            let docs = Docs { description, loose: shape.loose(), place: None };
            let default = self.default(member, &shape, &inside);
            let default =
                default.filter(|_| !self.stays(parts, name) && self.style.all.defaults != DefaultMembers::Optional);
            let is_plain_list = default.is_none() && !required && self.is_plain_list(&shape, &said);
            let default = if is_plain_list { Some(Value::Array(Vec::new())) } else { default };
            let Target { file, pointer } = inside.target();
            let place = (file, pointer);
            let (name, constant) = (name.to_owned(), constant.cloned());
            let (shape, is_null_absent) = match shape {
                Shape::Nullable(inner)
                    if !required && default.is_none() && self.style.all.nulls == NullMembers::AsAbsent =>
                {
                    (*inner, true)
                }
                shape => (shape, false),
            };
            fields.push(Field { name, docs, shape, required, rest: false, default, constant, is_null_absent, place });
        }
        match self.rest(parts, place) {
            Some(rest) => fields.push(rest),
            None => fields.extend(unnamed(parts)),
        }
        fields
    }

    /// Returns whether a property with its default value is written, because a schema checks its presence.
    fn stays(&self, parts: &[JoinPart<'_, 'a>], name: &str) -> bool {
        let is_checked = |part: &JoinPart<'_, 'a>| self.presence.is_checked(part.schema, &part.place.target(), name);
        self.style.all.defaults == DefaultMembers::LeftOut && parts.iter().any(is_checked)
    }

    /// Returns whether a missing property becomes an empty list, because the schema rejects empty lists.
    fn is_plain_list(&self, shape: &Shape, said: &[(&Schema, Place<'a>)]) -> bool {
        let refuses_empty = |member: &Schema| {
            let schema = unions::follow(single(member), &self.module.definitions);
            schema.groups().array.min_items.as_ref().is_some_and(|least| least.get() > 0)
        };
        self.style.all.lists == Lists::Plain
            && matches!(shape, Shape::List(_))
            && said.iter().any(|(member, _)| refuses_empty(member))
    }

    /// Returns the shape of a property that several schemas may constrain.
    fn member_shape(&mut self, said: &[(&Schema, Place<'a>)]) -> Shape {
        let mut shapes: Vec<Shape> = Vec::new();
        for (member, inside) in said {
            let shape = self.shape(member, inside);
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        let open = Shape::Map(None, Box::new(Shape::Any(None)));
        for vague in [Shape::Any(None), open] {
            if shapes.len() > 1 {
                shapes.retain(|shape| *shape != vague);
            }
        }
        // If another schema fixes the length, the list is an array.
        let fixed = |shape: &Shape| if let Shape::Array(item, _) = shape { Some(item.clone()) } else { None };
        let items: Vec<Box<Shape>> = shapes.iter().filter_map(fixed).collect();
        shapes.retain(|shape| !matches!(shape, Shape::List(item) if items.contains(item)));
        // If another schema requires a value, null is not allowed.
        let inner = |shape: &Shape| if let Shape::Nullable(inner) = shape { Some((**inner).clone()) } else { None };
        let narrower: Vec<Shape> = shapes.iter().filter_map(inner).filter(|inner| shapes.contains(inner)).collect();
        if let Some(narrower) = narrower.first() {
            shapes.retain(|shape| inner(shape).as_ref() != Some(narrower));
        }
        if shapes.contains(&Shape::Null) && shapes.iter().all(|shape| inner(shape).is_some() || *shape == Shape::Null) {
            return Shape::Null;
        }
        match shapes.as_slice() {
            [only] => only.clone(),
            // A value satisfies all schemas, so the type of one that rejects objects loses nothing.
            shapes => {
                let plain = shapes.iter().filter(|shape| self.is_plain(shape));
                plain.max_by_key(|shape| shape.named().is_some()).cloned().unwrap_or(Shape::Any(Some(reasons::ALL_OF)))
            }
        }
    }

    /// Returns whether values of a shape neither are nor contain objects.
    fn is_plain(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Any(_) | Shape::NotObject | Shape::List(_) | Shape::Array(..) | Shape::Map(..) | Shape::Tuple(_) => {
                false
            }
            Shape::Nullable(inner) => self.is_plain(inner),
            Shape::Named(name) => {
                let is_enum = self.types.get(name).is_some_and(|def| matches!(def.kind, Kind::Enum(_)));
                is_enum || self.scalar_of(name).is_some()
            }
            _ => true,
        }
    }

    /// Returns the field for additional properties, if the schema types them or a keyword constrains them.
    ///
    /// Otherwise an open object may contain such properties, but its type omits them.
    fn rest(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Option<Field> {
        let known = join::names(parts);
        let (at, value) = self.rest_shape(parts, place, &known)?;
        let description = Some("The properties that the schema does not name.".to_owned());
        let Target { file, pointer } = at.target();
        Some(Field {
            name: REST.to_owned(),
            docs: Docs { description, loose: value.loose(), place: None },
            shape: Shape::Map(None, Box::new(value)),
            required: false,
            rest: true,
            default: Some(Value::Object(serde_json::Map::new())),
            constant: None,
            is_null_absent: false,
            place: (file, pointer),
        })
    }

    /// Returns the shape of additional properties if they are kept, and the location of their schema.
    fn rest_shape(
        &mut self,
        parts: &[JoinPart<'_, 'a>],
        place: &Place<'a>,
        known: &BTreeSet<&str>,
    ) -> Option<(Place<'a>, Shape)> {
        if parts.iter().any(|part| part.schema.groups().object.is_closed()) {
            return None;
        }
        let looked_at = parts.iter().find_map(|part| {
            let looks = constraining_keywords().filter(|(keyword, _)| *keyword != Keyword::AllOf || parts.len() == 1);
            let mut beyond = looks.filter(|(keyword, _)| looks::beyond(part.schema.groups(), *keyword, known));
            beyond.next().map(|(keyword, why)| (part.place.keyword(keyword), why))
        });
        let typed = parts.iter().map(|part| (part, rest_schemas(part, looked_at.is_none())));
        let typed: Vec<_> = typed.filter(|(_, schemas)| !schemas.is_empty()).collect();
        match typed.as_slice() {
            [] if looked_at.is_none() && self.style.all.unknown == OpenMembers::Kept && !is_closed_otherwise(parts) => {
                Some((place.clone(), Shape::Any(None)))
            }
            [] => looked_at.map(|(at, why)| (at, Shape::Any(why))),
            [(part, schemas)] => {
                let at = schemas.first().map_or_else(|| place.clone(), |(_, at)| at.clone());
                // Properties that match no pattern are unconstrained unless the schema constrains them too.
                let bounds = |extra: &Option<Box<Schema>>| extra.iter().any(|extra| extra.as_bool() != Some(true));
                let object = &part.schema.groups().object;
                let is_bounded = pattern_for_all(part.schema).is_some()
                    || bounds(&object.additional_properties)
                    || looked_at.is_none() && bounds(&object.unevaluated_properties);
                if is_bounded {
                    let shape = self.one_of(schemas, reasons::PATTERN, &place.inside(&at.at, "value"));
                    Some((at, shape))
                } else {
                    Some((at, Shape::Any(Some(reasons::PATTERN))))
                }
            }
            [(_, schemas), ..] => {
                let at = schemas.first().map_or_else(|| place.clone(), |(_, at)| at.clone());
                Some((at, Shape::Any(Some(reasons::ALL_OF))))
            }
        }
    }

    /// Returns the shape of values that each satisfy one of several schemas.
    pub(super) fn one_of(&mut self, schemas: &[(&Schema, Place<'a>)], why: &'static str, place: &Place<'a>) -> Shape {
        let mut shapes: Vec<Shape> = Vec::new();
        for (schema, inside) in schemas {
            let shape = self.shape(schema, inside);
            if !shapes.iter().any(|known| is_one_type(known, &shape)) {
                shapes.push(shape);
            }
        }
        match shapes.as_slice() {
            [only] => only.clone(),
            _ if shapes.iter().any(|shape| matches!(shape, Shape::Any(None))) => Shape::Any(None),
            _ if self.style.all.strings == Strings::Borrowed => Shape::Any(Some(why)),
            _ if shapes.iter().any(|shape| matches!(shape, Shape::Any(_))) => Shape::Any(Some(why)),
            _ => {
                let known = self.in_place.get(&place.target());
                if let Some(name) = known.filter(|name| self.is_untagged(name, &shapes)) {
                    return Shape::Named(name.clone());
                }
                let name = self.names.claim(std::slice::from_ref(&place.name));
                self.in_place.entry(place.target()).or_insert_with(|| name.clone());
                let kind = Kind::Untagged(shapes);
                // The location is that of only one of the schemas.
                let def = TypeDef::new(name.clone(), place.undescribed(), kind).without_schema();
                self.types.insert(name.clone(), def);
                Shape::Named(name)
            }
        }
    }

    /// Returns whether a type is the union of these shapes.
    fn is_untagged(&self, name: &str, shapes: &[Shape]) -> bool {
        self.types.get(name).is_some_and(|def| matches!(&def.kind, Kind::Untagged(known) if known == shapes))
    }

    /// Returns the shape of an object without named properties: a map whose value type the schema determines.
    pub(super) fn map(&mut self, schema: &Schema, place: &Place<'a>) -> Shape {
        let parts = join::only_part(schema, place);
        let is_typed = !rest_schemas(&parts[0], true).is_empty();
        let key = self.key(schema, place);
        let rest = if is_typed { self.rest_shape(&parts, place, &BTreeSet::new()) } else { None };
        Shape::Map(key, Box::new(rest.map_or(Shape::Any(None), |(_, shape)| shape)))
    }

    fn default(&mut self, member: &Schema, shape: &Shape, place: &Place<'a>) -> Option<Value> {
        // It is unknown here whether a type of the user accepts the default.
        let default = member.groups().annotations.default.as_ref().filter(|_| !self.holds_replaced(shape))?;
        let schema = single(member);
        let schema = unions::follow(schema, &self.module.definitions);
        let plain = self.without_names(shape);
        if !self.is_in_bounds(default, shape) {
            let message = format!("{default} breaks the bounds of its definition");
            self.warn_of_default(place, message);
            return None;
        }
        match defaults::is_usable(default, &plain, schema) {
            Ok(carried) => (carried && !self.leads_back(shape)).then(|| default.clone()),
            Err(message) => {
                self.warn_of_default(place, message);
                None
            }
        }
    }

    /// Replaces names of scalar definitions by their scalars, if a default can be written as a value of their type.
    fn without_names(&self, shape: &Shape) -> Shape {
        match shape {
            Shape::List(inner) => Shape::List(Box::new(self.without_names(inner))),
            Shape::Array(inner, length) => Shape::Array(Box::new(self.without_names(inner)), *length),
            Shape::Nullable(inner) => Shape::Nullable(Box::new(self.without_names(inner))),
            Shape::Named(name) => {
                self.scalar_of(name).or_else(|| self.collection_of(name)).unwrap_or_else(|| shape.clone())
            }
            shape => shape.clone(),
        }
    }

    /// Returns the shape of a scalar with a name. A definition with bounds must be in this module, because its value is private.
    fn scalar_of(&self, name: &str) -> Option<Shape> {
        if self.is_open_enum(name) {
            return Some(Shape::String);
        }
        let definition = self.module.definitions.get(name)?;
        let is_bounded = definition.elsewhere.is_none() && self.definition_bounds(definition).is_some();
        (is_bounded || self.is_named_plain(definition)).then(|| scalar(&definition.schema, self.style.all.integers))
    }

    /// Returns the shape of a list or map definition in this module that has a type, with any elements.
    fn collection_of(&self, name: &str) -> Option<Shape> {
        let definition = self.module.definitions.get(name).filter(|definition| definition.elsewhere.is_none())?;
        let place = Place::new(definition, name);
        let is_collection = self.is_collection_type(definition) && !self.deserves_name(&definition.schema, &place);
        let anything = Box::new(Shape::Any(None));
        is_collection.then(|| {
            let kind = definition.schema.groups().single_type();
            if kind == Some(Type::Array) { Shape::List(anything) } else { Shape::Map(None, anything) }
        })
    }

    /// Returns whether a value satisfies the bounds of all scalars in a shape.
    fn is_in_bounds(&self, value: &Value, shape: &Shape) -> bool {
        let name = match (shape, value) {
            (Shape::Nullable(inner), value) => return value.is_null() || self.is_in_bounds(value, inner),
            (Shape::List(inner) | Shape::Array(inner, _), Value::Array(items)) => {
                return items.iter().all(|item| self.is_in_bounds(item, inner));
            }
            (Shape::Named(name), _) => name,
            _ => return true,
        };
        let definition =
            self.module.definitions.get(name).filter(|definition| self.definition_bounds(definition).is_some());
        let Some(definition) = definition else { return true };
        bounds(&definition.schema)
            .and_then(|bounds| SchemaValidator::new(&bounds.schema, definition.draft, true))
            .is_none_or(|validator| validator.is_valid(value))
    }

    fn holds_replaced(&self, shape: &Shape) -> bool {
        match shape {
            Shape::List(inner) | Shape::Array(inner, _) | Shape::Map(_, inner) | Shape::Nullable(inner) => {
                self.holds_replaced(inner)
            }
            Shape::Named(name) => self.replaced.contains_key(name),
            _ => false,
        }
    }

    /// Returns whether a type contains values of the same type, so that `{}` would expand endlessly.
    fn leads_back(&self, shape: &Shape) -> bool {
        matches!(shape, Shape::Named(name) if self.references.is_recursive(name))
    }

    fn warn_of_default(&mut self, place: &Place<'a>, message: String) {
        let Target { file, pointer } = place.keyword(Keyword::Default).target();
        let keyword = Some(Keyword::Default.name().to_owned());
        self.warnings.push(Error {
            file,
            line_column: None,
            pointer,
            keyword,
            kind: ErrorKind::BadDefault { message },
        });
    }

    /// Returns the description of a property, or else of the schema that it refers to.
    fn description(&self, member: &Schema) -> Option<String> {
        describe(member).or_else(|| describe(unions::follow(single(member), &self.module.definitions)))
    }
}

/// Returns whether a keyword that considers all properties forbids those that are not named.
fn is_closed_otherwise(parts: &[JoinPart<'_, '_>]) -> bool {
    let rest = |part: &JoinPart<'_, '_>| part.schema.groups().object.unevaluated_properties.as_ref()?.as_bool();
    parts.iter().any(|part| rest(part) == Some(false))
}

/// Patterns that match every string. `^.*$` does not, because a string can have several lines.
const MATCH_ALL_PATTERNS: &[&str] = &["", ".*", "^.*", ".*$", "^", "$", "(.*)", "[\\s\\S]*"];

/// Returns the schema of the only pattern, if the pattern matches every property.
fn pattern_for_all(schema: &Schema) -> Option<&Schema> {
    let patterns = schema.groups().object.pattern_properties.as_ref()?;
    let (pattern, schema) = patterns.first().filter(|_| patterns.len() == 1)?;
    MATCH_ALL_PATTERNS.contains(&&**pattern).then_some(schema)
}

/// Returns the schemas of additional properties, each with its location.
fn rest_schemas<'s, 'a>(part: &JoinPart<'s, 'a>, is_all: bool) -> Vec<(&'s Schema, Place<'a>)> {
    let at = |schema: &'s Schema| (schema, part.place.inside(&schema.place, "value"));
    if let Some(schema) = pattern_for_all(part.schema) {
        return vec![at(schema)];
    }
    let object = &part.schema.groups().object;
    let is_typed = |extra: &&Schema| extra.object().is_some();
    let additional = object.additional_properties.as_deref().filter(is_typed);
    let unevaluated = object.unevaluated_properties.as_deref().filter(|_| is_all).filter(is_typed);
    let patterns = object.pattern_properties.iter().flat_map(|patterns| patterns.values());
    patterns.chain(additional.or(unevaluated)).map(at).collect()
}

/// Returns the required properties of an object.
fn required(schema: &Schema) -> impl Iterator<Item = &str> {
    schema.groups().object.required.iter().flatten().map(String::as_str)
}

/// Returns fields for properties that are required without a schema for their values.
fn unnamed(parts: &[JoinPart<'_, '_>]) -> Vec<Field> {
    let known = join::names(parts);
    let mut seen = BTreeSet::new();
    let mut fields = Vec::new();
    for part in parts {
        for name in required(part.schema).filter(|name| !known.contains(name)) {
            if seen.insert(name) {
                let Target { file, pointer } = part.place.keyword(Keyword::Required).target();
                fields.push(Field {
                    name: name.to_owned(),
                    docs: Docs { loose: Some(reasons::UNNAMED), ..Docs::default() },
                    shape: Shape::Any(Some(reasons::UNNAMED)),
                    required: true,
                    rest: false,
                    default: None,
                    constant: None,
                    is_null_absent: false,
                    place: (file, pointer),
                });
            }
        }
    }
    fields
}
