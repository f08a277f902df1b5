//! Arrays: one state for each position that a schema mentions, and one for all others.

use std::collections::BTreeMap;

use serde_json::Value;

use super::number::Range;
use super::{InnerSolution, NOTE_TOO_LARGE, Prover, State};
use crate::arena::{ANY, BOOLEAN, INTEGER, Id, NULL, Node};
use crate::candidate::Candidate;
use crate::effort::within_parts;
use crate::number::same;

/// Position from which on all are treated alike.
const MAX_POSITIONS: u64 = 64;
/// Maximum length of a candidate array.
const MAX_CANDIDATE_LENGTH: u64 = 5_000;
/// Number of elements that are compared in one step.
const ELEMENTS_PER_STEP: usize = 8;

#[derive(Default)]
struct Elements {
    min: u64,
    max: Option<u64>,
    at: Vec<(u64, Id)>,
    from: Vec<(u64, Id)>,
    forced: BTreeMap<u64, State>,
    some_from: Vec<(u64, Id)>,
    count_min: Vec<(Id, u64)>,
    count_max: Vec<(Id, u64)>,
    unique: Option<bool>,
}

impl Elements {
    fn at_most(&mut self, max: u64) {
        self.max = Some(self.max.map_or(max, |own| own.min(max)));
    }

    /// Requires a number of elements that match a schema. The same elements count for a smaller number.
    fn count_at_least(&mut self, id: Id, min: u64) {
        match self.count_min.iter_mut().find(|(own, _)| *own == id) {
            Some((_, own)) => *own = min.max(*own),
            None => self.count_min.push((id, min)),
        }
    }

    fn cannot_be(&self) -> bool {
        self.max.is_some_and(|max| max < self.min)
    }

    /// Returns the conditions on the element at a position.
    fn state(&self, position: u64) -> State {
        let at = self.at.iter().filter(|(own, _)| *own == position).map(|(_, id)| (*id, true));
        let from = self.from.iter().filter(|(first, _)| *first <= position).map(|(_, id)| (*id, true));
        let none = self.count_max.iter().filter(|(_, max)| *max == 0).map(|(id, _)| (*id, false));
        at.chain(from).chain(none).chain(self.forced.get(&position).into_iter().flatten().copied()).collect()
    }

    /// Returns the first position from which on all positions have the same conditions.
    fn rest(&self) -> u64 {
        let at = self.at.iter().map(|(at, _)| at + 1);
        let from = self.from.iter().chain(&self.some_from).map(|(first, _)| *first);
        let forced = self.forced.keys().map(|at| at + 1);
        at.chain(from).chain(forced).max().unwrap_or(0)
    }

    /// Checks whether the array may be longer than `length`.
    fn may_pass(&self, length: u64) -> bool {
        self.max.is_none_or(|max| max > length)
    }
}

