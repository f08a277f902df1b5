//! The prover: decides whether a value exists that satisfies some schemas and violates others.
//!
//! It is a tableau. Connectives are split into branches until only assertions are left, and those are decided type by
//! type. Anything that cannot be decided is left out, which only enlarges the set of values. Therefore [`Solution::Empty`]
//! is always a proof, and [`Solution::Maybe`] contains candidates that the caller has to confirm.
//!
//! Recursion is coinductive: JSON values are finite, so a state that requires itself inside itself is empty.

mod array;
mod choice;
mod leaf;
mod memory;
mod number;
mod object;
mod string;

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::arena::{Arena, Id, Node};
use crate::candidate::Candidate;
use crate::effort::{self, MAX_PARTS};
use crate::pattern::Patterns;
use choice::{Choice, Narrowed};
pub(crate) use memory::Memory;
use memory::Provisional;

/// Schema with a sign: it has to be satisfied (`true`) or violated (`false`).
pub(crate) type Literal = (Id, bool);
/// Conditions on one value.
pub(crate) type State = BTreeSet<Literal>;

/// Maximum number of branches of one query.
const MAX_TOTAL_BRANCHES: u64 = 20_000;
/// Number of branches after which choices are examined more closely.
const BRANCHES_BEFORE_LOOKAHEAD: u64 = 400;
/// Maximum nesting depth of values.
const MAX_DEPTH: usize = 1_000;
/// Maximum depth of branches for one value.
const MAX_BRANCHES: usize = 400;
/// Number of candidates for an inner value if one witness is needed.
const INNER_CANDIDATES: usize = 4;
/// Maximum number of distinct candidates that are searched one after the other.
const MAX_DISTINCT_CANDIDATES: usize = 64;
/// Number of repeated candidates after which the search stops, because thousands of branches may lead to the same
/// value.
const MAX_REPEATED_CANDIDATES: usize = 200;
/// Number of candidates that share the size limit of a single one.
const CANDIDATES_PER_SIZE_LIMIT: usize = 24;
/// Note for a value that exists but is too large to build.
const NOTE_TOO_LARGE: &str = "budget: a document that shows it is too large";
/// Size of a literal in a set.
const BYTES_PER_LITERAL: usize = 24;

/// Result for a state.
#[derive(Clone, Debug)]
pub(crate) enum Solution<V = Value> {
    /// No value satisfies the state. This is a proof.
    Empty,
    /// A value may exist. Contains candidates.
    Maybe(Vec<V>),
}

/// Result of the search for a value inside another one.
type InnerSolution = Solution<Candidate>;

/// One query, with everything that was learned so far.
#[derive(Debug)]
pub(crate) struct Prover<'a> {
    pub arena: &'a mut Arena,
    pub patterns: &'a mut Patterns,
    /// Parts that had to be left out.
    pub notes: BTreeSet<String>,
    left: u64,
    active: HashMap<State, usize>,
    known: HashMap<State, InnerSolution>,
    provisional: Provisional,
    /// Outermost active state that an answer relied on.
    relied: usize,
    /// Number of candidates for an inner value.
    few: usize,
    /// Set if schemas that cannot be interpreted count as satisfied.
    trusts_opaque: bool,
    /// Bytes that `known` occupies.
    kept: usize,
}

impl Drop for Prover<'_> {
    fn drop(&mut self) {
        self.patterns.effort.release(self.kept);
    }
}

impl<'a> Prover<'a> {
    pub(crate) fn new(arena: &'a mut Arena, patterns: &'a mut Patterns) -> Self {
        Self {
            arena,
            patterns,
            notes: BTreeSet::new(),
            left: MAX_TOTAL_BRANCHES,
            active: HashMap::new(),
            known: HashMap::new(),
            provisional: Provisional::default(),
            relied: usize::MAX,
            few: INNER_CANDIDATES,
            trusts_opaque: false,
            kept: 0,
        }
    }

    /// Treats schemas that cannot be interpreted as satisfied, so that every candidate is based on the other schemas.
    ///
    /// [`Solution::Empty`] is then no proof.
    pub(crate) fn trusting_opaque(mut self) -> Self {
        self.trusts_opaque = true;
        self
    }

    /// Starts with the results of an earlier query.
    pub(crate) fn with_memory(mut self, mut memory: Memory) -> Self {
        memory.forget_if_large(self.patterns);
        (self.known, self.kept) = (memory.known, memory.kept);
        self
    }

