//! The prover: whether any value obeys some schemas and breaks others.
//!
//! A tableau. Connectives are taken apart into branches until only assertions are left, and those are decided type by type.
//! What cannot be decided is left out, which only makes the set of values larger: so *empty* is always a proof, and
//! *maybe* comes with candidates that somebody else has to confirm. Recursion is coinductive: a value is finite, so a
//! state that needs itself inside itself has none.

mod array;
mod choice;
mod leaf;
mod number;
mod object;
mod string;

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::arena::{Arena, Id, Node};
use crate::effort::{self, MAX_PARTS, parts};
use crate::number::same;
use crate::pattern::Patterns;
use choice::{Choice, Narrowed};

/// A schema that is to be obeyed (`true`) or broken.
pub(crate) type Literal = (Id, bool);
/// What one value is to obey and break.
pub(crate) type State = BTreeSet<Literal>;

/// How many branches are looked at, at most, for one question.
const BUDGET: u64 = 20_000;
/// How many of these go by before choices are looked at more closely.
const EASY: u64 = 400;
/// How deep values are looked into.
const MAX_DEPTH: usize = 1_000;
/// How many branches deep one value is taken apart.
const MAX_BRANCHES: usize = 400;
/// Candidates that are kept for a value inside another, where one witness is looked for.
const FEW: usize = 4;
/// Candidates that are found one after the other, where all must differ.
const MAX_SEVERAL: usize = 64;
/// Candidates that came again, after which no others are looked for: thousands of branches may lead to one.
const MANY_REPEATED: usize = 200;
/// Candidates of which all parts together may be as many as one alone may have.
const AT_ONCE: usize = 24;
/// A note where there is a value, and it has more parts than are made.
const TOO_LARGE: &str = "budget: a document that shows it is too large";
/// What a literal takes in a set.
const BYTES_OF_A_LITERAL: usize = 24;

/// What is known of a state.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// No value is in it: a proof.
    Empty,
    /// There may be one; these are candidates.
    Maybe(Vec<Value>),
}

/// One question and what was learned on the way.
#[derive(Debug)]
pub(crate) struct Prover<'a> {
    pub arena: &'a mut Arena,
    pub patterns: &'a mut Patterns,
    /// What had to be left out.
    pub notes: BTreeSet<String>,
    left: u64,
    active: HashMap<State, usize>,
    known: HashMap<State, Found>,
    /// The outermost active state that an answer relied on.
    relied: usize,
    /// Candidates that are kept for a value inside another.
    few: usize,
    /// Bytes that are counted for `known`.
    kept: usize,
}

impl Drop for Prover<'_> {
    fn drop(&mut self) {
        self.patterns.effort.give_back(self.kept);
    }
}

impl<'a> Prover<'a> {
    pub(crate) fn new(arena: &'a mut Arena, patterns: &'a mut Patterns) -> Self {
        let (active, known) = (HashMap::new(), HashMap::new());
        let (notes, relied) = (BTreeSet::new(), usize::MAX);
        Self { arena, patterns, notes, left: BUDGET, active, known, relied, few: FEW, kept: 0 }
    }

    /// Keeps more candidates for a value inside another, so that values come that differ in many places.
    pub(crate) fn keeping(mut self, few: usize) -> Self {
        self.few = few;
        self
    }