impl Prover<'_> {
    pub(super) fn array(&mut self, done: &State) -> InnerSolution {
        let Some(mut elements) = self.elements(done) else { return InnerSolution::Empty };
        let rest = elements.rest();
        if rest > MAX_POSITIONS {
            self.notes.insert("budget: too many positions".to_owned());
            return InnerSolution::Maybe(Vec::new());
        }
        let mut values: Vec<Vec<Candidate>> = Vec::new();
        for position in 0..=rest {
            if !elements.may_pass(position) {
                break;
            }
            match self.inner(&elements.state(position)) {
                // If no value fits a position, the array ends before it.
                InnerSolution::Empty => elements.at_most(position),
                InnerSolution::Maybe(found) => values.push(found),
            }
        }
        // If all positions are alike, a list of distinct elements has at most as many as there are values.
        if elements.unique == Some(true)
            && rest == 0
            && let Some(few) = self.max_distinct_values(&elements.state(0))
        {
            elements.at_most(few);
        }
        if elements.max == Some(0) && elements.min == 0 && elements.count_min.is_empty() {
            return self.listed(done, vec![Value::Array(Vec::new())]);
        }
        for (_, min) in elements.count_min.clone() {
            elements.min = elements.min.max(min);
        }
        // Two equal elements need at least two positions.
        if elements.unique == Some(false) {
            elements.min = elements.min.max(2);
        }
        if elements.cannot_be() || !self.counts(&elements, rest) {
            return InnerSolution::Empty;
        }
        let mut fixed: BTreeMap<u64, Vec<Candidate>> = BTreeMap::new();
        for (first, id) in elements.some_from.clone() {
            let Some((position, found)) = self.somewhere(&elements, rest, first, (id, false)) else {
                return InnerSolution::Empty;
            };
            elements.min = elements.min.max(position + 1);
            fixed.insert(position, found);
        }
        if elements.unique == Some(false) {
            match self.find_equal_positions(&elements, rest) {
                None => return InnerSolution::Empty,
                Some((one, two, found)) => {
                    let value = found.into_iter().take(1).collect::<Vec<_>>();
                    fixed.insert(one, value.clone());
                    fixed.insert(two, value);
                    elements.min = elements.min.max(two + 1);
                }
            }
        }
        if elements.cannot_be() {
            // The positions were chosen badly, which proves nothing.
            return InnerSolution::Maybe(Vec::new());
        }
        self.place_counted(&elements, rest, &mut fixed);
        let length = usize::try_from(elements.min.min(MAX_CANDIDATE_LENGTH)).unwrap_or(usize::MAX);
        self.patterns.effort.spend(if elements.unique == Some(true) {
            length * length / ELEMENTS_PER_STEP
        } else {
            length
        });
        if elements.unique == Some(true) {
            // Distinct elements need several candidates per position to choose from.
            for (position, values) in (0..).zip(&mut values) {
                *values = self.several(&elements.state(position), std::mem::take(values), length);
            }
        }
        let made = self.arrays(&elements, &values, &fixed);
        if made.is_empty() {
            self.notes.insert(NOTE_TOO_LARGE.to_owned());
        }
        InnerSolution::Maybe(made)
    }

    fn elements(&self, done: &State) -> Option<Elements> {
        let mut elements = Elements::default();
        for (id, sign) in done {
            match (self.arena.node(*id), *sign) {
                (Node::MinItems(own), true) => elements.min = elements.min.max(*own),
                (Node::MaxItems(own), false) => elements.min = elements.min.max(own.saturating_add(1)),
                (Node::MaxItems(own), true) => elements.at_most(*own),
                (Node::MinItems(own), false) => elements.at_most(own.checked_sub(1)?),
                (Node::Unique, sign) => elements.unique = Some(sign),
                (Node::Item(at, id), true) => elements.at.push((*at, *id)),
                (Node::Item(at, id), false) => {
                    elements.min = elements.min.max(at + 1);
                    elements.forced.entry(*at).or_default().insert((*id, false));
                }
                (Node::ItemsFrom(first, id), true) => elements.from.push((*first, *id)),
                (Node::ItemsFrom(first, id), false) => {
                    elements.min = elements.min.max(first + 1);
                    elements.some_from.push((*first, *id));
                }
                (Node::CountMin(id, min), true) => elements.count_at_least(*id, *min),
                (Node::CountMin(id, min), false) => elements.count_max.push((*id, min.checked_sub(1)?)),
                (Node::CountMax(id, max), true) => elements.count_max.push((*id, *max)),
                (Node::CountMax(id, max), false) => elements.count_at_least(*id, max.saturating_add(1)),
                _ => {}
            }
        }
        Some(elements)
    }

    /// Checks whether there are enough positions for the required elements of each kind, within the allowed maximum.
    fn counts(&mut self, elements: &Elements, rest: u64) -> bool {
        for (id, min) in &elements.count_min {
            if self.count_positions(elements, rest, &[(*id, true)]) < *min {
                return false;
            }
            for (other, max) in &elements.count_max {
                let spared = min.saturating_sub(*max);
                if spared > 0 && self.count_positions(elements, rest, &[(*id, true), (*other, false)]) < spared {
                    return false;
                }
            }
        }
        for (id, max) in &elements.count_max {
            let length = elements.min;
            let spare = self.count_positions_within(elements, rest, &[(*id, false)], length);
            if length.saturating_sub(spare) > *max {
                return false;
            }
        }
        true
    }

    /// Counts the positions whose element can satisfy the literals.
    fn count_positions(&mut self, elements: &Elements, rest: u64, literals: &[(Id, bool)]) -> u64 {
        self.count_positions_within(elements, rest, literals, elements.max.unwrap_or(u64::MAX))
    }

    fn count_positions_within(&mut self, elements: &Elements, rest: u64, literals: &[(Id, bool)], length: u64) -> u64 {
        let mut count = 0_u64;
        for position in 0..=rest.min(length) {
            if position >= length {
                break;
            }
            let mut state = elements.state(position);
            state.extend(literals);
            if matches!(self.inner(&state), InnerSolution::Maybe(_)) {
                count = count.saturating_add(if position == rest { length - rest } else { 1 });
            }
        }
        count
    }

    fn somewhere(
        &mut self,
        elements: &Elements,
        rest: u64,
        first: u64,
        literal: (Id, bool),
    ) -> Option<(u64, Vec<Candidate>)> {
        let mut possible = None;
        for position in first..=rest.max(first) {
            if !elements.may_pass(position) {
                break;
            }
            let mut state = elements.state(position);
            state.insert(literal);
            if let InnerSolution::Maybe(found) = self.inner(&state) {
                if !found.is_empty() {
                    return Some((position, found));
                }
                possible = possible.or(Some((position, found)));
            }
        }
        possible
    }

    /// Returns two positions that can have the same value.
    fn find_equal_positions(&mut self, elements: &Elements, rest: u64) -> Option<(u64, u64, Vec<Candidate>)> {
        for one in 0..=rest {
            for two in one + 1..=rest + 1 {
                if !elements.may_pass(two) {
                    break;
                }
                let mut state = elements.state(one);
                state.extend(elements.state(two));
                if let InnerSolution::Maybe(found) = self.inner(&state) {
                    return Some((one, two, found));
                }
            }
        }
        None
    }

    /// Returns an upper bound for the number of values at a position, if it is small.
    fn max_distinct_values(&mut self, state: &State) -> Option<u64> {
        let mut pending: Vec<Id> = state.iter().filter(|(_, sign)| *sign).map(|(id, _)| *id).collect();
        let (mut steps, mut types, mut whole) = (0, ANY, Range::default());
        while let Some(id) = pending.pop() {
            steps += 1;
            match self.arena.node(id).clone() {
                Node::And(ids) if steps < 100 => pending.extend(ids),
                Node::Ref(target) if steps < 100 => pending.extend(self.arena.targets[target]),
                Node::Enum(values) => {
                    let mut distinct: Vec<Value> = Vec::new();
                    for value in values {
                        if self.allows(state, &value.clone().into())
                            && !distinct.iter().any(|other| same(other, &value))
                        {
                            distinct.push(value);
                        }
                    }
                    return Some(distinct.len() as u64);
                }
                Node::Types(own) => types &= own,
                Node::Min(bound, kind) => whole.at_least(&bound, kind),
                Node::Max(bound, kind) => whole.at_most(&bound, kind),
                _ => {}
            }
        }
        if types & !(NULL | BOOLEAN | INTEGER) != 0 {
            return None;
        }
        let whole = if types & INTEGER == 0 { 0 } else { whole.whole()? };
        whole.checked_add(u64::from(types & NULL != 0) + 2 * u64::from(types & BOOLEAN != 0))
    }

    #[allow(clippy::map_entry, reason = "what is inserted comes of a search that needs the map")]
    fn place_counted(&mut self, elements: &Elements, rest: u64, fixed: &mut BTreeMap<u64, Vec<Candidate>>) {
        for (id, min) in &elements.count_min {
            let mut placed = 0;
            let mut position = 0;
            while placed < *min && position < MAX_CANDIDATE_LENGTH && elements.may_pass(position) {
                if !fixed.contains_key(&position) {
                    let mut state = elements.state(position.min(rest));
                    state.insert((*id, true));
                    state
                        .extend(elements.count_max.iter().filter(|(other, _)| other != id).map(|(id, _)| (*id, false)));
                    if let InnerSolution::Maybe(found) = self.inner(&state)
                        && !found.is_empty()
                    {
                        fixed.insert(position, found);
                        placed += 1;
                    }
                }
                position += 1;
            }
        }
        // Elements that are not required should not count towards a maximum.
        for position in 0..elements.min.min(MAX_POSITIONS) {
            if !elements.count_max.is_empty() && !fixed.contains_key(&position) {
                let mut state = elements.state(position.min(rest));
                state.extend(elements.count_max.iter().map(|(id, _)| (*id, false)));
                if let InnerSolution::Maybe(found) = self.inner(&state)
                    && !found.is_empty()
                {
                    fixed.insert(position, found);
                }
            }
        }
    }

    /// Builds arrays from the values found for each position, within the size limits of candidates.
    fn arrays(
        &self,
        elements: &Elements,
        values: &[Vec<Candidate>],
        fixed: &BTreeMap<u64, Vec<Candidate>>,
    ) -> Vec<Candidate> {
        let length = elements.min.max(fixed.keys().max().map_or(0, |last| last + 1));
        if length > MAX_CANDIDATE_LENGTH {
            return Vec::new();
        }
        let of_position = |position: u64| {
            let index = usize::try_from(position).unwrap_or(usize::MAX);
            let own = fixed.get(&position).or_else(|| values.get(index)).or(values.last());
            own.map_or(&[] as &[Candidate], Vec::as_slice)
        };
        // Positions without their own values count once. The largest value of a position is an upper bound.
        let largest = |position: u64| of_position(position).iter().map(Candidate::parts).max().unwrap_or(1);
        let known = (values.len() as u64).max(fixed.keys().max().map_or(0, |last| last + 1)).min(length);
        let size: usize = 1
            + (0..known).map(largest).sum::<usize>()
            + usize::try_from(length - known).unwrap_or(usize::MAX).saturating_mul(largest(length));
        let most = (0..known.max(1)).map(|position| of_position(position).len()).max().unwrap_or(1).clamp(1, self.few);
        let make =
            |pick: usize| {
                let mut made: Vec<Candidate> = Vec::new();
                for position in 0..length {
                    let own = of_position(position);
                    let fresh =
                        own.iter().cycle().skip(pick).take(own.len()).find(|value| {
                            elements.unique != Some(true) || !made.iter().any(|other| other.is_same(value))
                        });
                    made.push(fresh.or(own.first()).cloned().unwrap_or_else(|| Value::Null.into()));
                }
                if elements.unique == Some(true) {
                    distinct(&mut made);
                }
                Candidate::array(made)
            };
        within_parts((0..most).map(|pick| (size, pick))).map(make).collect()
    }
}

/// Makes the elements distinct by adding numbers, where the array may contain any value.
fn distinct(made: &mut [Candidate]) {
    for index in 0..made.len() {
        if made[..index].iter().any(|other| other.is_same(&made[index])) {
            let other = match made[index].as_str() {
                Some(text) => Value::from(format!("{text}{index}")),
                None => Value::from(1_000 + index as u64),
            };
            made[index] = other.into();
        }
    }
}
