//! Projects unions: tagged ones become tagged enums, a value or null becomes optional, and others become untagged
//! enums.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::model::{Keyword, Schema, Type, Types};
use serde_json::Value;

use super::forms::{
    are_distinguishable, common_scalar, is_null, is_scalar, names_required, only_value, single, target, text_enum,
    union_of, with_type,
};
use super::join::{self, JoinPart};
use super::openness::Openness;
use super::place::title;
use super::roles::Role;
use super::{Place, Projection, describe, reasons};
use crate::shape::{Docs, EnumText, Kind, Shape, TypeDef, Variant};
use crate::style::Strings;
use planwright_schema::unions::{self, Tagged};

impl<'a> Projection<'a> {
    /// Returns whether the union of these branches, which are in `schema`, becomes an enum.
    pub(super) fn is_union(&self, schema: &Schema, branches: &[Schema], place: &Place<'a>) -> bool {
        if schema.groups().single_type().is_some_and(is_scalar) || !names_required(schema, branches, self.module) {
            return false;
        }
        if branches.len() < 2
            || self.tag_of(schema, branches, place).is_some()
            || are_distinguishable(branches, self.module)
        {
            return true;
        }
        let leads_back = || branches.iter().any(|branch| self.references.leads_back_in_place(branch));
        // A borrowing type takes the first branch that fits.
        self.style.all.strings == Strings::Owned
            && common_scalar(branches, self.module).is_none()
            && self.has_typed_branches(branches, schema, place)
            && !leads_back()
    }

    /// Returns whether types express the branches, except at most one for all other values.
    fn has_typed_branches(&self, branches: &[Schema], schema: &Schema, place: &Place<'a>) -> bool {
        let is_typed = |branch: &&Schema| self.is_typed(&with_type(branch, schema), place, 0);
        let untyped = branches.iter().filter(|branch| !is_typed(branch));
        untyped.clone().count() <= 1 && untyped.into_iter().all(|branch| is_any_value(target(branch, self.module)))
    }

    /// Returns whether a type expresses anything about the values of a branch.
    fn is_typed(&self, branch: &Schema, place: &Place<'a>, depth: usize) -> bool {
        const MAX_DEPTH: usize = 8;
        let branch = single(branch);
        let groups = branch.groups();
        if let Some(definition) = groups.references.definition().and_then(|name| self.module.definitions.get(name)) {
            return depth < MAX_DEPTH && self.is_typed(&definition.schema, place, depth + 1);
        }
        groups.types.is_some() || groups.values.any() || self.deserves_name(branch, place)
    }

    /// Returns the kind of a union that becomes an enum.
    pub(super) fn union(&mut self, branches: &[Schema], schema: &Schema, place: &Place<'a>) -> Option<Kind> {
        if let [only] = branches {
            return self.kind(only, &place.with_same_name(&only.place));
        }
        if let Some(tagged) = self.tag_of(schema, branches, place) {
            return Some(self.tagged(branches, schema, &tagged, place));
        }
        let is_distinguishable = are_distinguishable(branches, self.module);
        let words = branch_words(branches);
        let shapes = branches.iter().zip(words).map(|(branch, word)| {
            let inside = place.inside(&branch.place, &word);
            self.shape(&with_type(branch, schema), &inside)
        });
        let mut distinct: Vec<Shape> = Vec::new();
        for shape in shapes.collect::<Vec<_>>() {
            if !distinct.iter().any(|known| is_one_type(known, &shape)) {
                distinct.push(shape);
            }
        }
        let is_any = |shape: &Shape| matches!(shape, Shape::Any(_));
        // The branch for all other values would otherwise hide those after it.
        distinct.sort_by_key(is_any);
        if !is_distinguishable && distinct.iter().all(is_any) {
            return Some(Kind::Alias(Shape::Any(Some(reasons::UNION))));
        }
        if !is_distinguishable && !distinct.iter().any(is_any) && self.objects_overlap(branches, schema, place) {
            // An object may have properties of several branches, which no single type has.
            let open = Shape::Map(None, Box::new(Shape::Any(Some(reasons::SEVERAL))));
            distinct.push(open);
        }
        Some(Kind::Untagged(distinct))
    }

    /// Returns whether an object can have properties of several branches. If all are closed, it cannot.
    fn objects_overlap(&self, branches: &[Schema], schema: &Schema, place: &Place<'a>) -> bool {
        let forms = branches.iter().map(|branch| self.openness(&with_type(branch, schema), place));
        let objects: Vec<Openness> = forms.filter(|form| *form != Openness::NoObject).collect();
        objects.len() > 1 && objects.contains(&Openness::Open)
    }

