//! The prover: whether any value obeys some schemas and breaks others.
//!
//! A tableau. Connectives are taken apart into branches until only assertions are left, and those are decided type by type.
//! What cannot be decided is left out, which only makes the set of values larger: so *empty* is always a proof, and
//! *maybe* comes with candidates that somebody else has to confirm. Recursion is coinductive: a value is finite, so a
//! state that needs itself inside itself has none.

mod array;
mod leaf;
mod number;
mod object;
mod string;

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::arena::{Arena, Id, Node};
use crate::eval::eval;
use crate::pattern::Patterns;

/// A schema that is to be obeyed (`true`) or broken.
pub(crate) type Literal = (Id, bool);
/// What one value is to obey and break.
pub(crate) type State = BTreeSet<Literal>;
type Alternatives = Vec<Vec<Literal>>;

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
/// Candidates that came again, after which no others are looked for: thousands of branches may lead to one.
const MANY_REPEATED: usize = 200;
/// Branches of a `oneOf` beyond which its pairs are not looked at.
const MAX_PAIRS: usize = 48;

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
}

impl<'a> Prover<'a> {
    pub(crate) fn new(arena: &'a mut Arena, patterns: &'a mut Patterns) -> Self {
        let (active, known) = (HashMap::new(), HashMap::new());
        Self { arena, patterns, notes: BTreeSet::new(), left: BUDGET, active, known, relied: usize::MAX, few: FEW }
    }

    /// Keeps more candidates for a value inside another, so that values come that differ in many places.
    pub(crate) fn keeping(self, few: usize) -> Self {
        Self { few, ..self }
    }

