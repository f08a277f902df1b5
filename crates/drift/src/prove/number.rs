//! Numbers: one interval, one step, and forbidden steps.

use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

use super::{InnerSolution, Prover, State};
use crate::arena::{Bound, FRACTION, INTEGER, Node, Types};
use crate::candidate::Candidate;
use crate::number::{self, Exact, common_multiple, half, is_multiple};

/// Number of grid points that are tried one by one.
const MAX_TRIED: usize = 600;

#[derive(Clone, Default)]
pub(super) struct Range {
    min: Option<(Exact, Bound)>,
    max: Option<(Exact, Bound)>,
    steps: Vec<Exact>,
    not_steps: Vec<Exact>,
}

impl Range {
    pub(super) fn at_least(&mut self, bound: &Exact, kind: Bound) {
        let tighter = |(old, own): &(Exact, Bound)| bound > old || bound == old && *own == Bound::Inclusive;
        if self.min.as_ref().is_none_or(tighter) {
            self.min = Some((bound.clone(), kind));
        }
    }

    pub(super) fn at_most(&mut self, bound: &Exact, kind: Bound) {
        let tighter = |(old, own): &(Exact, Bound)| bound < old || bound == old && *own == Bound::Inclusive;
        if self.max.as_ref().is_none_or(tighter) {
            self.max = Some((bound.clone(), kind));
        }
    }

    /// Counts the integers between the bounds, if there are two bounds.
    pub(super) fn whole(&self) -> Option<u64> {
        let ((min, from), (max, to)) = (self.min.as_ref()?, self.max.as_ref()?);
        let first = if *from == Bound::Exclusive { min.floor() + Exact::one() } else { min.ceil() };
        let last = if *to == Bound::Exclusive { max.ceil() - Exact::one() } else { max.floor() };
        let count = (last - first + Exact::one()).to_integer();
        if count.is_negative() { Some(0) } else { count.to_u64() }
    }

    fn has(&self, number: &Exact) -> bool {
        let above =
            self.min.as_ref().is_none_or(|(min, kind)| number > min || number == min && *kind == Bound::Inclusive);
        let below =
            self.max.as_ref().is_none_or(|(max, kind)| number < max || number == max && *kind == Bound::Inclusive);
        above && below
    }
}

impl Prover<'_> {
    pub(super) fn number(&mut self, done: &State, types: Types) -> InnerSolution {
        let mut range = Range::default();
        let mut tries = vec![Exact::zero(), Exact::one(), half(&Exact::one())];
        for (id, sign) in done {
            match (self.arena.node(*id), sign) {
                (Node::Min(bound, kind), true) => range.at_least(bound, *kind),
                (Node::Min(bound, kind), false) => range.at_most(bound, kind.other()),
                (Node::Max(bound, kind), true) => range.at_most(bound, *kind),
                (Node::Max(bound, kind), false) => range.at_least(bound, kind.other()),
                (Node::Multiple(step), true) if step.is_positive() => range.steps.push(step.clone()),
                (Node::Multiple(step), false) if step.is_positive() => range.not_steps.push(step.clone()),
                (Node::Enum(values), _) => tries.extend(values.iter().filter_map(number::from_value)),
                _ => {}
            }
        }
        let mut found: Option<Vec<Candidate>> = None;
        if types & INTEGER != 0
            && let InnerSolution::Maybe(values) = self.on_grid(done, &range, Some(Exact::one()), &tries, INTEGER)
        {
            found.get_or_insert_default().extend(values);
        }
        if types & FRACTION != 0
            && let InnerSolution::Maybe(values) = self.on_grid(done, &range, None, &tries, FRACTION)
        {
            found.get_or_insert_default().extend(values);
        }
        found.map_or(InnerSolution::Empty, InnerSolution::Maybe)
    }

    fn on_grid(
        &mut self,
        done: &State,
        range: &Range,
        first: Option<Exact>,
        tries: &[Exact],
        kind: Types,
    ) -> InnerSolution {
        let step = range.steps.iter().fold(first, |step, other| match step {
            Some(step) => Some(common_multiple(&step, other)),
            None => Some(other.clone()),
        });
        let Some(step) = step else { return self.dense(done, range, tries) };
        let is_of_kind = |number: &Exact| number.is_integer() == (kind == INTEGER);
        if kind == FRACTION && step.is_integer() || range.not_steps.iter().any(|no| is_multiple(&step, no)) {
            return InnerSolution::Empty;
        }
        let mut at = match (&range.min, &range.max) {
            (Some((min, _)), _) => (min / &step).ceil() * &step,
            (None, Some((max, _))) => (max / &step).floor() * &step,
            (None, None) => Exact::zero(),
        };
        let upwards = range.min.is_some() || range.max.is_none();
        let mut left = Vec::new();
        let mut ended = false;
        for _ in 0..MAX_TRIED {
            let past = if upwards {
                range.max.as_ref().is_some_and(|(max, _)| &at > max)
            } else {
                range.min.as_ref().is_some_and(|(min, _)| &at < min)
            };
            if past {
                ended = true;
                break;
            }
            if range.has(&at) && is_of_kind(&at) && !range.not_steps.iter().any(|no| is_multiple(&at, no)) {
                match number::value(&at).map(Candidate::from) {
                    Some(value) if self.allows(done, &value) => left.push(value),
                    Some(_) => {}
                    // This gives no candidate, and no proof either.
                    None => return InnerSolution::Maybe(left),
                }
            }
            if left.len() >= super::INNER_CANDIDATES {
                break;
            }
            at = if upwards { at + &step } else { at - &step };
        }
        if ended && left.is_empty() { InnerSolution::Empty } else { InnerSolution::Maybe(left) }
    }

    /// Numbers without a step: an interval with at least two numbers is never empty.
    fn dense(&mut self, done: &State, range: &Range, tries: &[Exact]) -> InnerSolution {
        let mut tries = tries.to_vec();
        match (&range.min, &range.max) {
            (Some((min, _)), Some((max, _))) if min > max => return InnerSolution::Empty,
            (Some((min, _)), Some((max, _))) if min == max => {
                if !range.has(min) || min.is_integer() {
                    return InnerSolution::Empty;
                }
                return match number::value(min) {
                    Some(value) => self.listed(done, vec![value]),
                    None => InnerSolution::Maybe(Vec::new()),
                };
            }
            (Some((min, _)), Some((max, _))) => {
                let middle = half(&(min + max));
                tries.extend([half(&(min + &middle)), half(&(&middle + max)), middle, min.clone(), max.clone()]);
            }
            (Some((one, _)), None) | (None, Some((one, _))) => {
                let half_one = half(&Exact::one());
                tries.extend([
                    one.clone(),
                    one + &half_one,
                    one - &half_one,
                    one + half(&half_one),
                    one - half(&half_one),
                ]);
            }
            (None, None) => {}
        }
        let fits = |number: &Exact| !number.is_integer() && range.has(number);
        let steps = |number: &Exact| !range.not_steps.iter().any(|no| is_multiple(number, no));
        // Start at three eighths and continue in steps of a quarter.
        let eighths = (1..20).map(|count| Exact::new_raw((2 * count + 1).into(), 8.into()));
        let mut left = Vec::new();
        for number in tries.into_iter().chain(eighths).filter(|number| fits(number) && steps(number)) {
            if left.len() >= super::INNER_CANDIDATES {
                break;
            }
            let value = number::value(&number).map(Candidate::from);
            if let Some(value) = value.filter(|value| self.allows(done, value)) {
                left.push(value);
            }
        }
        InnerSolution::Maybe(left)
    }
}