    /// Whether there is a value in a state; up to `limit` candidates.
    pub(crate) fn solve(&mut self, state: &State, limit: usize) -> Found {
        self.patterns.effort.spend(1 + state.len());
        if let Some(known) = self.known.get(state) {
            if let Found::Maybe(values) = known {
                self.patterns.effort.spend(values.iter().map(parts).sum());
            }
            return known.clone();
        }
        if let Some(depth) = self.active.get(state) {
            self.relied = self.relied.min(*depth);
            return Found::Empty;
        }
        let depth = self.active.len();
        if depth > MAX_DEPTH {
            self.notes.insert("budget: the schemas are nested too deeply".to_owned());
            return Found::Maybe(Vec::new());
        }
        self.active.insert(state.clone(), depth);
        let outer = std::mem::replace(&mut self.relied, usize::MAX);
        let mut sink = Sink { found: Vec::new(), limit, possible: false, repeated: 0, parts: 0 };
        self.branch(&mut Trail::default(), state.iter().copied().collect(), Vec::new(), &mut sink, 0);
        let found = if sink.possible { Found::Maybe(sink.found) } else { Found::Empty };
        self.active.remove(state);
        if self.relied >= depth || matches!(found, Found::Maybe(_)) {
            let bytes = state.len() * BYTES_OF_A_LITERAL + effort::bytes(1 + sink.parts);
            if self.patterns.effort.keep(bytes) {
                self.kept += bytes;
                self.known.insert(state.clone(), found.clone());
            }
        }
        let inner = if self.relied >= depth { usize::MAX } else { self.relied };
        self.relied = outer.min(inner);
        found
    }

    /// A state inside another one.
    fn inner(&mut self, state: &State) -> Found {
        self.solve(state, self.few)
    }

    /// Candidates that all differ, at most `count`: those that are known, then others, found by leaving out the known ones.
    fn several(&mut self, state: &State, mut known: Vec<Value>, count: usize) -> Vec<Value> {
        while known.len() < count.min(MAX_SEVERAL) {
            let mut state = state.clone();
            state.insert((self.arena.add(Node::Enum(known.clone())), false));
            let Found::Maybe(found) = self.inner(&state) else { break };
            let before = known.len();
            for value in found {
                if !known.iter().any(|other| same(other, &value)) {
                    known.push(value);
                }
            }
            if known.len() == before {
                break;
            }
        }
        known
    }

    /// Whether a search has to end, which it then notes.
    fn is_spent(&mut self, depth: usize) -> bool {
        let few = self.left == 0 || depth > MAX_BRANCHES;
        let because = few.then_some("budget: too many cases").or_else(|| self.patterns.effort.spent());
        self.notes.extend(because.map(str::to_owned));
        because.is_some()
    }

    fn branch(
        &mut self,
        trail: &mut Trail,
        mut pending: Vec<Literal>,
        mut open: Vec<Choice>,
        sink: &mut Sink,
        mut depth: usize,
    ) {
        // Until nothing follows any more from what was taken apart.
        loop {
            if sink.is_full() {
                return;
            }
            if self.is_spent(depth) {
                sink.possible = true;
                return;
            }
            self.left -= 1;
            if !self.expand(trail, &mut pending, &mut open) {
                return;
            }
            // Decided alternatives are taken away, and what is left alone is no alternative.
            let mut undecided = Vec::with_capacity(open.len());
            for choice in open {
                match choice.narrowed(self.arena, &trail.done, &mut self.patterns.effort) {
                    Narrowed::Decided => {}
                    Narrowed::None => return,
                    Narrowed::One(literals) => pending.extend(literals),
                    Narrowed::Several(choice) => undecided.push(choice),
                }
            }
            open = undecided;
            if pending.is_empty() {
                break;
            }
            depth += 1;
        }
        let Found::Maybe(candidates) = self.leaf(&trail.done) else { return };
        let Some(next) = (0..open.len()).min_by_key(|index| open[*index].len()) else {
            sink.possible = true;
            for candidate in candidates {
                self.offer(&trail.done, candidate, sink);
            }
            return;
        };
        drop(candidates);
        let next = if open.len() > 1 && self.left < BUDGET - EASY {
            match self.most_decided(trail, &mut open) {
                Some(next) => next,
                None => return,
            }
        } else {
            next
        };
        let choice = open.swap_remove(next);
        let bytes = open.len() * size_of::<Choice>();
        if !self.patterns.effort.keep(bytes) {
            sink.possible = self.is_spent(depth);
            return;
        }
        for literals in choice.alternatives(self.arena) {
            if sink.is_full() {
                break;
            }
            let mark = trail.added.len();
            self.branch(trail, literals, open.clone(), sink, depth + 1);
            trail.back_to(mark);
        }
        self.patterns.effort.give_back(bytes);
    }

