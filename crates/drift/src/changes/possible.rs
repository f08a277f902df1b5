//! Types and finite sets of values that a schema allows, derived from the internal representation.

use serde_json::Value;

use super::Walk;
use crate::arena::{ANY, Id, Node, Types, type_of};
use crate::eval::eval;
use crate::number::same;

/// Maximum number of values that are listed.
const MAX_VALUES: usize = 4_000;
/// Maximum depth of connectives and references.
const MAX_DEPTH: usize = 40;

impl Walk<'_, '_> {
    /// Returns the types that a schema allows, or more.
    pub(super) fn types_of(&mut self, id: Id) -> Types {
        if let Some(types) = self.types.get(&id) {
            return *types;
        }
        // A schema that needs itself is not restricted further by that.
        self.types.insert(id, ANY);
        let types = match self.prover.arena.node(id).clone() {
            Node::And(ids) => ids.into_iter().fold(ANY, |all, id| all & self.types_of(id)),
            Node::Or(ids) | Node::One(ids) => ids.into_iter().fold(0, |all, id| all | self.types_of(id)),
            Node::Not(inner) => match self.prover.arena.node(inner) {
                Node::Types(types) => ANY & !types,
                Node::And(ids) if ids.is_empty() => 0,
                _ => ANY,
            },
            Node::Ref(target) => self.prover.arena.targets[target].map_or(ANY, |id| self.types_of(id)),
            Node::Types(types) => types,
            Node::Enum(values) => values.iter().fold(0, |all, value| all | type_of(value)),
            _ => ANY,
        };
        self.types.insert(id, types);
        types
    }

    /// Returns the allowed values if the schema lists all of them.
    pub(super) fn values_of(&mut self, id: Id) -> Option<Vec<Value>> {
        let listed = self.listed_values(id, MAX_DEPTH)?;
        let mut values: Vec<Value> = Vec::new();
        for value in listed {
            if !values.iter().any(|known| same(known, &value)) && self.accepts(id, &value) != Some(false) {
                values.push(value);
            }
        }
        Some(values)
    }

    fn listed_values(&self, id: Id, depth: usize) -> Option<Vec<Value>> {
        if depth == 0 {
            return None;
        }
        match self.prover.arena.node(id) {
            Node::Enum(values) => Some(values.clone()),
            Node::And(ids) => ids.iter().filter_map(|id| self.listed_values(*id, depth - 1)).min_by_key(Vec::len),
            Node::Or(ids) | Node::One(ids) => {
                let mut all = Vec::new();
                for id in ids {
                    all.extend(self.listed_values(*id, depth - 1)?);
                    if all.len() > MAX_VALUES {
                        return None;
                    }
                }
                Some(all)
            }
            Node::Ref(target) => self.listed_values(self.prover.arena.targets[*target]?, depth - 1),
            _ => None,
        }
    }

    /// Checks whether a schema accepts a value. `None` means unknown.
    pub(super) fn accepts(&mut self, id: Id, value: &Value) -> Option<bool> {
        eval(self.prover.arena, self.prover.patterns, id, &value.clone().into())
    }
}

/// Prints a set of types.
pub(super) fn describe_types(types: Types) -> String {
    use crate::arena::{ARRAY, BOOLEAN, FRACTION, INTEGER, NULL, NUMBER, OBJECT, STRING};
    if types == ANY {
        return "any type".to_owned();
    }
    let known = [
        (STRING, "string"),
        (NUMBER, "number"),
        (INTEGER, "integer"),
        (FRACTION, "fraction"),
        (BOOLEAN, "boolean"),
        (OBJECT, "object"),
        (ARRAY, "array"),
        (NULL, "null"),
    ];
    let is_named = |(own, _): &&(Types, &str)| types & own == *own && (*own & NUMBER == 0 || types & NUMBER == *own);
    let named: Vec<&str> = known.iter().filter(is_named).map(|(_, name)| *name).collect();
    if named.is_empty() { "no type".to_owned() } else { named.join(" or ") }
}
