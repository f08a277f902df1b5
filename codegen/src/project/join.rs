//! Joins schemas that apply to the same value: the schema itself, the targets of its references, and those in its
//! `allOf`.

use std::collections::BTreeSet;

use planwright_schema::model::{Keyword, Schema, Type, Types};

use super::forms::{adds_constraints, is_scalar, single_in, text_enum, types_additional, union_of};
use super::looks;
use super::roles::constraining_keywords;
use super::{Place, Projection};
use crate::shape::{EnumText, Kind, Shape, TypeDef};

/// Maximum number of schemas that are joined to one type.
const MAX_PARTS: usize = 64;

/// One of several schemas that apply to the same value.
#[derive(Clone)]
pub(super) struct JoinPart<'s, 'a> {
    pub schema: &'s Schema,
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
    Texts(Vec<EnumText>),
    /// The same as a definition. The other schemas add nothing that a type could express.
    Definition(&'s str),
    /// The same as one of the schemas.
    Part(usize),
    /// Any value, because no type is suitable.
    Any,
}

impl<'a> Projection<'a> {
    /// Returns the schemas that apply at a location, if there are several from which a type is made.
    pub(super) fn join<'s>(&self, schema: &'s Schema, place: &Place<'a>) -> Option<Vec<JoinPart<'s, 'a>>>
    where
        'a: 's,
    {
        let groups = schema.groups();
        let joins = groups.has(Keyword::AllOf);
        let is_join = match groups.references.definition() {
            Some(_) => joins || adds_constraints(schema, self.module),
            None => !groups.has(Keyword::Ref) && joins && single_in(schema).is_none(),
        };
        // They are collected only if needed, because they can be many references away.
        let parts = if is_join { self.all_parts(schema, place)? } else { return None };
        let is_replaced = |part: &JoinPart<'_, 'a>| {
            part.origin.is_some() && self.style.is_replaced_by_user(&part.place.definition.target)
        };
        (!parts.iter().any(is_replaced)).then_some(parts)
    }

