//! Hash and index of names of Salesforce, whose letter case has no meaning.

/// Finds entries of a list by name.
#[derive(Debug)]
pub(crate) struct NameIndex(Vec<(u64, usize)>);

impl NameIndex {
    /// Prepares the names of a list.
    pub(crate) fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut all: Vec<_> = names.into_iter().enumerate().map(|(index, name)| (name_hash(name), index)).collect();
        all.sort_unstable();
        Self(all)
    }

    /// Returns the first entry with this name in the list that was prepared.
    pub(crate) fn find<'t, T>(&self, name: &str, list: &'t [T], name_of: impl Fn(&T) -> &str) -> Option<&'t T> {
        let hash = name_hash(name);
        let start = self.0.partition_point(|(other, _)| *other < hash);
        let equal = self.0[start..].iter().take_while(|(other, _)| *other == hash);
        equal.filter_map(|(_, index)| list.get(*index)).find(|entry| name_of(entry).eq_ignore_ascii_case(name))
    }
}

/// Returns a hash that ignores letter case. It is equal for names that differ only in it, and rarely equal for others.
pub(crate) fn name_hash(name: &str) -> u64 {
    const LOWER: u64 = u64::MAX / 255 * 0x20;
    let mix = |hash: u64, eight: u64| {
        let hash = (hash.rotate_left(23) ^ (eight | LOWER)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^ hash >> 32
    };
    let (eights, rest) = name.as_bytes().as_chunks::<8>();
    let hash = eights.iter().fold(0, |hash, eight| mix(hash, u64::from_le_bytes(*eight)));
    let last = rest.iter().fold(0, |last, byte| last << 8 | u64::from(*byte));
    mix(hash, last)
}