    /// Returns the results for the next query.
    pub(crate) fn into_memory(mut self) -> Memory {
        Memory { known: std::mem::take(&mut self.known), kept: std::mem::take(&mut self.kept) }
    }

    /// Sets the number of candidates for inner values. A larger number yields values that differ in more ways.
    pub(crate) fn with_inner_candidates(mut self, few: usize) -> Self {
        self.few = few;
        self
    }

    /// Allows another query as many branches as the first one.
    pub(crate) fn renew(&mut self) {
        self.left = MAX_TOTAL_BRANCHES;
    }

    /// Searches for values of a state. Returns up to `limit` candidates.
    pub(crate) fn solve(&mut self, state: &State, limit: usize) -> Solution {
        match self.search(state, limit) {
            InnerSolution::Empty => Solution::Empty,
            InnerSolution::Maybe(values) => {
                self.patterns.effort.spend(values.iter().map(Candidate::parts).sum());
                Solution::Maybe(values.iter().map(Candidate::to_value).collect())
            }
        }
    }

    fn search(&mut self, state: &State, limit: usize) -> InnerSolution {
        self.patterns.effort.spend(1 + state.len());
        if let Some(known) = self.known.get(state) {
            if let InnerSolution::Maybe(values) = known {
                self.patterns.effort.spend(values.len());
            }
            return known.clone();
        }
        // A value that needs itself inside itself would be infinite, so a repeated state is empty.
        if let Some(depth) = self.active.get(state) {
            self.relied = self.relied.min(*depth);
            return InnerSolution::Empty;
        }
        if let Some(depth) = self.provisional.relied_on(state) {
            self.relied = self.relied.min(depth);
            return InnerSolution::Empty;
        }
        let depth = self.active.len();
        if depth > MAX_DEPTH {
            self.notes.insert("budget: the schemas are nested too deeply".to_owned());
            return InnerSolution::Maybe(Vec::new());
        }
        self.active.insert(state.clone(), depth);
        let outer = std::mem::replace(&mut self.relied, usize::MAX);
        let first = self.provisional.len();
        let mut sink = Sink { found: Vec::new(), limit, possible: false, repeated: 0, parts: 0 };
        self.branch(&mut Trail::default(), state.iter().copied().collect(), Vec::new(), &mut sink, 0);
        let found = if sink.possible { InnerSolution::Maybe(sink.found) } else { InnerSolution::Empty };
        self.active.remove(state);
        if matches!(found, InnerSolution::Maybe(_)) {
            // Empty results inside may have relied on this state being empty.
            self.provisional.end(first).for_each(drop);
        }
        // An empty result that relied on an outer active state is only valid inside it. A list of candidates is only a
        // hint, so it is always valid.
        if self.relied >= depth || matches!(found, InnerSolution::Maybe(_)) {
            // A result that relied only on this state is final, because the state is empty.
            let confirmed = self.provisional.end(first).map(|state| (state, InnerSolution::Empty));
            self.known.extend(confirmed);
            self.keep(state.clone(), found.clone());
        } else if self.reserve(2 * state.len() * BYTES_PER_LITERAL + effort::bytes(1)) {
            self.provisional.add(state.clone(), first, self.relied);
        } else {
            self.provisional.end(first).for_each(drop);
        }
        // Reliance on this state itself ends here. Reliance on an outer state is passed on.
        let inner = if self.relied >= depth { usize::MAX } else { self.relied };
        self.relied = outer.min(inner);
        found
    }

    /// Caches a result, if there is room for it.
    fn keep(&mut self, state: State, found: InnerSolution) {
        let values =
            if let InnerSolution::Maybe(values) = &found { values.iter().map(Candidate::own_parts).sum() } else { 0 };
        if self.reserve(state.len() * BYTES_PER_LITERAL + effort::bytes(1 + values)) {
            self.known.insert(state, found);
        }
    }

    /// Reserves bytes for a result. Returns `false` if there is not enough room.
    fn reserve(&mut self, bytes: usize) -> bool {
        let is_kept = self.patterns.effort.keep(bytes);
        self.kept += if is_kept { bytes } else { 0 };
        is_kept
    }

    /// Solves the state of an inner value.
    fn inner(&mut self, state: &State) -> InnerSolution {
        self.search(state, self.few)
    }