    /// Returns the tag of a union in which every branch is an object that requires one property with a distinct string.
    fn tag_of(&self, schema: &Schema, branches: &[Schema], place: &Place<'a>) -> Option<Tagged> {
        if let Some(tagged) = unions::tagged(branches, &self.module.definitions) {
            return Some(tagged);
        }
        let branches: Vec<Cow<'_, Schema>> = branches.iter().map(|branch| with_type(branch, schema)).collect();
        let views: Option<Vec<Vec<JoinPart<'_, 'a>>>> =
            branches.iter().map(|branch| self.all_parts(branch, place)).collect();
        let views = views?;
        let candidates = views.first()?.iter().flat_map(|part| &part.schema.groups().object.properties);
        candidates.flat_map(|properties| properties.keys()).find_map(|tag| {
            let values: Vec<String> = views.iter().map(|parts| tag_value(parts, tag)).collect::<Option<_>>()?;
            let is_distinct = values.iter().collect::<BTreeSet<_>>().len() == values.len();
            is_distinct.then(|| Tagged { tag: tag.to_string(), values })
        })
    }

    /// Returns the kind of a schema that lists several types.
    pub(super) fn mixed(&mut self, types: &[Type], schema: &Schema, place: &Place<'a>) -> Kind {
        Kind::Untagged(types.iter().map(|kind| self.typed(*kind, schema, place)).collect())
    }

    /// Returns the kind of an enum with strings and other values.
    pub(super) fn mixed_values(&mut self, texts: Vec<EnumText>, others: Vec<Shape>, place: &Place<'a>) -> Kind {
        let mut shapes = Vec::new();
        if !texts.is_empty() {
            let inside = place.inside(&place.at.keyword(Keyword::Enum), "text");
            let name = self.names.claim(std::slice::from_ref(&inside.name));
            self.types.insert(name.clone(), TypeDef::new(name.clone(), inside.undescribed(), Kind::Enum(texts)));
            shapes.push(Shape::Named(name));
        }
        shapes.extend(others);
        Kind::Untagged(shapes)
    }

    fn tagged(&mut self, branches: &[Schema], schema: &Schema, tagged: &Tagged, place: &Place<'a>) -> Kind {
        let branches = branches.iter().zip(&tagged.values).map(|(branch, value)| {
            let shape = self.shape(&with_type(branch, schema), &place.inside(&branch.place, value));
            Variant { value: value.clone(), docs: self.describe_branch(branch), shape }
        });
        Kind::Tagged { tag: tagged.tag.clone(), variants: branches.collect() }
    }

    /// Returns the documentation of a branch: its own, or that of the schema that it refers to.
    pub(super) fn describe_branch(&self, branch: &Schema) -> Docs {
        let is_described = branch.groups().annotations.description.is_some();
        let object = if is_described { branch } else { unions::follow(branch, &self.module.definitions) };
        Docs { description: describe(object), ..Docs::default() }
    }

    /// Returns the shape of a nullable schema: a union with null, or a list of types with null.
    pub(super) fn nullable(&mut self, schema: &Schema, place: &Place<'a>) -> Option<Shape> {
        if let Some(branches) = union_of(schema) {
            let nulls = branches.iter().filter(|branch| is_null(branch)).count();
            if nulls == 1
                && branches.len() > 2
                && let Some(texts) = without_null_branch(schema)
                    .filter(|texts| text_enum(texts).is_some() || self.open_enum(texts).is_some())
            {
                return Some(nullable_shape(self.shape(&texts, place)));
            }
            let [one, two] = branches else { return None };
            let other = if is_null(one) { two } else { one };
            let inside = place.inside(&other.place, "");
            return (nulls == 1).then(|| nullable_shape(self.shape(other, &inside)));
        }
        if let Some(listed) = without_null(schema) {
            return Some(nullable_shape(self.shape(&listed, place)));
        }
        let Some(Types::List(types)) = &schema.groups().types else { return None };
        let (nulls, others): (Vec<Type>, Vec<Type>) = types.iter().partition(|kind| **kind == Type::Null);
        match others.as_slice() {
            [only] => {
                let mut bare = schema.clone();
                bare.object_mut()?.types = Some(Types::One(*only));
                // If the values are listed, null is not among them.
                let is_listed = schema.groups().values.enumeration.is_some();
                let shape = self.shape(&bare, place);
                Some(if nulls.is_empty() || is_listed { shape } else { nullable_shape(shape) })
            }
            [] if !nulls.is_empty() => Some(Shape::Null),
            _ => None,
        }
    }
}

/// Returns whether a schema accepts every value because it has no keyword but annotations.
fn is_any_value(schema: &Schema) -> bool {
    schema.as_bool() == Some(true)
        || schema
            .object()
            .is_some_and(|object| object.keywords().all(|keyword| Role::from_keyword(keyword) == Role::Note))
}

