//! Hash of names of Salesforce, whose letter case has no meaning.

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