    /// Takes away each alternative that the assertions alone rule out, and says where the fewest are left; `None` where none is
    /// left somewhere. That costs more than to try one, and is worth it where many choices multiply.
    fn most_decided(&mut self, trail: &mut Trail, open: &mut [Choice]) -> Option<usize> {
        let mut fewest = (usize::MAX, 0);
        for (index, choice) in open.iter_mut().enumerate() {
            let mut left = Vec::new();
            for (number, mut literals) in choice.numbered(self.arena) {
                let mark = trail.added.len();
                let is_possible = self.expand(trail, &mut literals, &mut Vec::new())
                    && matches!(self.leaf(&trail.done), Found::Maybe(_));
                trail.back_to(mark);
                if is_possible {
                    left.push(number);
                }
            }
            if left.is_empty() {
                return None;
            }
            fewest = fewest.min((left.len(), index));
            choice.keep_only(left);
        }
        Some(fewest.1)
    }

    fn offer(&mut self, done: &State, candidate: Value, sink: &mut Sink) {
        if sink.is_full() {
            return;
        }
        if sink.found.contains(&candidate) {
            sink.repeated += 1;
            return;
        }
        let size = parts(&candidate);
        let is_large = sink.parts + size > MAX_PARTS * sink.limit.div_ceil(AT_ONCE);
        if !is_large && self.allows(done, &candidate) {
            sink.parts += size;
            sink.found.push(candidate);
        }
    }

    /// Takes the connectives apart that leave no choice; `false` if that shows a contradiction.
    fn expand(&mut self, trail: &mut Trail, pending: &mut Vec<Literal>, open: &mut Vec<Choice>) -> bool {
        while let Some((id, sign)) = pending.pop() {
            self.patterns.effort.spend(1);
            if trail.done.contains(&(id, !sign)) {
                return false;
            }
            if !trail.add((id, sign)) {
                continue;
            }
            match (self.arena.node(id), sign) {
                (Node::And(ids), true) => pending.extend(ids.iter().map(|id| (*id, true))),
                (Node::Or(ids), false) => pending.extend(ids.iter().map(|id| (*id, false))),
                (Node::And(_) | Node::One(_), false) | (Node::Or(_) | Node::One(_), true) => {
                    match Choice::of(self.arena, id, sign) {
                        Some(choice) => open.push(choice),
                        None => {
                            self.notes.insert("budget: a oneOf with too many branches".to_owned());
                        }
                    }
                }
                (Node::Not(id), sign) => pending.push((*id, !sign)),
                (Node::Ref(target), sign) => match self.arena.targets[*target] {
                    Some(id) => pending.push((id, sign)),
                    None => {
                        self.notes.insert("unresolved-ref".to_owned());
                    }
                },
                _ => {}
            }
        }
        true
    }
}

/// What one value is to obey and break so far, with the order in which it came, so that it can be taken back.
#[derive(Default)]
struct Trail {
    done: State,
    added: Vec<Literal>,
}

impl Trail {
    /// `false` if it was there already.
    fn add(&mut self, literal: Literal) -> bool {
        let is_new = self.done.insert(literal);
        if is_new {
            self.added.push(literal);
        }
        is_new
    }

    /// Takes back all but the first `count`.
    fn back_to(&mut self, count: usize) {
        for literal in self.added.drain(count..) {
            self.done.remove(&literal);
        }
    }
}

struct Sink {
    found: Vec<Value>,
    limit: usize,
    possible: bool,
    /// How often a candidate came that was there already.
    repeated: usize,
    /// The parts of all that was found.
    parts: usize,
}

impl Sink {
    fn is_full(&self) -> bool {
        self.found.len() >= self.limit || self.repeated >= MANY_REPEATED
    }
}
