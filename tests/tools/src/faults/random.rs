//! Pseudo-random numbers that are the same in every run.

use std::time::Duration;

/// Generator (splitmix64).
#[derive(Clone, Debug)]
pub(super) struct FaultRandom(u64);

impl FaultRandom {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `bound`, or 0 if `bound` is 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let number = usize::try_from((mixed ^ (mixed >> 31)) >> 1).unwrap_or_default();
        number.checked_rem(bound).unwrap_or_default()
    }

    /// Returns a duration below `bound`.
    pub(super) fn below_duration(&mut self, bound: Duration) -> Duration {
        let micros = usize::try_from(bound.as_micros()).unwrap_or(usize::MAX);
        Duration::from_micros(self.below(micros) as u64)
    }
}
