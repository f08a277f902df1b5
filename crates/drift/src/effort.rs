//! Limits the cost of one query: steps that are taken and bytes that are kept.
//!
//! Both are counted, and nothing is timed, so that the same input gets the same answer on every machine. A query that
//! exceeds a limit is undecided, and the verdict contains the reason.

use serde_json::Value;

/// Steps of one query. One step visits a schema, an assertion or a part of a value, or follows a few bytes through an
/// automaton.
const MAX_STEPS: u64 = 24_000_000;
/// Steps reserved for validating witnesses after the search has used up its own.
const WITNESS_STEPS: u64 = 4_000_000;
/// Steps for each schema that is read, including its compilation for the validators.
const STEPS_PER_SCHEMA: usize = 40;
/// Bytes that one query may keep at a time: cached answers, open choices and automata.
const MAX_BYTES: u64 = 128 << 20;
/// Size of one part of a value, including its name if it is a property.
const BYTES_PER_PART: usize = 112;
/// Maximum number of parts of one candidate value, or of all candidates that are kept for one state.
pub(crate) const MAX_PARTS: usize = 6_000;

/// Remaining effort of one query.
#[derive(Debug)]
pub(crate) struct Effort {
    steps: u64,
    reserve: u64,
    bytes: u64,
    is_full: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Self { steps: MAX_STEPS, reserve: WITNESS_STEPS, bytes: MAX_BYTES, is_full: false }
    }
}

impl Effort {
    /// Consumes steps.
    pub(crate) fn spend(&mut self, steps: usize) {
        self.steps = self.steps.saturating_sub(steps as u64);
    }

    /// Consumes the steps for reading schemas.
    pub(crate) fn spend_on_schemas(&mut self, schemas: usize) {
        self.spend(schemas * STEPS_PER_SCHEMA);
    }

    /// Returns the number of steps that are left.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Reserves bytes until they are released. Returns `false` if there is not enough room.
    pub(crate) fn keep(&mut self, bytes: usize) -> bool {
        let bytes = bytes as u64;
        if bytes > self.bytes {
            self.is_full = true;
            return false;
        }
        self.bytes -= bytes;
        true
    }

    /// Releases bytes that were reserved.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
    }

    /// Returns the reason why the query must stop, if it must.
    pub(crate) fn spent(&self) -> Option<&'static str> {
        if self.steps == 0 {
            Some("budget: too many steps")
        } else if self.is_full {
            Some("budget: too much to keep in memory")
        } else {
            None
        }
    }

    /// Grants all steps again, for the next query. Bytes stay reserved until they are released.
    pub(crate) fn renew(&mut self) {
        (self.steps, self.reserve, self.is_full) = (MAX_STEPS, WITNESS_STEPS, false);
    }

    /// Grants the reserved steps, once, to validate the witnesses of a search that used up its own.
    pub(crate) fn grant_witness_steps(&mut self) {
        if self.spent().is_some() {
            self.steps = std::mem::take(&mut self.reserve);
            self.is_full = false;
        }
    }
}

/// Counts the parts of a value: the value itself and everything inside it.
pub(crate) fn parts(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(parts).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(parts).sum::<usize>(),
        Value::String(text) => 1 + text.len() / BYTES_PER_PART,
        _ => 1,
    }
}

/// Takes items from the front as long as their total number of parts is within the limit.
pub(crate) fn within_parts<T>(things: impl Iterator<Item = (usize, T)>) -> impl Iterator<Item = T> {
    let mut all = 0;
    let is_within = move |(size, _): &(usize, T)| {
        all += *size;
        all <= MAX_PARTS
    };
    things.take_while(is_within).map(|(_, thing)| thing)
}

/// Estimates the memory of a value with this number of parts.
pub(crate) fn bytes(parts: usize) -> usize {
    parts * BYTES_PER_PART
}

#[cfg(test)]
mod tests {
    use super::{Effort, MAX_STEPS};
    use crate::arena::{Arena, Bound, INTEGER, Node, OBJECT};
    use crate::number::decimal;
    use crate::pattern::Patterns;
    use crate::prove::{Prover, Solution, State};