    /// Whether there is a value in a state; up to `limit` candidates.
    pub(crate) fn solve(&mut self, state: &State, limit: usize) -> Found {
        if let Some(known) = self.known.get(state) {
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
        let mut sink = Sink { found: Vec::new(), limit, possible: false, repeated: 0 };
        let mut branch = Branch { pending: state.iter().copied().collect(), ..Branch::default() };
        self.branch(&mut branch, &mut sink, 0);
        let found = if sink.possible { Found::Maybe(sink.found) } else { Found::Empty };
        self.active.remove(state);
        if self.relied >= depth || matches!(found, Found::Maybe(_)) {
            self.known.insert(state.clone(), found.clone());
        }
        let inner = if self.relied >= depth { usize::MAX } else { self.relied };
        self.relied = outer.min(inner);
        found
    }

    /// A state inside another one.
    fn inner(&mut self, state: &State) -> Found {
        self.solve(state, self.few)
    }

    fn branch(&mut self, branch: &mut Branch, sink: &mut Sink, depth: usize) {
        if sink.is_full() {
            return;
        }
        if self.left == 0 || depth > MAX_BRANCHES {
            self.notes.insert("budget: too many cases".to_owned());
            sink.possible = true;
            return;
        }
        self.left -= 1;
        if !self.expand(branch) {
            return;
        }
        // Decided alternatives are taken away, and what is left alone is no alternative.
        let done = &branch.done;
        let mut open = Vec::new();
        for alternatives in &branch.open {
            if alternatives.iter().any(|one| one.iter().all(|literal| done.contains(literal))) {
                continue;
            }
            let possible = |one: &&Vec<Literal>| !one.iter().any(|(id, sign)| done.contains(&(*id, !sign)));
            let possible: Alternatives = alternatives.iter().filter(possible).cloned().collect();
            match possible.len() {
                0 => return,
                1 => branch.pending.extend(possible.into_iter().flatten()),
                _ => open.push(possible),
            }
        }
        branch.open = open;
        if !branch.pending.is_empty() {
            return self.branch(branch, sink, depth + 1);
        }
        let found = self.leaf(&branch.done);
        let Found::Maybe(candidates) = found else { return };
        let Some(next) = (0..branch.open.len()).min_by_key(|index| branch.open[*index].len()) else {
            sink.possible = true;
            for candidate in candidates {
                self.offer(&branch.done, candidate, sink);
            }
            return;
        };
        let next = if branch.open.len() > 1 && self.left < BUDGET - EASY {
            match self.most_decided(branch) {
                Some(next) => next,
                None => return,
            }
        } else {
            next
        };
        let alternatives = branch.open.swap_remove(next);
        for one in alternatives {
            if sink.is_full() {
                return;
            }
            let mut inner = Branch { pending: one, done: branch.done.clone(), open: branch.open.clone() };
            self.branch(&mut inner, sink, depth + 1);
        }
    }

    /// Takes away each alternative that the assertions alone rule out, and says where the fewest are left; `None` where none is
    /// left somewhere. That costs more than to try one, and is worth it where many choices multiply.
    fn most_decided(&mut self, branch: &mut Branch) -> Option<usize> {
        let mut fewest = (usize::MAX, 0);
        for index in 0..branch.open.len() {
            let mut left = Vec::new();
            for one in std::mem::take(&mut branch.open[index]) {
                let mut trial = Branch { pending: one.clone(), done: branch.done.clone(), open: Vec::new() };
                if self.expand(&mut trial) && matches!(self.leaf(&trial.done), Found::Maybe(_)) {
                    left.push(one);
                }
            }
            if left.is_empty() {
                return None;
            }
            fewest = fewest.min((left.len(), index));
            branch.open[index] = left;
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
        let broken = done.iter().any(|(id, sign)| eval(self.arena, self.patterns, *id, &candidate) == Some(!sign));
        if !broken {
            sink.found.push(candidate);
        }
    }

    /// Takes the connectives apart that leave no choice; `false` if that shows a contradiction.
    fn expand(&mut self, branch: &mut Branch) -> bool {
        while let Some((id, sign)) = branch.pending.pop() {
            if branch.done.contains(&(id, !sign)) {
                return false;
            }
            if !branch.done.insert((id, sign)) {
                continue;
            }
            match (self.arena.node(id), sign) {
                (Node::And(ids), true) => branch.pending.extend(ids.iter().map(|id| (*id, true))),
                (Node::Or(ids), false) => branch.pending.extend(ids.iter().map(|id| (*id, false))),
                (Node::And(ids), false) => branch.open.push(ids.iter().map(|id| vec![(*id, false)]).collect()),
                (Node::Or(ids), true) => branch.open.push(ids.iter().map(|id| vec![(*id, true)]).collect()),
                (Node::One(ids), true) => branch.open.push(one_of(ids)),
                (Node::One(ids), false) if ids.len() <= MAX_PAIRS => branch.open.push(not_one_of(ids)),
                (Node::One(_), false) => {
                    self.notes.insert("budget: a oneOf with too many branches".to_owned());
                }
                (Node::Not(id), sign) => branch.pending.push((*id, !sign)),
                (Node::Ref(target), sign) => match self.arena.targets[*target] {
                    Some(id) => branch.pending.push((id, sign)),
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

/// One value on the way to its assertions.
#[derive(Clone, Default)]
struct Branch {
    pending: Vec<Literal>,
    done: State,
    open: Vec<Alternatives>,
}

struct Sink {
    found: Vec<Value>,
    limit: usize,
    possible: bool,
    /// How often a candidate came that was there already.
    repeated: usize,
}

impl Sink {
    fn is_full(&self) -> bool {
        self.found.len() >= self.limit || self.repeated >= MANY_REPEATED
    }
}

fn one_of(ids: &[Id]) -> Alternatives {
    let only = |one: usize| ids.iter().enumerate().map(|(index, id)| (*id, index == one)).collect();
    (0..ids.len()).map(only).collect()
}

fn not_one_of(ids: &[Id]) -> Alternatives {
    let none = ids.iter().map(|id| (*id, false)).collect();
    let pairs = (0..ids.len()).flat_map(|one| (one + 1..ids.len()).map(move |two| (one, two)));
    std::iter::once(none).chain(pairs.map(|(one, two)| vec![(ids[one], true), (ids[two], true)])).collect()
}
