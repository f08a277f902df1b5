//! The records of a log, each bound to the one before by its hash.

use planwright_engines::agent::controller::{Intent, StoreError};
use rusqlite::{Connection, Row};
use sha2::{Digest as _, Sha256};

use crate::error::told;
use crate::log::about;

/// The hash of a record.
pub(crate) type Hash = [u8; 32];

/// What a log was found to be: unbroken, from its first record to its head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// How many records there are: one a beginning, one an end.
    pub records: u64,
    /// The hash of the last one, in hexadecimal. Whoever keeps it can later show that nothing before it was changed.
    pub head: String,
    /// Whether the head that was asked for is one of the records.
    pub has_wanted: bool,
}

/// One record as it is stored.
pub(crate) struct Record {
    pub(crate) seq: i64,
    pub(crate) entry: i64,
    pub(crate) ended: bool,
    pub(crate) body: String,
    pub(crate) hash: Vec<u8>,
    pub(crate) subject: Option<Vec<u8>>,
}

impl Record {
    pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            seq: row.get(0)?,
            entry: row.get(1)?,
            ended: row.get(2)?,
            body: row.get(3)?,
            hash: row.get(4)?,
            subject: row.get(5)?,
        })
    }
}

/// The hash of a record after the one with the hash `before`.
pub(crate) fn hash(before: &[u8], seq: i64, entry: i64, ended: bool, body: &str) -> Hash {
    let mut digest = Sha256::new();
    digest.update(before);
    digest.update(seq.to_be_bytes());
    digest.update(entry.to_be_bytes());
    digest.update([u8::from(ended)]);
    digest.update(body.as_bytes());
    digest.finalize().into()
}

/// What stands before the first record.
pub(crate) const START: Hash = [0; 32];

/// Recomputes every hash. Pages that `SQLite` cannot read are found too.
pub(crate) fn verify(connection: &Connection, wanted: Option<&str>) -> Result<Chain, StoreError> {
    let sound: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(told)?;
    if sound != "ok" {
        return Err(StoreError::Corrupt(sound));
    }
    let mut query =
        connection.prepare("SELECT seq, entry, ended, body, hash, subject FROM log ORDER BY seq").map_err(told)?;
    let (mut before, mut count) = (START.to_vec(), 0);
    let mut has_wanted = wanted.is_none();
    for record in query.query_map([], Record::read).map_err(told)? {
        let Record { seq, entry, ended, body, hash: stored, subject } = record.map_err(told)?;
        count += 1;
        if seq != count {
            return Err(StoreError::Corrupt(format!("record {count} of the log is missing")));
        }
        let known = if ended { entry < seq && subject.is_none() } else { entry == seq && is_about(subject, &body) };
        if stored != hash(&before, seq, entry, ended, &body) || !known {
            return Err(StoreError::Corrupt(format!("record {seq} of the log was changed after it was written")));
        }
        has_wanted |= wanted.is_some_and(|wanted| hex(&stored).eq_ignore_ascii_case(wanted));
        before = stored;
    }
    Ok(Chain { records: count.unsigned_abs(), head: hex(&before), has_wanted })
}

/// Whether a beginning is found under what it is about.
fn is_about(subject: Option<Vec<u8>>, body: &str) -> bool {
    let intent: Option<Intent> = serde_json::from_str(body).ok();
    let wanted = intent.and_then(|intent| about(&intent.campaign, &intent.action_type, &intent.payload).ok());
    wanted.is_some_and(|wanted| subject.is_some_and(|subject| subject == wanted))
}

fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
