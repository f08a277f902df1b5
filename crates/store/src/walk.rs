//! Verifies a hash chain, in which each record contains the hash of its predecessor.

/// Hash of a record.
pub(crate) type Hash = [u8; 32];

/// Hash that precedes the first record.
pub(crate) const START: Hash = [0; 32];

/// Result of verifying a chain to its end.
pub(crate) struct Link {
    pub(crate) records: u64,
    pub(crate) head: String,
    /// Number of records after the wanted one, or `None` without such a record.
    pub(crate) since: Option<u64>,
}

/// Verifies a chain from its first record on.
pub(crate) struct Walk<'w> {
    wanted: Option<&'w str>,
    count: i64,
    before: Vec<u8>,
    since: Option<u64>,
}

impl<'w> Walk<'w> {
    pub(crate) fn new(wanted: Option<&'w str>) -> Self {
        let mut walk = Self { wanted, count: 0, before: START.to_vec(), since: None };
        walk.compare_with_wanted();
        walk
    }

    /// Returns the hash of the record before the next one.
    pub(crate) fn before(&self) -> &[u8] {
        &self.before
    }

    /// Advances to a record, and returns whether it is the next one and its hash is correct.
    pub(crate) fn step(&mut self, seq: i64, computed: &Hash, stored: &[u8]) -> bool {
        self.count += 1;
        if seq != self.count || computed[..] != *stored {
            return false;
        }
        self.before = stored.to_vec();
        self.since = self.since.map(|since| since + 1);
        self.compare_with_wanted();
        true
    }

    fn compare_with_wanted(&mut self) {
        if self.wanted.is_none_or(|wanted| hex(&self.before).eq_ignore_ascii_case(wanted)) {
            self.since = Some(0);
        }
    }

    pub(crate) fn end(self) -> Link {
        Link { records: self.count.unsigned_abs(), head: hex(&self.before), since: self.since }
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
