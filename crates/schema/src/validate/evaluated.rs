//! `unevaluatedProperties` and `unevaluatedItems`, and what other keywords evaluate.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::run::{Flow, Node, Run};
use crate::model::SchemaObject;

/// Properties and items of a value that keywords apply a schema to.
#[derive(Default)]
struct Evaluated {
    names: BTreeSet<String>,
    items: BTreeSet<usize>,
    /// Set if this is every property or item.
    all: bool,
}

impl<'v> Run<'v> {
    /// Checks `unevaluatedProperties` and `unevaluatedItems`.
    pub(super) fn unevaluated(&mut self, node: Node<'v>, object: &'v SchemaObject, value: &Value) -> Flow {
        match value {
            Value::Object(members) => match &object.object.unevaluated_properties {
                Some(schema) => {
                    let evaluated = self.evaluated_below(node, object, value);
                    self.other_members(node.with(schema), &evaluated, members, value)
                }
                None => Flow::Continue(()),
            },
            Value::Array(items) => match &object.array.unevaluated_items {
                Some(schema) => {
                    let evaluated = self.evaluated_below(node, object, value);
                    self.other_items(node.with(schema), &evaluated, items, value)
                }
                None => Flow::Continue(()),
            },
            _ => Flow::Continue(()),
        }
    }

    fn other_members(
        &mut self,
        node: Node<'v>,
        evaluated: &Evaluated,
        members: &Map<String, Value>,
        value: &Value,
    ) -> Flow {
        let others = members.iter().filter(|(name, _)| !evaluated.all && !evaluated.names.contains(*name));
        let others: Vec<_> = others.collect();
        let invalid = others.into_iter().filter(|(_, value)| !self.is_valid(node, value));
        let names: Vec<&str> = invalid.map(|(name, _)| name.as_str()).collect();
        if names.is_empty() { Flow::Continue(()) } else { self.report_names("Unevaluated", &names, value) }
    }

    fn other_items(&mut self, node: Node<'v>, evaluated: &Evaluated, items: &[Value], value: &Value) -> Flow {
        let others = items.iter().enumerate();
        let others = others.filter(|(index, _)| !evaluated.all && !evaluated.items.contains(index));
        match others.filter(|(_, item)| !self.is_valid(node, item)).count() {
            0 => Flow::Continue(()),
            count => self.report_items("Unevaluated", count, value),
        }
    }

    /// Returns what the keywords of a schema evaluate, without `unevaluatedProperties` and `unevaluatedItems`.
    fn evaluated_below(&mut self, node: Node<'v>, object: &'v SchemaObject, value: &Value) -> Evaluated {
        let mut found = Evaluated::default();
        match value {
            Value::Object(members) => self.evaluated_members(object, members, &mut found),
            Value::Array(items) => self.evaluated_items(node, object, items, &mut found),
            _ => {}
        }
        self.evaluated_in_place(node, object, value, &mut found);
        found
    }

    fn evaluated_members(&self, object: &'v SchemaObject, members: &Map<String, Value>, found: &mut Evaluated) {
        let keywords = &object.object;
        found.all |= keywords.additional_properties.is_some();
        let names = members.keys().filter(|name| !self.schemas_for(keywords, name).is_empty());
        found.names.extend(names.cloned());
    }

    fn evaluated_items(&mut self, node: Node<'v>, object: &'v SchemaObject, items: &[Value], found: &mut Evaluated) {
        let keywords = &object.array;
        found.all |= keywords.rest().is_some();
        found.items.extend(0..keywords.slots().len().min(items.len()));
        if let Some(schema) = &keywords.contains {
            let matching = items.iter().enumerate().filter(|(_, item)| self.is_valid(node.with(schema), item));
            found.items.extend(matching.map(|(index, _)| index));
        }
    }

    /// Adds what the schemas that apply to the same value evaluate.
    ///
    /// A branch counts only if the value is valid under it. If another schema rejects the value, this violation is
    /// reported, and its properties are not reported again.
    fn evaluated_in_place(&mut self, node: Node<'v>, object: &'v SchemaObject, value: &Value, found: &mut Evaluated) {
        let logic = &object.logic;
        for branch in [&logic.all_of, &logic.any_of, &logic.one_of].into_iter().flatten().flatten() {
            if self.is_valid(node.with(branch), value) {
                self.evaluated_by(node.with(branch), value, found);
            }
        }
        if let Some(condition) = &logic.if_schema {
            let outcome = if self.is_valid(node.with(condition), value) {
                self.evaluated_by(node.with(condition), value, found);
                &logic.then_schema
            } else {
                &logic.else_schema
            };
            if let Some(schema) = outcome {
                self.evaluated_by(node.with(schema), value, found);
            }
        }
        for (name, schema) in object.object.schemas_by_property() {
            if value.get(&**name).is_some() {
                self.evaluated_by(node.with(schema), value, found);
            }
        }
        for target in self.targets(node, object) {
            let add = |run: &mut Self| run.evaluated_by(target, value, found);
            self.refer(target, value, add, ());
        }
    }

    /// Adds what a schema evaluates.
    fn evaluated_by(&mut self, node: Node<'v>, value: &Value, found: &mut Evaluated) {
        let Some(object) = node.schema.object() else { return };
        let mut inside = self.evaluated_below(node, object, value);
        match value {
            Value::Object(members) => {
                if let Some(schema) = &object.object.unevaluated_properties {
                    let valid = members.iter().filter(|(_, value)| self.is_valid(node.with(schema), value));
                    inside.names.extend(valid.map(|(name, _)| name.clone()));
                }
            }
            Value::Array(items) => {
                if let Some(schema) = &object.array.unevaluated_items {
                    let valid = items.iter().enumerate().filter(|(_, item)| self.is_valid(node.with(schema), item));
                    inside.items.extend(valid.map(|(index, _)| index));
                }
            }
            _ => {}
        }
        found.all |= inside.all;
        found.names.extend(inside.names);
        found.items.extend(inside.items);
    }
}
