//! Objects: those with named members become structs, those without become maps.

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::Value;

use super::forms::{bounds, constant as constant_shape, only_value, single};
use super::join::{self, JoinPart};
use super::looks::{self, LOOKS};
use super::place::required;
use super::scalars::scalar;
use super::union::is_one_type;
use super::{Place, Projection, defaults, describe, reasons};
use crate::shape::{Docs, Field, Kind, Shape, TypeDef};
use crate::style::{DefaultMembers, Lists, NullMembers, OpenMembers, Strings};
use planwright_schema::error::{Error, ErrorKind};
use planwright_schema::unions;

/// What the field for the members without a name is called; a member that is called so keeps the name to itself.
const REST: &str = "additional properties";

impl<'a> Projection<'a> {
    /// The members of a struct of which these schemas hold, sorted by name.
    pub(super) fn fields(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Vec<Field> {
        let mut members: BTreeMap<&str, Vec<(&Value, Place<'a>)>> = BTreeMap::new();
        for part in parts {
            for (name, member) in part.schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
                let inside = part.place.member(&["properties", name], name);
                members.entry(name).or_default().push((member, inside));
            }
        }
        let required: BTreeSet<&str> = parts.iter().flat_map(|part| required(part.schema)).collect();
        let mut fields = Vec::new();
        for (name, said) in members {
            let required = required.contains(name);
            let constant = said.iter().find_map(|(member, inside)| {
                only_value(member).filter(|_| required && self.style.replacement(&inside.target()).is_none())
            });
            let with_default = said.iter().find(|(member, _)| member.get("default").is_some());
            let Some((member, inside)) = with_default.or_else(|| said.first()).cloned() else { continue };
            let shape = match constant {
                Some(value) => constant_shape(value),
                None => self.member_shape(&said),
            };
            let docs = said.iter().map(|(member, _)| describe_through(member, self.module));
            let docs =
                docs.reduce(|one, other| if one.description.is_some() { one } else { other }).unwrap_or_default();
            let docs = Docs { loose: shape.loose(), ..docs };
            let default = self.default(member, &shape, &inside);
            let default =
                default.filter(|_| !self.stays(parts, name) && self.style.all.defaults != DefaultMembers::Optional);
            let is_plain_list = default.is_none() && !required && self.is_plain_list(&shape, &said);
            let default = if is_plain_list { Some(Value::Array(Vec::new())) } else { default };
            let target = &inside.definition.target;
            let place = (target.file.clone(), target.pointer.join(&inside.at));
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

    /// Whether a member that has its default is written, because a schema asks whether it is there.
    fn stays(&self, parts: &[JoinPart<'_, 'a>], name: &str) -> bool {
        let is_asked = |part: &JoinPart<'_, 'a>| self.presence.is_asked(part.schema, &part.place.target(), name);
        self.style.all.defaults == DefaultMembers::LeftOut && parts.iter().any(is_asked)
    }

    /// Whether a member that may be absent is an empty list then, because the schema refuses the empty list.
    fn is_plain_list(&self, shape: &Shape, said: &[(&Value, Place<'a>)]) -> bool {
        let refuses_empty = |member: &Value| {
            let law = unions::follow(single(member), &self.module.definitions);
            law.get("minItems").and_then(Value::as_u64).is_some_and(|least| least > 0)
        };
        self.style.all.lists == Lists::Plain
            && matches!(shape, Shape::List(_))
            && said.iter().any(|(member, _)| refuses_empty(member))
    }

    /// The shape of a member of which several schemas may say something.
    fn member_shape(&mut self, said: &[(&Value, Place<'a>)]) -> Shape {
        let mut shapes: Vec<Shape> = Vec::new();
        for (member, inside) in said {
            let shape = self.shape(member, inside);
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        let open = Shape::Map(Box::new(Shape::Any(None)));
        for vague in [Shape::Any(None), open] {
            if shapes.len() > 1 {
                shapes.retain(|shape| *shape != vague);
            }
        }
        // Where another schema wants a value, null is none.
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
            // A value obeys all of them, so that the type of one that takes no object loses nothing.
            shapes => {
                let plain = shapes.iter().filter(|shape| self.is_plain(shape));
                plain.max_by_key(|shape| shape.named().is_some()).cloned().unwrap_or(Shape::Any(Some(reasons::ALL_OF)))
            }
        }
    }

    /// Whether the values of a shape are no objects and hold none.
    fn is_plain(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Any(_) | Shape::NotObject | Shape::List(_) | Shape::Map(_) | Shape::Tuple(_) => false,
            Shape::Nullable(inner) => self.is_plain(inner),
            Shape::Named(name) => self.types.get(name).is_some_and(|def| matches!(def.kind, Kind::Enum(_))),
            _ => true,
        }
    }

    /// The field for the members that the schema does not name, where it types them or a keyword looks at them.
    /// Elsewhere an open object may have such members, and its type leaves them out.
    fn rest(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Option<Field> {
        let known = join::names(parts);
        let (at, value) = self.rest_shape(parts, place, &known)?;
        let description = Some("The members that the schema does not name.".to_owned());
        let target = &at.definition.target;
        Some(Field {
            name: REST.to_owned(),
            docs: Docs { description, loose: value.loose(), place: None },
            shape: Shape::Map(Box::new(value)),
            required: false,
            rest: true,
            default: Some(Value::Object(serde_json::Map::new())),
            constant: None,
            is_null_absent: false,
            place: (target.file.clone(), target.pointer.join(&at.at)),
        })
    }

    /// The shape of the members that no schema names, where they are kept, with the place that says it.
    fn rest_shape(
        &mut self,
        parts: &[JoinPart<'_, 'a>],
        place: &Place<'a>,
        known: &BTreeSet<&str>,
    ) -> Option<(Place<'a>, Shape)> {
        let is_closed = |part: &JoinPart<'_, 'a>| {
            part.schema.get("additionalProperties") == Some(&Value::Bool(false)) && patterns(part.schema).is_empty()
        };
        if parts.iter().any(is_closed) {
            return None;
        }
        let looked_at = parts.iter().find_map(|part| {
            let looks = LOOKS.iter().filter(|(keyword, _)| *keyword != "allOf" || parts.len() == 1);
            let mut beyond = looks.filter(|(keyword, _)| looks::beyond(part.schema, keyword, known));
            beyond.next().map(|(keyword, why)| (part.place.member(&[keyword], ""), *why))
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
                // Members that match no pattern may be anything, unless the schema bounds them too.
                let bounds = |keyword: &str| part.schema.get(keyword).is_some_and(|value| *value != Value::Bool(true));
                let is_bounded = has_pattern_for_all(part.schema)
                    || bounds("additionalProperties")
                    || looked_at.is_none() && bounds("unevaluatedProperties");
                if is_bounded {
                    let shape = self.one_of(schemas, reasons::PATTERN, &place.inside(at.at.clone(), "value"));
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

    /// The shape of values of which each obeys one of several schemas.
    pub(super) fn one_of(&mut self, schemas: &[(&Value, Place<'a>)], why: &'static str, place: &Place<'a>) -> Shape {
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
                let name = self.names.claim(std::slice::from_ref(&place.name));
                let kind = Kind::Untagged(shapes);
                let docs = place.docs(&Value::Null);
                self.types.insert(name.clone(), TypeDef::new(name.clone(), docs, kind));
                Shape::Named(name)
            }
        }
    }

    /// An object without named members: a map from text to whatever the schema says of its members.
    pub(super) fn map(&mut self, schema: &Value, place: &Place<'a>) -> Shape {
        let parts = join::alone(schema, place);
        let is_typed = !rest_schemas(&parts[0], true).is_empty();
        let rest = if is_typed { self.rest_shape(&parts, place, &BTreeSet::new()) } else { None };
        Shape::Map(Box::new(rest.map_or(Shape::Any(None), |(_, shape)| shape)))
    }

    fn default(&mut self, member: &Value, shape: &Shape, place: &Place<'a>) -> Option<Value> {
        // Whether a type of the user's can be made of it, nobody here knows.
        let default = member.get("default").filter(|_| !self.holds_replaced(shape))?;
        let law = single(member);
        let law = unions::follow(law, &self.module.definitions);
        let plain = self.without_names(shape);
        if !self.is_in_bounds(default, shape) {
            let message = format!("{default} breaks the bounds of its definition");
            self.warn(&place.member(&["default"], ""), "default", ErrorKind::BadDefault { message });
            return None;
        }
        match defaults::usable(default, &plain, law) {
            Ok(carried) => (carried && !self.leads_back(shape)).then(|| default.clone()),
            Err(message) => {
                self.warn(&place.member(&["default"], ""), "default", ErrorKind::BadDefault { message });
                None
            }
        }
    }

    /// The shape with scalars in place of the definitions of this module that are scalars with bounds.
    fn without_names(&self, shape: &Shape) -> Shape {
        match shape {
            Shape::List(inner) => Shape::List(Box::new(self.without_names(inner))),
            Shape::Nullable(inner) => Shape::Nullable(Box::new(self.without_names(inner))),
            Shape::Named(name) => {
                self.scalar_of(name).or_else(|| self.collection_of(name)).unwrap_or_else(|| shape.clone())
            }
            shape => shape.clone(),
        }
    }

    /// The shape inside of a definition of this module that is a scalar with bounds.
    fn scalar_of(&self, name: &str) -> Option<Shape> {
        let definition = self.module.definitions.get(name).filter(|definition| definition.elsewhere.is_none())?;
        self.judge(definition)?;
        Some(scalar(&definition.schema))
    }

    /// The shape of a definition of this module that is a list or a map and has a type: whatever is inside.
    fn collection_of(&self, name: &str) -> Option<Shape> {
        let definition = self.module.definitions.get(name).filter(|definition| definition.elsewhere.is_none())?;
        let place = Place { definition, at: Pointer::root(), name: name.to_owned() };
        let is_collection = self.is_collection_type(definition) && !self.deserves_name(&definition.schema, &place);
        let anything = Box::new(Shape::Any(None));
        is_collection.then(|| {
            if definition.schema.get("type").and_then(Value::as_str) == Some("array") {
                Shape::List(anything)
            } else {
                Shape::Map(anything)
            }
        })
    }

    /// Whether the scalars with bounds in a shape take what a value has in their places.
    fn is_in_bounds(&self, value: &Value, shape: &Shape) -> bool {
        let name = match (shape, value) {
            (Shape::Nullable(inner), value) => return value.is_null() || self.is_in_bounds(value, inner),
            (Shape::List(inner), Value::Array(items)) => {
                return items.iter().all(|item| self.is_in_bounds(item, inner));
            }
            (Shape::Named(name), _) => name,
            _ => return true,
        };
        let definition = self.module.definitions.get(name).filter(|definition| self.judge(definition).is_some());
        let Some(definition) = definition else { return true };
        let validator = jsonschema::options().with_draft(definition.draft).should_validate_formats(true);
        bounds(&definition.schema)
            .and_then(|bounds| validator.build(&Value::Object(bounds)).ok())
            .is_none_or(|validator| validator.is_valid(value))
    }

    fn holds_replaced(&self, shape: &Shape) -> bool {
        match shape {
            Shape::List(inner) | Shape::Map(inner) | Shape::Nullable(inner) => self.holds_replaced(inner),
            Shape::Named(name) => self.replaced.contains_key(name),
            _ => false,
        }
    }

    /// Whether a type holds values of its own type, for which `{}` could stand for ever.
    fn leads_back(&self, shape: &Shape) -> bool {
        matches!(shape, Shape::Named(name) if self.references.is_recursive(name))
    }

    fn warn(&mut self, place: &Place<'a>, keyword: &str, kind: ErrorKind) {
        let target = &place.definition.target;
        self.warnings.push(Error {
            file: target.file.clone(),
            line_column: None,
            pointer: target.pointer.join(&place.at),
            keyword: Some(keyword.to_owned()),
            kind,
        });
    }
}

/// Whether a schema allows no members but those that its keywords name, by a keyword that looks at all of them.
fn is_closed_otherwise(parts: &[JoinPart<'_, '_>]) -> bool {
    parts.iter().any(|part| part.schema.get("unevaluatedProperties") == Some(&Value::Bool(false)))
}

/// Patterns that match every text. `^.*$` does not: a text can have several lines.
const EVERY_TEXT: &[&str] = &["", ".*", "^.*", ".*$", "^", "$", "(.*)", "[\\s\\S]*"];

/// Whether the one pattern of a schema is true of every member.
fn has_pattern_for_all(schema: &Value) -> bool {
    matches!(patterns(schema).as_slice(), [(pattern, _)] if EVERY_TEXT.contains(&pattern.as_str()))
}

/// The schemas of members by patterns.
fn patterns(schema: &Value) -> Vec<(&String, &Value)> {
    schema.get("patternProperties").and_then(Value::as_object).into_iter().flatten().collect()
}

/// The schemas of the members without a name, each with its place.
fn rest_schemas<'s, 'a>(part: &JoinPart<'s, 'a>, is_all: bool) -> Vec<(&'s Value, Place<'a>)> {
    let at = |tokens: &[&str]| part.place.member(tokens, "value");
    let patterns = patterns(part.schema);
    if let [(pattern, schema)] = patterns.as_slice()
        && EVERY_TEXT.contains(&pattern.as_str())
    {
        return vec![(*schema, at(&["patternProperties", pattern]))];
    }
    let patterns = patterns.into_iter().map(|(pattern, schema)| (schema, at(&["patternProperties", pattern])));
    let keywords: &[&str] =
        if is_all { &["additionalProperties", "unevaluatedProperties"] } else { &["additionalProperties"] };
    let extra = keywords.iter().find_map(|keyword| {
        let schema = part.schema.get(keyword).filter(|extra| extra.is_object())?;
        Some((schema, at(&[keyword])))
    });
    patterns.chain(extra).collect()
}

/// The members that the schemas require without a word about their values.
fn unnamed(parts: &[JoinPart<'_, '_>]) -> Vec<Field> {
    let known = join::names(parts);
    let mut seen = BTreeSet::new();
    let mut fields = Vec::new();
    for part in parts {
        for name in required(part.schema).filter(|name| !known.contains(name)) {
            if seen.insert(name) {
                let target = &part.place.definition.target;
                fields.push(Field {
                    name: name.to_owned(),
                    docs: Docs { loose: Some(reasons::UNNAMED), ..Docs::default() },
                    shape: Shape::Any(Some(reasons::UNNAMED)),
                    required: true,
                    rest: false,
                    default: None,
                    constant: None,
                    is_null_absent: false,
                    place: (target.file.clone(), target.pointer.join(&part.place.at.member("required"))),
                });
            }
        }
    }
    fields
}

/// The description of a member, or else of what it refers to.
fn describe_through(member: &Value, module: &planwright_schema::link::Module) -> Docs {
    let own = describe(member);
    if own.description.is_some() { own } else { describe(unions::follow(single(member), &module.definitions)) }
}
