//! Results that the prover reuses: those that are final, and those that still rely on an active state.

use std::collections::HashMap;

use super::{InnerSolution, State};
use crate::pattern::Patterns;

/// Results that a prover found, for the next query about the same arena.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub(super) known: HashMap<State, InnerSolution>,
    /// Bytes that `known` occupies.
    pub(super) kept: usize,
}

/// Bytes of results above which the next query starts without them.
const MAX_REMEMBERED: usize = 32 << 20;

impl Memory {
    /// Drops the results if they occupy too much.
    pub(super) fn forget_if_large(&mut self, patterns: &mut Patterns) {
        if self.kept > MAX_REMEMBERED {
            self.forget(patterns);
        }
    }

    /// Drops the results and releases their bytes.
    pub(crate) fn forget(&mut self, patterns: &mut Patterns) {
        self.known.clear();
        patterns.effort.release(std::mem::take(&mut self.kept));
    }
}

/// Empty states that rely on an active state being empty.
///
/// Without them, schemas that refer to each other would be searched again on every path between them.
#[derive(Debug, Default)]
pub(super) struct Provisional {
    /// Position of each state in `states`.
    positions: HashMap<State, usize>,
    states: Vec<State>,
    /// Position of the first state of each segment, and the depth of the outermost active state that it relies on.
    segments: Vec<(usize, usize)>,
}

impl Provisional {
    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns the depth of the outermost active state that an empty state relies on.
    pub(super) fn relied_on(&self, state: &State) -> Option<usize> {
        let position = self.positions.get(state)?;
        let after = self.segments.partition_point(|(first, _)| first <= position);
        Some(self.segments[after.checked_sub(1)?].1)
    }

    /// Adds a state. All states since `first` were found inside it, so they rely on the same active state.
    pub(super) fn add(&mut self, state: State, first: usize, relied: usize) {
        let mut outermost = relied;
        while let Some((_, depth)) = self.segments.pop_if(|(start, _)| *start >= first) {
            outermost = outermost.min(depth);
        }
        self.segments.push((first, outermost));
        self.positions.insert(state.clone(), self.states.len());
        self.states.push(state);
    }

    /// Removes and returns the states since `first`.
    pub(super) fn end(&mut self, first: usize) -> impl Iterator<Item = State> {
        while self.segments.pop_if(|(start, _)| *start >= first).is_some() {}
        for state in &self.states[first..] {
            self.positions.remove(state);
        }
        self.states.drain(first..)
    }
}