/// Returns a word for each branch of a union without a tag, for the names of types: the value of a constant property,
/// the title, the only property that no other branch requires, the type, or the position.
fn branch_words(branches: &[Schema]) -> Vec<String> {
    fn required(branch: &Schema) -> impl Iterator<Item = &String> {
        branch.groups().object.required.iter().flatten()
    }
    let requiring = counts(branches.iter().flat_map(|branch| required(branch).collect::<BTreeSet<_>>()));
    let words = branches.iter().map(|branch| {
        let object = &branch.groups().object;
        let mut constants = object.properties.iter().flatten().filter(|(name, _)| object.requires(name));
        let constant = constants.find_map(|(_, property)| only_value(property)?.as_str()).map(str::to_owned);
        let mut own = required(branch).filter(|name| requiring[name] == 1);
        let only = own.next().filter(|_| own.next().is_none());
        constant.or_else(|| title(branch)).or_else(|| only.cloned()).or_else(|| type_word(branch).map(str::to_owned))
    });
    let words: Vec<Option<String>> = words.collect();
    let uses = counts(words.iter().flatten());
    let word = |(index, word): (usize, &Option<String>)| {
        let is_name = |word: &&String| uses[word] == 1 && word.starts_with(|c: char| c.is_ascii_alphabetic());
        word.as_ref().filter(is_name).map_or_else(|| format!("option {index}"), String::clone)
    };
    words.iter().enumerate().map(word).collect()
}

/// Returns the word for the type of a branch that becomes a named type.
fn type_word(branch: &Schema) -> Option<&'static str> {
    if text_enum(branch).is_some() {
        return Some("text");
    }
    match branch.groups().single_type()? {
        Type::Object => Some("object"),
        Type::Array => Some("list"),
        Type::Boolean | Type::Integer | Type::Null | Type::Number | Type::String => None,
    }
}

/// Returns how often each word occurs.
fn counts<'w>(words: impl Iterator<Item = &'w String>) -> BTreeMap<&'w String, usize> {
    words.fold(BTreeMap::new(), |mut counts, word| {
        *counts.entry(word).or_default() += 1;
        counts
    })
}

/// Returns the shape with null added, unless it allows null already.
fn nullable_shape(shape: Shape) -> Shape {
    match shape {
        Shape::Any(_) | Shape::Null | Shape::Nullable(_) => shape,
        other => Shape::Nullable(Box::new(other)),
    }
}

/// Returns a union without its branch for null.
fn without_null_branch(schema: &Schema) -> Option<Schema> {
    let mut bare = schema.clone();
    let logic = &mut bare.object_mut()?.logic;
    let branches = logic.one_of.as_mut().or(logic.any_of.as_mut())?;
    branches.retain(|branch| !is_null(branch));
    Some(bare)
}

/// Returns a schema without null among its values, or `None` if it does not list null and another value or its type
/// excludes null.
fn without_null(schema: &Schema) -> Option<Schema> {
    let values = schema.groups().values.enumeration.as_ref()?;
    let others: Vec<Value> = values.iter().filter(|value| !value.is_null()).cloned().collect();
    if others.len() == values.len() || others.is_empty() {
        return None;
    }
    let mut bare = schema.clone();
    let object = bare.object_mut()?;
    object.values.enumeration = Some(others);
    match &mut object.types {
        None => {}
        Some(Types::List(types)) if types.contains(&Type::Null) => {
            types.retain(|kind| *kind != Type::Null);
            if let [only] = types.as_slice() {
                object.types = Some(Types::One(*only));
            }
        }
        Some(_) => return None,
    }
    Some(bare)
}

/// Returns the only string that `tag` can have in an object to which these schemas apply, if it is required.
pub(super) fn tag_value(parts: &[JoinPart<'_, '_>], tag: &str) -> Option<String> {
    let is_object = join::types(parts).is_some_and(|types| types == [Type::Object]);
    let is_required = parts.iter().any(|part| part.schema.groups().object.requires(tag));
    let properties = parts.iter().filter_map(|part| part.schema.groups().object.property(tag));
    let mut values = properties.filter_map(|property| only_value(property)?.as_str());
    let has_union = parts.iter().any(|part| union_of(part.schema).is_some());
    values.next().filter(|_| is_object && is_required && !has_union).map(str::to_owned)
}

/// Returns whether two shapes are the same type in Rust.
pub(super) fn is_one_type(one: &Shape, other: &Shape) -> bool {
    let is_text = |shape: &Shape| matches!(shape, Shape::String | Shape::Date | Shape::DateTime);
    match (one, other) {
        (Shape::Integer(one), Shape::Integer(other)) => one.rust == other.rust,
        _ => one == other || is_text(one) && is_text(other),
    }
}