    /// Returns up to `count` distinct candidates: the known ones, and then others that are found by excluding the known
    /// ones.
    fn several(&mut self, state: &State, mut known: Vec<Candidate>, count: usize) -> Vec<Candidate> {
        while known.len() < count.min(MAX_DISTINCT_CANDIDATES) {
            let mut state = state.clone();
            state.insert((self.arena.add(Node::Enum(known.iter().map(Candidate::to_value).collect())), false));
            let InnerSolution::Maybe(found) = self.inner(&state) else { break };
            let before = known.len();
            for value in found {
                if !known.iter().any(|other| other.is_same(&value)) {
                    known.push(value);
                }
            }
            if known.len() == before {
                break;
            }
        }
        known
    }

    /// Checks whether the search has to stop, and records the reason.
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
        // Repeat until expansion yields nothing new.
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
            // Remove decided alternatives. A single remaining alternative is no longer a choice.
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
        let InnerSolution::Maybe(candidates) = self.leaf(&trail.done) else { return };
        // Branch on the choice with the fewest alternatives, which keeps the tree small.
        let Some(next) = (0..open.len()).min_by_key(|index| open[*index].len()) else {
            sink.possible = true;
            for candidate in candidates {
                self.offer(&trail.done, candidate, sink);
            }
            return;
        };
        drop(candidates);
        let next = if open.len() > 1 && self.left < MAX_TOTAL_BRANCHES - BRANCHES_BEFORE_LOOKAHEAD {
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
            trail.truncate(mark);
        }
        self.patterns.effort.release(bytes);
    }

    /// Removes alternatives that the assertions rule out, and returns the choice with the fewest alternatives left.
    ///
    /// Returns `None` if a choice has none left. This costs more than trying one alternative, and it pays off where
    /// many choices multiply.
    fn most_decided(&mut self, trail: &mut Trail, open: &mut [Choice]) -> Option<usize> {
        let mut fewest = (usize::MAX, 0);
        for (index, choice) in open.iter_mut().enumerate() {
            let mut left = Vec::new();
            for (number, mut literals) in choice.numbered(self.arena) {
                let mark = trail.added.len();
                let is_possible = self.expand(trail, &mut literals, &mut Vec::new())
                    && matches!(self.leaf(&trail.done), InnerSolution::Maybe(_));
                trail.truncate(mark);
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

    fn offer(&mut self, done: &State, candidate: Candidate, sink: &mut Sink) {
        if sink.is_full() {
            return;
        }
        if sink.found.iter().any(|other| other.is_same(&candidate)) {
            sink.repeated += 1;
            return;
        }
        let size = candidate.parts();
        let is_large = sink.parts + size > MAX_PARTS * sink.limit.div_ceil(CANDIDATES_PER_SIZE_LIMIT);
        if !is_large && self.allows(done, &candidate) {
            sink.parts += size;
            sink.found.push(candidate);
        }
    }

    /// Expands connectives that leave no choice. Returns `false` on a contradiction.
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
                    match Choice::from_node(self.arena, id, sign) {
                        Some(choice) => open.push(choice),
                        None => {
                            self.notes.insert("budget: a oneOf with too many branches".to_owned());
                        }
                    }
                }
                (Node::Opaque(_), false) if self.trusts_opaque => return false,
                (Node::Not(id), sign) => pending.push((*id, !sign)),
                (Node::Ref(target), sign) => match self.arena.targets[*target] {
                    Some(id) => pending.push((id, sign)),
                    None => {
                        self.notes.insert("a reference cannot be resolved".to_owned());
                    }
                },
                _ => {}
            }
        }
        true
    }
}

/// Conditions on one value so far, in the order in which they were added, so that they can be undone.
#[derive(Default)]
struct Trail {
    done: State,
    added: Vec<Literal>,
}

impl Trail {
    /// Adds a literal. Returns `false` if it was already present.
    fn add(&mut self, literal: Literal) -> bool {
        let is_new = self.done.insert(literal);
        if is_new {
            self.added.push(literal);
        }
        is_new
    }

    /// Removes all literals except the first `count`.
    fn truncate(&mut self, count: usize) {
        for literal in self.added.drain(count..) {
            self.done.remove(&literal);
        }
    }
}

struct Sink {
    found: Vec<Candidate>,
    limit: usize,
    possible: bool,
    /// Number of candidates that were found again.
    repeated: usize,
    /// Total number of parts of all candidates.
    parts: usize,
}

impl Sink {
    fn is_full(&self) -> bool {
        self.found.len() >= self.limit || self.repeated >= MAX_REPEATED_CANDIDATES
    }
}