    /// Returns the schemas that apply together with the given one, which may be the only one. Returns `None` if one
    /// cannot be inspected.
    pub(super) fn all_parts<'s>(&self, schema: &'s Schema, place: &Place<'a>) -> Option<Vec<JoinPart<'s, 'a>>>
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
        schema: &'s Schema,
        place: &Place<'a>,
        origin: Option<&'s str>,
        seen: &mut BTreeSet<&'s str>,
        parts: &mut Vec<JoinPart<'s, 'a>>,
    ) -> bool
    where
        'a: 's,
    {
        let groups = schema.groups();
        if groups.references.is_dynamic() || schema.as_bool() == Some(false) || parts.len() >= MAX_PARTS {
            return false;
        }
        let reference = groups.references.definition();
        if groups.has(Keyword::Ref) && reference.is_none() {
            return false;
        }
        parts.push(JoinPart { schema, place: place.clone(), origin });
        for branch in groups.logic.all_of.iter().flatten() {
            if !self.collect(branch, &place.with_same_name(&branch.place), origin, seen, parts) {
                return false;
            }
        }
        let Some(name) = reference.filter(|name| seen.insert(name)) else { return true };
        let Some(definition) = self.module.definitions.get(name) else { return false };
        self.collect(&definition.schema, &Place::new(definition, name), origin.or(Some(name)), seen, parts)
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
                if let Some(object) = bare.object_mut() {
                    object.logic.all_of = None;
                    object.references.reference = None;
                    if is_array(parts) {
                        object.types = Some(Types::One(Type::Array));
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
        let name = self.names.claim(std::slice::from_ref(&place.inside(&place.at, "object").name));
        let docs = parts.first().map(|part| part.place.docs(part.schema)).unwrap_or_default();
        let kind = Kind::Struct(self.fields(parts, place));
        self.types.insert(name.clone(), TypeDef::new(name.clone(), docs, kind));
        Shape::Named(name)
    }
}

/// Returns whether a schema constrains properties other than the known ones.
fn looks_beyond(schema: &Schema, known: &BTreeSet<&str>) -> bool {
    let groups = schema.groups();
    types_additional(schema)
        || !groups.object.required.iter().flatten().all(|name| known.contains(name.as_str()))
        || constraining_keywords()
            .any(|(keyword, _)| keyword != Keyword::AllOf && looks::beyond(groups, keyword, known))
}

/// Returns the result of joining schemas.
pub(super) fn joined<'s>(parts: &[JoinPart<'s, '_>]) -> JoinedForm<'s> {
    let types = types(parts);
    let is_type = |kind| types.as_ref().is_none_or(|types| types.contains(&kind));
    let texts = parts.iter().filter_map(|part| text_enum(part.schema)).min_by_key(Vec::len);
    if let Some(texts) = texts.filter(|_| is_type(Type::String)) {
        return definition_of(parts).map_or(JoinedForm::Texts(texts), JoinedForm::Definition);
    }
    if has_members(parts) && is_type(Type::Object) {
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
    if !is_array(parts) || parts.iter().any(|part| union_of(part.schema).is_some()) {
        return None;
    }
    let says = |part: &JoinPart<'_, '_>| part.schema.groups().array.has_items();
    let mut saying = parts.iter().enumerate().filter(|(_, part)| says(part)).map(|(index, _)| index);
    match (saying.next(), saying.next()) {
        (Some(index), None) => Some(index),
        (None, _) => parts.iter().position(|part| part.schema.groups().types.is_some()),
        (Some(_), Some(_)) => None,
    }
}

/// Returns the definition through which all schemas are reached that affect the type.
fn definition_of<'s>(parts: &[JoinPart<'s, '_>]) -> Option<&'s str> {
    let known = names(parts);
    let says = |part: &&JoinPart<'_, '_>| {
        part.origin.is_none() && (is_typed(part.schema) || looks_beyond(part.schema, &known))
            || part.schema.groups().object.properties.is_some() && part.origin.is_none()
    };
    let mut origins = parts.iter().filter_map(|part| part.origin);
    let first = origins.next()?;
    (origins.all(|origin| origin == first) && !parts.iter().any(|part| says(&part))).then_some(first)
}

/// Returns a single schema as the only part of a join.
pub(super) fn only_part<'s, 'a>(schema: &'s Schema, place: &Place<'a>) -> [JoinPart<'s, 'a>; 1] {
    [JoinPart { schema, place: place.clone(), origin: None }]
}

/// Returns the properties that the schemas name.
pub(super) fn names<'s>(parts: &[JoinPart<'s, '_>]) -> BTreeSet<&'s str> {
    let properties = parts.iter().flat_map(|part| &part.schema.groups().object.properties);
    properties.flat_map(|properties| properties.keys().map(|name| &**name)).collect()
}

fn has_members(parts: &[JoinPart<'_, '_>]) -> bool {
    !names(parts).is_empty()
}

/// Returns the types that all schemas allow, or `None` if no schema declares types.
pub(super) fn types(parts: &[JoinPart<'_, '_>]) -> Option<Vec<Type>> {
    let listed = parts.iter().filter_map(|part| part.schema.groups().types.as_ref());
    let listed = listed.map(|types| types.as_slice().to_vec());
    let has = |list: &[Type], kind: Type| list.contains(&kind) || kind == Type::Integer && list.contains(&Type::Number);
    listed.reduce(|known, next| {
        let both = known.iter().chain(&next).copied().filter(|kind| has(&known, *kind) && has(&next, *kind));
        both.fold(Vec::new(), |mut types, kind| {
            types.extend(Some(kind).filter(|kind| !types.contains(kind)));
            types
        })
    })
}

/// Returns whether all values are arrays.
fn is_array(parts: &[JoinPart<'_, '_>]) -> bool {
    types(parts).is_some_and(|types| types == [Type::Array])
}

/// Returns whether a schema determines the type of its values, other than that they are objects.
fn is_typed(schema: &Schema) -> bool {
    let groups = schema.groups();
    types_additional(schema)
        || groups.types.is_some() && groups.single_type() != Some(Type::Object)
        || groups.values.any()
        || groups.array.has_items()
        || groups.object.pattern_properties.is_some()
        || union_of(schema).is_some_and(|branches| branches.iter().any(constrains))
}

/// Returns whether a schema constrains values. `true` and `false` count as constraints, because they are intended.
fn constrains(schema: &Schema) -> bool {
    schema.object().is_none_or(|object| object.keywords().any(Keyword::constrains))
}

/// Returns whether two schemas have the same scalar type, or one does not determine a type.
fn is_scalar_like(one: &Schema, other: &Schema) -> bool {
    let kind = |schema: &Schema| schema.groups().single_type().filter(|kind| is_scalar(*kind));
    !is_typed(other) || kind(one).is_some() && kind(one) == kind(other)
}
