//! Items of arrays.

use planwright_source::equality::first_repeated;
use serde_json::Value;

use super::run::{Flow, Node, Run};
use super::strings::{plural, violated};
use crate::model::{ArrayKeywords, Count, Items, SchemaObject};

impl<'v> Run<'v> {
    /// Checks the keywords for arrays.
    pub(super) fn array(&mut self, node: Node<'v>, object: &'v SchemaObject, items: &[Value], value: &Value) -> Flow {
        let keywords = &object.array;
        let count = items.len() as u64;
        if let Some(limit) = violated(keywords.min_items.as_ref(), |limit| count < limit) {
            self.report(value, |value| format!("{value} has less than {limit} item{}", plural(limit)))?;
        }
        if let Some(limit) = violated(keywords.max_items.as_ref(), |limit| count > limit) {
            self.report(value, |value| format!("{value} has more than {limit} item{}", plural(limit)))?;
        }
        if keywords.unique_items == Some(true) && first_repeated(items).is_some() {
            self.report(value, |value| format!("{value} has non-unique elements"))?;
        }
        self.items(node, keywords, items, value)?;
        match &keywords.contains {
            Some(schema) => self.contains(node.with(schema), keywords, items, value),
            None => Flow::Continue(()),
        }
    }

    fn items(&mut self, node: Node<'v>, keywords: &'v ArrayKeywords, items: &[Value], value: &Value) -> Flow {
        let slots = keywords.slots();
        for (index, (schema, item)) in slots.iter().zip(items).enumerate() {
            self.inside_item(index, node.with(schema), item)?;
        }
        let Some(rest) = keywords.rest() else { return Flow::Continue(()) };
        let others = items.iter().enumerate().skip(slots.len());
        if is_additional(keywords) && rest.as_bool() == Some(false) {
            return match others.count() {
                0 => Flow::Continue(()),
                count => self.report_items("Additional", count, value),
            };
        }
        for (index, item) in others {
            self.inside_item(index, node.with(rest), item)?;
        }
        Flow::Continue(())
    }

    fn contains(&mut self, node: Node<'v>, keywords: &ArrayKeywords, items: &[Value], value: &Value) -> Flow {
        let mut count = 0;
        for item in items {
            count += u64::from(self.is_valid(node, item));
        }
        let min = keywords.min_contains.as_ref().map_or(1, Count::get);
        let max = keywords.max_contains.as_ref().map_or(u64::MAX, Count::get);
        if (min..=max).contains(&count) {
            return Flow::Continue(());
        }
        self.report(value, |value| format!("None of {value} are valid under the given schema"))
    }

    /// Reports items that no keyword allows.
    pub(super) fn report_items(&mut self, kind: &str, count: usize, value: &Value) -> Flow {
        let suffix = plural(count as u64);
        self.report(value, |_| format!("{kind} items are not allowed ({count} item{suffix})"))
    }
}

/// Returns whether the schema of the items after the first ones is in `additionalItems`.
fn is_additional(keywords: &ArrayKeywords) -> bool {
    matches!(keywords.items, Some(Items::First(_)))
}
