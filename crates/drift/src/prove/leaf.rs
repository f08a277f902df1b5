//! Decides states that contain only assertions: finds the remaining types, and tries each value of a finite set.

use serde_json::Value;

use super::{InnerSolution, Prover, State};
use crate::arena::{ANY, ARRAY, BOOLEAN, NULL, NUMBER, Node, OBJECT, STRING, Types};
use crate::candidate::Candidate;
use crate::eval::eval;

impl Prover<'_> {
    /// Searches for values that satisfy the assertions of `done`. Connectives are ignored.
    pub(super) fn leaf(&mut self, done: &State) -> InnerSolution {
        self.patterns.effort.spend(done.len());
        let mut types = ANY;
        let mut listed: Option<&Vec<Value>> = None;
        for (id, sign) in done {
            match (self.arena.node(*id), sign) {
                (Node::Types(own), true) => types &= own,
                (Node::Types(own), false) => types &= !own,
                (Node::Enum(values), true) if listed.is_none_or(|other| values.len() < other.len()) => {
                    listed = Some(values);
                }
                (Node::Opaque(text), _) => {
                    self.notes.insert(text.clone());
                }
                (node, false) => types &= own_type(node).unwrap_or(ANY),
                _ => {}
            }
        }
        if let Some(values) = listed {
            return self.listed(done, values.clone());
        }
        let mut found: Option<Vec<Candidate>> = None;
        let mut add = |one: InnerSolution| {
            if let InnerSolution::Maybe(values) = one {
                found.get_or_insert_default().extend(values);
            }
        };
        let small: &[(Types, &[Value])] =
            &[(NULL, &[Value::Null]), (BOOLEAN, &[Value::Bool(false), Value::Bool(true)])];
        for (own, values) in small {
            if types & own != 0 {
                add(self.listed(done, values.to_vec()));
            }
        }
        if types & STRING != 0 {
            add(self.string(done));
        }
        if types & NUMBER != 0 {
            add(self.number(done, types));
        }
        if types & OBJECT != 0 {
            add(self.object(done));
        }
        if types & ARRAY != 0 {
            add(self.array(done));
        }
        found.map_or(InnerSolution::Empty, InnerSolution::Maybe)
    }

    /// Returns the values of a finite set that are allowed.
    pub(super) fn listed(&mut self, done: &State, values: Vec<Value>) -> InnerSolution {
        let mut left = Vec::new();
        for value in values {
            let value = Candidate::from(value);
            if self.allows(done, &value) {
                left.push(value);
            }
        }
        if left.is_empty() { InnerSolution::Empty } else { InnerSolution::Maybe(left) }
    }

    /// Checks that no literal of the state is known to reject a value.
    pub(super) fn allows(&mut self, done: &State, value: &Candidate) -> bool {
        done.iter().all(|(id, sign)| eval(self.arena, self.patterns, *id, value) != Some(!sign))
    }
}

/// Returns the type that an assertion is about. A value that violates it has that type.
fn own_type(node: &Node) -> Option<Types> {
    Some(match node {
        Node::Min(..) | Node::Max(..) | Node::Multiple(_) => NUMBER,
        Node::MinLength(_) | Node::MaxLength(_) | Node::Pattern(_) | Node::Format(_) => STRING,
        Node::MinItems(_)
        | Node::MaxItems(_)
        | Node::Unique
        | Node::Item(..)
        | Node::ItemsFrom(..)
        | Node::CountMin(..)
        | Node::CountMax(..) => ARRAY,
        Node::MinMembers(_)
        | Node::MaxMembers(_)
        | Node::Has(_)
        | Node::Member(..)
        | Node::Matching(..)
        | Node::Others(..)
        | Node::Names(_) => OBJECT,
        _ => return None,
    })
}
