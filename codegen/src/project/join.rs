//! Joins schemas that apply to the same value: the schema itself, the targets of its references, and those in its
//! `allOf`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::forms::{adds_constraints, single_in, text_enum, union_of};
use super::looks::{self, CONSTRAINING_KEYWORDS};
use super::{Place, Projection};
use crate::shape::{Kind, Shape, TypeDef};
use planwright_schema::{keywords, unions};

/// Maximum number of schemas that are joined to one type.
const MAX_PARTS: usize = 64;

/// Keywords that determine the type of values, other than those for objects.
const TYPE_KEYWORDS: &[&str] = &["enum", "const", "items", "prefixItems", "additionalItems", "patternProperties"];

/// Keywords that constrain the items of a list.
const ITEM_KEYWORDS: &[&str] = &["items", "prefixItems", "additionalItems"];

/// One of several schemas that apply to the same value.
#[derive(Clone)]
pub(super) struct JoinPart<'s, 'a> {
    pub schema: &'s Value,
    pub place: Place<'a>,
    /// First reference on the path to the schema.
    origin: Option<&'s str>,
}

/// Result of joining schemas.
pub(super) enum JoinedForm<'s> {
    /// An object with named properties.
    Object,
    /// An object with named properties, or any value that is not an object.
    MaybeObject,
    /// One of these strings.
    Texts(Vec<String>),
    /// The same as a definition. The other schemas add nothing that a type could express.
    Definition(&'s str),
    /// The same as one of the schemas.
    Part(usize),
    /// Any value, because no type is suitable.
    Any,
}

impl<'a> Projection<'a> {
    /// Returns the schemas that apply at a location, if there are several from which a type is made.
    pub(super) fn join<'s>(&self, schema: &'s Value, place: &Place<'a>) -> Option<Vec<JoinPart<'s, 'a>>>
    where
        'a: 's,
    {
        let is_join = match unions::reference(schema) {
            Some(_) => {
                self.reads_beside(place) && (schema.get("allOf").is_some() || adds_constraints(schema, self.module))
            }
            None => schema.get("$ref").is_none() && schema.get("allOf").is_some() && single_in(schema).is_none(),
        };
        // They are collected only if needed, because they can be many references away.
        let parts = if is_join { self.all_parts(schema, place)? } else { return None };
        let is_replaced = |part: &JoinPart<'_, 'a>| {
            part.origin.is_some() && self.style.replacement(&part.place.definition.target).is_some()
        };
        (!parts.iter().any(is_replaced)).then_some(parts)
    }

    /// Returns the schemas that apply together with the given one, which may be the only one. Returns `None` if one
    /// cannot be inspected.
    pub(super) fn all_parts<'s>(&self, schema: &'s Value, place: &Place<'a>) -> Option<Vec<JoinPart<'s, 'a>>>
    where
        'a: 's,
    {
        let mut parts = Vec::new();
        self.collect(schema, place, None, &mut BTreeSet::new(), &mut parts).then_some(parts)
    }

