//! Unions: tagged ones become enums with a tag, a value or null becomes optional, the rest is told apart by its form.

use serde_json::Value;

use super::forms::{tag_of, told_apart, union_of};
use super::{Place, Projection, describe};
use crate::shape::{Kind, Shape, Variant};
use planwright_schema::unions::{self, Tagged};

impl<'a> Projection<'a> {
    /// The kind of a union that becomes an enum.
    pub(super) fn union(&mut self, keyword: &str, branches: &[Value], place: &Place<'a>) -> Option<Kind> {
        if let [only] = branches {
            return self.kind(only, &place.inside_single(keyword));
        }
        if let Some(tagged) = tag_of(branches, self.module) {
            return Some(self.tagged(keyword, branches, &tagged, place));
        }
        if !told_apart(branches, self.module) {
            return None;
        }
        let shapes = branches.iter().enumerate().map(|(index, branch)| {
            let inside = place.inside(place.at.member(keyword).index(index), &format!("option {index}"));
            self.shape(branch, &inside)
        });
        let mut distinct: Vec<Shape> = Vec::new();
        for shape in shapes.collect::<Vec<_>>() {
            if !distinct.iter().any(|known| is_one_type(known, &shape)) {
                distinct.push(shape);
            }
        }
        Some(Kind::Untagged(distinct))
    }

    /// The kind of a schema that lists several types.
    pub(super) fn mixed(&mut self, types: &[&str], schema: &Value, place: &Place<'a>) -> Kind {
        Kind::Untagged(types.iter().map(|name| self.typed(name, schema, place)).collect())
    }

    fn tagged(&mut self, keyword: &str, branches: &[Value], tagged: &Tagged, place: &Place<'a>) -> Kind {
        let branches = branches.iter().zip(&tagged.values).enumerate().map(|(index, (branch, value))| {
            let inside = place.inside(place.at.member(keyword).index(index), value);
            let shape = self.shape(branch, &inside);
            let object = unions::follow(branch, &self.module.definitions);
            let docs = if branch.get("description").is_some() { describe(branch) } else { describe(object) };
            Variant { value: value.clone(), docs, shape }
        });
        Kind::Tagged { tag: tagged.tag.clone(), variants: branches.collect() }
    }

    /// The shape of "this or null": a union with null, or a list of types with null.
    pub(super) fn nullable(&mut self, schema: &Value, place: &Place<'a>) -> Option<Shape> {
        if let Some((keyword, branches)) = union_of(schema) {
            let nulls = branches.iter().filter(|branch| is_null(branch)).count();
            let [one, two] = branches.as_slice() else { return None };
            let (index, other) = if is_null(one) { (1, two) } else { (0, one) };
            let inside = place.inside(place.at.member(keyword).index(index), "");
            return (nulls == 1).then(|| or_null(self.shape(other, &inside)));
        }
        if let Some(listed) = without_null(schema) {
            return Some(or_null(self.shape(&listed, place)));
        }
        let types = schema.get("type")?.as_array()?;
        let (nulls, others): (Vec<&Value>, Vec<&Value>) = types.iter().partition(|kind| *kind == "null");
        let mut bare = schema.clone();
        match (others.as_slice(), bare.as_object_mut()) {
            ([only], Some(members)) => {
                members.insert("type".to_owned(), (*only).clone());
                // Where the values are listed, null is none of them.
                let is_listed = bare.get("enum").is_some();
                let shape = self.shape(&bare, place);
                Some(if nulls.is_empty() || is_listed { shape } else { or_null(shape) })
            }
            _ => None,
        }
    }
}

/// The shape with null, where it is not among its values already.
fn or_null(shape: Shape) -> Shape {
    match shape {
        Shape::Any(_) | Shape::Null | Shape::Nullable(_) => shape,
        other => Shape::Nullable(Box::new(other)),
    }
}

/// A schema that lists null among its values, without it; `None` where it lists no null or nothing else, or where its
/// type has no null.
fn without_null(schema: &Value) -> Option<Value> {
    let mut bare = schema.as_object()?.clone();
    let values = bare.get_mut("enum")?.as_array_mut()?;
    let all = values.len();
    values.retain(|value| !value.is_null());
    if values.len() == all || values.is_empty() {
        return None;
    }
    match bare.get_mut("type") {
        None => {}
        Some(Value::Array(types)) if types.iter().any(|kind| kind == "null") => {
            types.retain(|kind| kind != "null");
            if let [only] = types.as_slice() {
                let only = only.clone();
                bare.insert("type".to_owned(), only);
            }
        }
        Some(_) => return None,
    }
    Some(Value::Object(bare))
}

/// Whether two shapes are the same type in Rust.
fn is_one_type(one: &Shape, other: &Shape) -> bool {
    let is_text = |shape: &Shape| matches!(shape, Shape::String | Shape::Date | Shape::DateTime);
    one == other || is_text(one) && is_text(other)
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|kind| kind == "null")
}
