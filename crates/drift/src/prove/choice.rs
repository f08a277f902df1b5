//! Open choices for one value: which subschemas of a connective it satisfies or violates.
//!
//! Alternatives are numbers, and their literals are created when they are tried. That makes a choice with many
//! alternatives cheap to copy.

use std::rc::Rc;

use super::{Literal, State};
use crate::arena::{Arena, Id, Node};
use crate::effort::Effort;

/// Maximum number of branches of a `oneOf` whose pairs are examined.
const MAX_PAIRS: usize = 48;

/// Connective that has to be satisfied or violated, with its remaining alternatives.
#[derive(Clone)]
pub(super) struct Choice {
    id: Id,
    sign: bool,
    left: Rc<[usize]>,
}

/// Remainder of a choice.
pub(super) enum Narrowed {
    /// The choice is already decided.
    Decided,
    /// No alternative is left, which is a contradiction.
    None,
    /// One alternative is left, so there is no choice.
    One(Vec<Literal>),
    Several(Choice),
}

impl Choice {
    /// Returns all alternatives of a connective, or `None` if there are too many.
    pub(super) fn from_node(arena: &Arena, id: Id, sign: bool) -> Option<Self> {
        let count = match (arena.node(id), sign) {
            (Node::One(ids), false) if ids.len() > MAX_PAIRS => return None,
            (Node::One(ids), false) => 1 + ids.len() * ids.len().saturating_sub(1) / 2,
            (node, _) => members(node).len(),
        };
        Some(Self { id, sign, left: (0..count).collect() })
    }

    pub(super) fn len(&self) -> usize {
        self.left.len()
    }

    /// Restricts the choice to these alternatives.
    pub(super) fn keep_only(&mut self, left: Vec<usize>) {
        if left.len() < self.left.len() {
            self.left = left.into();
        }
    }

    /// Returns the literals of each remaining alternative.
    pub(super) fn alternatives<'c>(&'c self, arena: &Arena) -> impl Iterator<Item = Vec<Literal>> + use<'c> {
        let ids: Vec<Id> = members(arena.node(self.id)).to_vec();
        let is_one = matches!(arena.node(self.id), Node::One(_));
        self.left.iter().map(move |number| literals(&ids, is_one, self.sign, *number))
    }

    /// Returns the same, each with its number.
    pub(super) fn numbered<'c>(&'c self, arena: &Arena) -> impl Iterator<Item = (usize, Vec<Literal>)> + use<'c> {
        self.left.iter().copied().zip(self.alternatives(arena))
    }

    /// Removes alternatives that contradict the known literals.
    pub(super) fn narrowed(self, arena: &Arena, done: &State, effort: &mut Effort) -> Narrowed {
        let node = arena.node(self.id);
        let ids = members(node);
        effort.spend(1 + self.left.len());
        let is_one = matches!(node, Node::One(_));
        if is_one && self.sign {
            return self.narrowed_one(ids, done);
        }
        let mut left = Vec::with_capacity(self.left.len());
        for number in &*self.left {
            let asked = literals(ids, is_one, self.sign, *number);
            if asked.iter().all(|literal| done.contains(literal)) {
                return Narrowed::Decided;
            }
            if !asked.iter().any(|(id, sign)| done.contains(&(*id, !sign))) {
                left.push(*number);
            }
        }
        self.narrowed_to(left, ids, is_one)
    }

    /// Narrows an exclusive choice without comparing each alternative with all others.
    fn narrowed_one(self, ids: &[Id], done: &State) -> Narrowed {
        let mut obeyed = (0..ids.len()).filter(|number| done.contains(&(ids[*number], true)));
        let left = match (obeyed.next(), obeyed.next()) {
            (Some(_), Some(_)) => return Narrowed::None,
            (Some(only), None) => {
                let others = ids.iter().enumerate().filter(|(number, _)| *number != only);
                if others.clone().all(|(_, id)| done.contains(&(*id, false))) {
                    return Narrowed::Decided;
                }
                if self.left.contains(&only) { vec![only] } else { Vec::new() }
            }
            _ => self.left.iter().copied().filter(|number| !done.contains(&(ids[*number], false))).collect(),
        };
        self.narrowed_to(left, ids, true)
    }

    fn narrowed_to(mut self, left: Vec<usize>, ids: &[Id], is_one: bool) -> Narrowed {
        match left[..] {
            [] => Narrowed::None,
            [only] => Narrowed::One(literals(ids, is_one, self.sign, only)),
            _ => {
                self.keep_only(left);
                Narrowed::Several(self)
            }
        }
    }
}

fn members(node: &Node) -> &[Id] {
    match node {
        Node::And(ids) | Node::Or(ids) | Node::One(ids) => ids,
        _ => &[],
    }
}

/// Returns the literals of one alternative.
fn literals(ids: &[Id], is_one: bool, sign: bool, number: usize) -> Vec<Literal> {
    match (is_one, sign, number) {
        (false, ..) => vec![(ids[number], sign)],
        (true, true, _) => ids.iter().enumerate().map(|(index, id)| (*id, index == number)).collect(),
        (true, false, 0) => ids.iter().map(|id| (*id, false)).collect(),
        (true, false, _) => {
            let pairs = (0..ids.len()).flat_map(|one| (one + 1..ids.len()).map(move |two| (one, two)));
            pairs.skip(number - 1).take(1).flat_map(|(one, two)| [(ids[one], true), (ids[two], true)]).collect()
        }
    }
}
