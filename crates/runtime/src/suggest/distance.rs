//! Computes small edit distances. Distant names are excluded by length and letters before anything is compared.

/// Number and kinds of the letters of a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    count: usize,
    /// One bit for each letter in the name. Letters may share a bit, which can only hide a difference.
    set: u64,
}

impl Outline {
    /// Returns the number of letters.
    pub(super) fn count(self) -> usize {
        self.count
    }

    /// Returns `true` if the kinds of letters show that more than `limit` edits are between the names.
    pub(super) fn has_other_letters(self, other: Self, limit: usize) -> bool {
        // One edit adds at most one kind of letter and removes at most one.
        let exceeds = |more: u64, less: u64| (more & !less).count_ones() as usize > limit;
        exceeds(self.set, other.set) || exceeds(other.set, self.set)
    }
}

/// Letters of a name.
#[derive(Debug)]
pub(super) struct LetterSet {
    text: String,
    outline: Outline,
}

impl LetterSet {
    pub(super) fn new(text: String) -> Self {
        let (mut count, mut set) = (0, 0);
        for letter in text.chars() {
            count += 1;
            set |= 1 << (u32::from(letter) % u64::BITS);
        }
        Self { text, outline: Outline { count, set } }
    }

    /// Returns the number of letters.
    pub(super) fn count(&self) -> usize {
        self.outline.count
    }

    /// Returns the number and kinds of the letters.
    pub(super) fn outline(&self) -> Outline {
        self.outline
    }

    fn is_ascii(&self) -> bool {
        self.outline.count == self.text.len()
    }
}

/// A name that is compared with others.
pub(super) struct Pattern {
    letters: LetterSet,
    /// Positions of each ASCII letter as bits, or `None` for a name with other letters or with more than 64.
    places: Option<Box<[u64; 128]>>,
}

impl Pattern {
    pub(super) fn new(letters: LetterSet) -> Self {
        let fits = letters.is_ascii() && (1..=64).contains(&letters.count());
        let places = fits.then(|| {
            let mut places = Box::new([0; 128]);
            for (at, byte) in letters.text.bytes().enumerate() {
                places[usize::from(byte & 127)] |= 1 << at;
            }
            places
        });
        Self { letters, places }
    }

    /// Returns the number of letters in the name.
    pub(super) fn count(&self) -> usize {
        self.letters.count()
    }

    /// Returns the number and kinds of the letters.
    pub(super) fn outline(&self) -> Outline {
        self.letters.outline
    }

    /// Returns the [distance](Self::distance), without computing it if number and kinds of the letters show that it is too
    /// large.
    pub(super) fn within(&self, other: &LetterSet, limit: usize) -> Option<usize> {
        let (own, other_outline) = (self.letters.outline, other.outline);
        let is_far = own.count.abs_diff(other_outline.count) > limit || own.has_other_letters(other_outline, limit);
        if is_far { None } else { self.distance(other, limit) }
    }

    /// Returns the edit distance if it is at most `limit`. An edit adds, removes or replaces a letter, or swaps two
    /// adjacent ones.
    pub(super) fn distance(&self, other: &LetterSet, limit: usize) -> Option<usize> {
        let own = &self.letters;
        match &self.places {
            Some(places) if other.is_ascii() => by_bits(places, own.count(), other.text.as_bytes(), limit),
            _ => Some(strsim::osa_distance(&own.text, &other.text)).filter(|distance| *distance <= limit),
        }
    }
}

/// Computes the distance with Hyyrö's algorithm. A column of the usual table is a few words with one bit per row, so
/// that a column takes only a few operations.
fn by_bits(places: &[u64; 128], rows: usize, text: &[u8], limit: usize) -> Option<usize> {
    let last = 1 << (rows - 1);
    let (mut distance, mut left) = (rows, text.len());
    // Rows whose value is one more, or one less, than that of the row above.
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
        // Each remaining letter reduces the distance by at most one.
        if distance > limit + left {
            return None;
        }
    }
    Some(distance).filter(|distance| *distance <= limit)
}
