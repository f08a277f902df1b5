//! The edit distance of names, if it is small: what cannot be near is found by length and letters, before anything is compared.

/// The letters of a name.
#[derive(Debug)]
pub(super) struct LetterSet {
    text: String,
    count: usize,
    /// A bit for each letter that is there. Letters may share a bit, which only hides a difference.
    set: u64,
}

impl LetterSet {
    pub(super) fn new(text: String) -> Self {
        let (mut count, mut set) = (0, 0);
        for letter in text.chars() {
            count += 1;
            set |= 1 << (u32::from(letter) % u64::BITS);
        }
        Self { text, count, set }
    }

    /// How many letters there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    fn is_ascii(&self) -> bool {
        self.count == self.text.len()
    }
}

/// A name that others are compared with.
pub(super) struct Pattern {
    letters: LetterSet,
    /// For each ASCII letter the places where it is, as bits; nothing for a name that has other letters, or more than a word has bits.
    places: Option<Box<[u64; 128]>>,
}

impl Pattern {
    pub(super) fn new(letters: LetterSet) -> Self {
        let fits = letters.is_ascii() && (1..=64).contains(&letters.count);
        let places = fits.then(|| {
            let mut places = Box::new([0; 128]);
            for (at, byte) in letters.text.bytes().enumerate() {
                places[usize::from(byte & 127)] |= 1 << at;
            }
            places
        });
        Self { letters, places }
    }

    /// How many letters the name has.
    pub(super) fn count(&self) -> usize {
        self.letters.count
    }

    /// Returns the number of edits (a letter more, less or another, or two neighbours exchanged) if it is at most `limit`.
    pub(super) fn within(&self, other: &LetterSet, limit: usize) -> Option<usize> {
        let own = &self.letters;
        // One edit adds at most one kind of letter and removes at most one.
        let kinds = |more: u64, less: u64| (more & !less).count_ones() as usize;
        let is_far = own.count.abs_diff(other.count) > limit
            || kinds(own.set, other.set) > limit
            || kinds(other.set, own.set) > limit;
        if is_far {
            return None;
        }
        match &self.places {
            Some(places) if other.is_ascii() => by_bits(places, own.count, other.text.as_bytes(), limit),
            _ => Some(strsim::osa_distance(&own.text, &other.text)).filter(|distance| *distance <= limit),
        }
    }
}

/// The distance by Hyyrö's algorithm: a column of the usual table is a few words, a bit per row, and the next one a few operations.
fn by_bits(places: &[u64; 128], rows: usize, text: &[u8], limit: usize) -> Option<usize> {
    let last = 1 << (rows - 1);
    let (mut distance, mut left) = (rows, text.len());
    // Where a row is one more, or one less, than the row above it.
    let (mut more, mut less) = (u64::MAX, 0_u64);
    let (mut diagonal, mut before) = (0_u64, 0_u64);
    for byte in text {
        let equal = places[usize::from(byte & 127)];
        let exchanged = ((!diagonal & equal) << 1) & before;
        diagonal = ((equal & more).wrapping_add(more) ^ more) | equal | less | exchanged;
        let (up, down) = (less | !(diagonal | more), diagonal & more);
        distance += usize::from(up & last != 0);
        distance -= usize::from(down & last != 0);
        let (up, down) = (up << 1 | 1, down << 1);
        more = down | !(diagonal | up);
        less = up & diagonal;
        before = equal;
        left -= 1;
        // Each letter that is left lowers the distance by one at most.
        if distance > limit + left {
            return None;
        }
    }
    Some(distance).filter(|distance| *distance <= limit)
}
