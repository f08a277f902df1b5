//! Pseudo-random numbers that are the same on every machine (splitmix64).

/// Generator.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// Creates the generator of one mutant.
    pub(super) fn new(seed: u64, number: u64) -> Self {
        let mut random = Self(seed);
        random.0 = random.next() ^ number.wrapping_mul(0xD134_2543_DE82_EF95);
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`, or 0 if `bound` is 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX);
        self.next().checked_rem(bound).and_then(|number| usize::try_from(number).ok()).unwrap_or(0)
    }

    /// Returns `true` once in `times` calls on average.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of `items`, if there are any.
    pub(super) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let index = self.below(items.len());
        items.get(index)
    }
}