    /// Adds the schemas that apply together with the given one. Returns false if one cannot be inspected or there are
    /// too many.
    fn collect<'s>(
        &self,
        schema: &'s Value,
        place: &Place<'a>,
        origin: Option<&'s str>,
        seen: &mut BTreeSet<&'s str>,
        parts: &mut Vec<JoinPart<'s, 'a>>,
    ) -> bool
    where
        'a: 's,
    {
        if keywords::is_dynamic(schema) || *schema == Value::Bool(false) || parts.len() >= MAX_PARTS {
            return false;
        }
        let reference = unions::reference(schema);
        if schema.get("$ref").is_some() && reference.is_none() {
            return false;
        }
        if reference.is_none() || self.reads_beside(place) {
            parts.push(JoinPart { schema, place: place.clone(), origin });
            let branches = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
            for (index, branch) in branches.enumerate() {
                let inside = Place { at: place.at.member("allOf").index(index), ..place.clone() };
                if !self.collect(branch, &inside, origin, seen, parts) {
                    return false;
                }
            }
        }
        let Some(name) = reference.filter(|name| seen.insert(name)) else { return true };
        let Some(definition) = self.module.definitions.get(name) else { return false };
        let inside = Place { definition, at: planwright_source::Pointer::root(), name: name.to_owned() };
        self.collect(&definition.schema, &inside, origin.or(Some(name)), seen, parts)
    }

    /// Returns the kind of joined schemas, or `None` if they are inlined.
    pub(super) fn joined_kind(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Option<Kind> {
        match joined(parts) {
            JoinedForm::Object => Some(self.object(parts, place)),
            JoinedForm::MaybeObject => Some(self.maybe_object(parts, place)),
            JoinedForm::Texts(texts) => Some(Kind::Enum(texts)),
            JoinedForm::Definition(_) | JoinedForm::Part(_) | JoinedForm::Any => None,
        }
    }

    /// Returns the shape of joined schemas that do not become a type.
    pub(super) fn joined_shape(&mut self, parts: &[JoinPart<'_, 'a>], why: &'static str) -> Shape {
        match joined(parts) {
            JoinedForm::Definition(name) => self.referred_shape(name),
            JoinedForm::Part(index) => {
                let mut bare = parts[index].schema.clone();
                if let Some(members) = bare.as_object_mut() {
                    members.shift_remove("allOf");
                    members.shift_remove("$ref");
                    if types(parts).as_deref() == Some(&["array"]) {
                        members.insert("type".to_owned(), "array".into());
                    }
                }
                self.shape(&bare, &parts[index].place)
            }
            _ => Shape::Any(Some(why)),
        }
    }

    /// Returns the kind of an object with named properties: a struct, or an enum if it contains a union.
    pub(super) fn object(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Kind {
        self.shared_union(parts, place).unwrap_or_else(|| Kind::Struct(self.fields(parts, place)))
    }

    /// Returns the kind of a schema that names properties without declaring the type: an object, or any other value.
    pub(super) fn maybe_object(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Kind {
        Kind::Untagged(vec![self.object_inside(parts, place), Shape::NotObject])
    }

    /// Returns the struct that is one variant of a type.
    pub(super) fn object_inside(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Shape {
        let name = self.names.claim(&[planwright_schema::names::type_name(&format!("{} Object", place.name))]);
        let docs = parts.first().map(|part| part.place.docs(part.schema)).unwrap_or_default();
        let kind = Kind::Struct(self.fields(parts, place));
        self.types.insert(name.clone(), TypeDef::new(name.clone(), docs, kind));
        Shape::Named(name)
    }
}

/// Returns whether a schema constrains properties other than the known ones.
fn looks_beyond(schema: &Value, known: &BTreeSet<&str>) -> bool {
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let is_known = |name: &Value| name.as_str().is_some_and(|name| known.contains(name));
    schema.get("additionalProperties").is_some_and(Value::is_object)
        || !required.into_iter().all(is_known)
        || CONSTRAINING_KEYWORDS.iter().any(|(keyword, _)| *keyword != "allOf" && looks::beyond(schema, keyword, known))
}

/// Returns the result of joining schemas.
pub(super) fn joined<'s>(parts: &[JoinPart<'s, '_>]) -> JoinedForm<'s> {
    let types = types(parts);
    let is_type = |name: &str| types.as_ref().is_none_or(|types| types.contains(&name));
    let texts = parts.iter().filter_map(|part| text_enum(part.schema)).min_by_key(Vec::len);
    if let Some(texts) = texts.filter(|_| is_type("string")) {
        return definition_of(parts).map_or(JoinedForm::Texts(texts), JoinedForm::Definition);
    }
    if has_members(parts) && is_type("object") {
        return match (&types, definition_of(parts)) {
            (_, Some(name)) => JoinedForm::Definition(name),
            (None, None) => JoinedForm::MaybeObject,
            (Some(types), None) if types.len() == 1 => JoinedForm::Object,
            (Some(_), None) => JoinedForm::Any,
        };
    }
    if let Some(name) = definition_of(parts) {
        return JoinedForm::Definition(name);
    }
    let mut bearing = parts.iter().enumerate().filter(|(_, part)| is_typed(part.schema));
    match (bearing.next(), bearing.next()) {
        (Some((index, _)), None) => JoinedForm::Part(index),
        // If the types are equal, the first one is used.
        (Some((index, one)), Some(_)) if parts.iter().all(|part| is_scalar_like(one.schema, part.schema)) => {
            JoinedForm::Part(index)
        }
        (Some(_), Some(_)) => list_of(parts).map_or(JoinedForm::Any, JoinedForm::Part),
        (None, _) => JoinedForm::Any,
    }
}

/// Returns the index of the schema that constrains the items of a list, if the others at most declare the type array.
///
/// If several schemas constrain them, none describes the items completely.
fn list_of(parts: &[JoinPart<'_, '_>]) -> Option<usize> {
    if types(parts).as_deref() != Some(&["array"]) || parts.iter().any(|part| union_of(part.schema).is_some()) {
        return None;
    }
    let says = |part: &JoinPart<'_, '_>| ITEM_KEYWORDS.iter().any(|keyword| part.schema.get(keyword).is_some());
    let mut saying = parts.iter().enumerate().filter(|(_, part)| says(part)).map(|(index, _)| index);
    match (saying.next(), saying.next()) {
        (Some(index), None) => Some(index),
        (None, _) => parts.iter().position(|part| part.schema.get("type").is_some()),
        (Some(_), Some(_)) => None,
    }
}

/// Returns the definition through which all schemas are reached that affect the type.
fn definition_of<'s>(parts: &[JoinPart<'s, '_>]) -> Option<&'s str> {
    let known = names(parts);
    let says = |part: &&JoinPart<'_, '_>| {
        part.origin.is_none() && (is_typed(part.schema) || looks_beyond(part.schema, &known))
            || part.schema.get("properties").is_some() && part.origin.is_none()
    };
    let mut origins = parts.iter().filter_map(|part| part.origin);
    let first = origins.next()?;
    (origins.all(|origin| origin == first) && !parts.iter().any(|part| says(&part))).then_some(first)
}

/// Returns a single schema as the only part of a join.
pub(super) fn only_part<'s, 'a>(schema: &'s Value, place: &Place<'a>) -> [JoinPart<'s, 'a>; 1] {
    [JoinPart { schema, place: place.clone(), origin: None }]
}

/// Returns the properties that the schemas name.
pub(super) fn names<'s>(parts: &[JoinPart<'s, '_>]) -> BTreeSet<&'s str> {
    let members = parts.iter().filter_map(|part| part.schema.get("properties")?.as_object());
    members.flat_map(|members| members.keys().map(String::as_str)).collect()
}

fn has_members(parts: &[JoinPart<'_, '_>]) -> bool {
    !names(parts).is_empty()
}

/// Returns the types that all schemas allow, or `None` if no schema declares types.
pub(super) fn types<'s>(parts: &[JoinPart<'s, '_>]) -> Option<Vec<&'s str>> {
    let listed = parts.iter().filter_map(|part| match part.schema.get("type")? {
        Value::String(name) => Some(vec![name.as_str()]),
        Value::Array(names) => Some(names.iter().filter_map(Value::as_str).collect()),
        _ => None,
    });
    let has = |list: &[&str], name: &str| list.contains(&name) || name == "integer" && list.contains(&"number");
    listed.reduce(|known, next| {
        let both = known.iter().chain(&next).copied().filter(|name| has(&known, name) && has(&next, name));
        both.fold(Vec::new(), |mut types, name| {
            types.extend(Some(name).filter(|name| !types.contains(name)));
            types
        })
    })
}

/// Returns whether a schema determines the type of its values, other than that they are objects.
fn is_typed(schema: &Value) -> bool {
    let is_other = |kind: &Value| kind != "object";
    let extra = schema.get("additionalProperties").is_some_and(Value::is_object);
    extra
        || schema.get("type").is_some_and(is_other)
        || TYPE_KEYWORDS.iter().any(|keyword| schema.get(keyword).is_some())
        || union_of(schema).is_some_and(|(_, branches)| branches.iter().any(keywords::constrains))
}

/// Returns whether two schemas have the same scalar type, or one does not determine a type.
fn is_scalar_like(one: &Value, other: &Value) -> bool {
    let is_scalar = |schema: &Value| {
        let kind = schema.get("type").and_then(Value::as_str);
        kind.is_some_and(|kind| matches!(kind, "string" | "integer" | "number" | "boolean"))
    };
    !is_typed(other) || is_scalar(one) && is_scalar(other) && one.get("type") == other.get("type")
}
