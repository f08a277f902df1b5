//! Projects arrays to lists with one shape, to arrays if their length is fixed, or to tuples if the schema constrains each
//! element.

use planwright_schema::model::{Count, Keyword, Schema};

use super::{Place, Projection, reasons};
use crate::shape::Shape;
use crate::style::Strings;

/// Maximum number of elements in a tuple, because Rust implements the usual traits for no more.
const MAX_TUPLE: usize = 12;

impl<'a> Projection<'a> {
    /// Returns the shape of an array.
    pub(super) fn array(&mut self, schema: &Schema, place: &Place<'a>) -> Shape {
        let array = &schema.groups().array;
        let rest = array.rest();
        let elements = array.slots();
        let count = |count: &Option<Count>| count.as_ref().and_then(|count| usize::try_from(count.get()).ok());
        if elements.is_empty() {
            let item = rest.map(|rest| self.shape(rest, &place.inside(&rest.place, "item")));
            let item = item.unwrap_or(Shape::Any(None));
            let length = count(&array.min_items).filter(|least| count(&array.max_items) == Some(*least));
            return match length {
                Some(length)
                    if (1..=max_length(&item)).contains(&length) && self.style.all.strings == Strings::Owned =>
                {
                    Shape::Array(Box::new(item), length)
                }
                _ => Shape::List(Box::new(item)),
            };
        }
        let is_bounded = rest.and_then(Schema::as_bool) == Some(false)
            || count(&array.max_items).is_some_and(|most| most <= elements.len());
        let is_fixed = is_bounded && count(&array.min_items) == Some(elements.len()) && elements.len() <= MAX_TUPLE;
        let slots = elements.iter().enumerate();
        let slots = slots.map(|(index, slot)| (slot, place.inside(&slot.place, &format!("item {}", index + 1))));
        if is_fixed && self.style.all.strings == Strings::Owned {
            return Shape::Tuple(slots.map(|(slot, inside)| self.shape(slot, &inside)).collect());
        }
        let mut schemas: Vec<(&Schema, Place<'a>)> = slots.collect();
        if !is_bounded {
            let Some(rest) = rest.filter(|rest| rest.as_bool() != Some(true)) else {
                return Shape::List(Box::new(Shape::Any(Some(reasons::TUPLE))));
            };
            schemas.push((rest, place.inside(&rest.place, "item")));
        }
        let keyword = if array.prefix_items.is_some() { Keyword::PrefixItems } else { Keyword::Items };
        let inside = place.inside(&place.at.keyword(keyword), "item");
        Shape::List(Box::new(self.one_of(&schemas, reasons::TUPLE, &inside)))
    }
}

/// Returns the maximum length of an array of these elements. Serde reads no array of more than 32, and large elements
/// would need too much space on the stack.
fn max_length(item: &Shape) -> usize {
    match item {
        Shape::Any(_) => 0,
        Shape::Array(inner, length) => max_length(inner) / length,
        item if item.is_scalar() => 32,
        _ => 4,
    }
}