    fn effort(steps: u64, bytes: u64) -> Effort {
        Effort { steps, bytes, reserve: 5, is_full: false }
    }

    /// Returns whether objects of integers are proved to be objects of numbers, and the notes of the prover.
    fn prove_inclusion(effort: Effort) -> (bool, Vec<String>) {
        let mut arena = Arena::default();
        let mut patterns = Patterns::default();
        patterns.effort = effort;
        let zero = decimal("0").expect("it is a number");
        let (whole, positive) = (arena.add(Node::Types(INTEGER)), arena.add(Node::Min(zero, Bound::Inclusive)));
        let (object, both) = (arena.add(Node::Types(OBJECT)), arena.and(vec![whole, positive]));
        let inner: Vec<_> = (0..9).map(|name| arena.add(Node::Member(name.to_string(), both))).collect();
        let outer: Vec<_> = (0..9).map(|name| arena.add(Node::Member(name.to_string(), positive))).collect();
        let inner = arena.and([inner, vec![object]].concat());
        let outer = arena.and([outer, vec![object]].concat());
        let mut prover = Prover::new(&mut arena, &mut patterns);
        let found = prover.solve(&State::from([(inner, true), (outer, false)]), 1);
        (matches!(found, Solution::Empty), prover.notes.iter().cloned().collect())
    }

    #[test]
    fn what_is_spent_leaves_a_question_open_and_says_why() {
        assert_eq!(prove_inclusion(Effort::default()), (true, Vec::new()));
        assert_eq!(prove_inclusion(effort(60, 1 << 20)), (false, vec!["budget: too many steps".to_owned()]));
        assert_eq!(
            prove_inclusion(effort(1 << 20, 60)),
            (false, vec!["budget: too much to keep in memory".to_owned()])
        );
    }

    /// Returns the steps that the search takes for a witness at this depth.
    fn steps_of_nested_witness(depth: usize) -> u64 {
        let mut arena = Arena::default();
        let mut patterns = Patterns::default();
        let object = arena.add(Node::Types(OBJECT));
        let [mut old, mut new] = ["1", "2"].map(|bound| {
            let bound = decimal(bound).expect("it is a number");
            let (bound, whole) = (arena.add(Node::Min(bound, Bound::Inclusive)), arena.add(Node::Types(INTEGER)));
            arena.and(vec![whole, bound])
        });
        let has = arena.add(Node::Has("a".to_owned()));
        for _ in 0..depth {
            for inner in [&mut old, &mut new] {
                let member = arena.add(Node::Member("a".to_owned(), *inner));
                *inner = arena.and(vec![object, has, member]);
            }
        }
        let mut prover = Prover::new(&mut arena, &mut patterns);
        let found = prover.solve(&State::from([(old, true), (new, false)]), 1);
        assert!(matches!(&found, Solution::Maybe(values) if values.len() == 1), "{depth}: {found:?}");
        drop(prover);
        MAX_STEPS - patterns.effort.steps()
    }

    #[test]
    fn steps_grow_with_the_depth_of_a_witness_and_not_with_its_square() {
        let steps = [50, 100, 200, 400].map(steps_of_nested_witness);
        for pair in steps.windows(2) {
            assert!(pair[1] <= 2 * pair[0] + pair[0] / 4, "{steps:?}");
        }
    }

    #[test]
    fn bytes_come_back_and_steps_do_not() {
        let mut effort = effort(3, 10);
        assert!(effort.keep(6));
        effort.release(6);
        assert!(effort.keep(10) && effort.spent().is_none());
        assert!(!effort.keep(1));
        assert_eq!(effort.spent(), Some("budget: too much to keep in memory"));
        effort.spend(7);
        assert_eq!(effort.spent(), Some("budget: too many steps"));
        effort.grant_witness_steps();
        assert_eq!((effort.spent(), effort.steps()), (None, 5));
        effort.spend(5);
        effort.grant_witness_steps();
        assert_eq!(effort.spent(), Some("budget: too many steps"), "it is given once");
    }
}
