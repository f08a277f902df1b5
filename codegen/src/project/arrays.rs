//! Projects arrays to lists with one shape, or to tuples if the schema constrains each element.

use serde_json::Value;

use super::{Place, Projection, reasons};
use crate::shape::Shape;
use crate::style::Strings;

/// Maximum number of elements in a tuple, because Rust implements the usual traits for no more.
const MAX_TUPLE: usize = 12;

impl<'a> Projection<'a> {
    /// Returns the shape of an array.
    pub(super) fn array(&mut self, schema: &Value, place: &Place<'a>) -> Shape {
        let (keyword, rest) = match schema.get("prefixItems") {
            Some(Value::Array(_)) => ("prefixItems", "items"),
            _ => ("items", "additionalItems"),
        };
        let Some(Value::Array(elements)) = schema.get(keyword) else {
            let item = schema.get("items").map(|items| self.shape(items, &place.member(&["items"], "item")));
            return Shape::List(Box::new(item.unwrap_or(Shape::Any(None))));
        };
        let count = |keyword| schema.get(keyword).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
        let at = |index: usize| place.at.member(keyword).index(index);
        let rest = schema.get(rest).unwrap_or(&Value::Bool(true));
        let is_bounded = *rest == Value::Bool(false) || count("maxItems").is_some_and(|most| most <= elements.len());
        let is_fixed = is_bounded && count("minItems") == Some(elements.len()) && elements.len() <= MAX_TUPLE;
        if is_fixed && !elements.is_empty() && self.style.all.strings == Strings::Owned {
            let shapes = elements.iter().enumerate().map(|(index, element)| {
                let inside = place.inside(at(index), &format!("item {}", index + 1));
                self.shape(element, &inside)
            });
            return Shape::Tuple(shapes.collect());
        }
        let mut schemas: Vec<(&Value, Place<'a>)> = elements
            .iter()
            .enumerate()
            .map(|(index, element)| (element, place.inside(at(index), &format!("item {}", index + 1))))
            .collect();
        if !is_bounded {
            let keyword = if keyword == "items" { "additionalItems" } else { "items" };
            schemas.push((rest, place.member(&[keyword], "item")));
        }
        if schemas.is_empty() {
            return Shape::List(Box::new(Shape::Any(None)));
        }
        if *rest == Value::Bool(true) && !is_bounded {
            return Shape::List(Box::new(Shape::Any(Some(reasons::TUPLE))));
        }
        let inside = place.inside(place.at.member(keyword), "item");
        Shape::List(Box::new(self.one_of(&schemas, reasons::TUPLE, &inside)))
    }
}
