//! The records of a log, each bound to the one before by its hash.

use planwright_engines::agent::controller::{Intent, StoreError};
use rusqlite::{Connection, OptionalExtension as _, Row};
use sha2::{Digest as _, Sha256};

use crate::error::told;
use crate::log::about;
use crate::state;

/// The hash of a record.
pub(crate) type Hash = [u8; 32];

/// What a store was found to be: its log and the record of its state lead without a gap from the first record to the head,
/// and the state is the one that is recorded.
///
/// By itself that shows no more than that the store fits itself: whoever can write to it can also cut off the end of both
/// chains, or make them anew. A head that was kept outside shows that too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// How many records the log has: one a beginning, one an end.
    pub records: u64,
    /// How many records there are of changes to campaign, tasks and artifacts.
    pub changes: u64,
    /// The hashes of the last record of the log and of the state, in hexadecimal, with `:` between.
    pub head: String,
    /// How many records were added since the head that was asked for; `None` if it is not in the chains.
    pub since: Option<u64>,
}

/// A chain that was walked to its end.
pub(crate) struct Link {
    pub(crate) records: u64,
    pub(crate) head: String,
    /// How many records stand behind the wanted one; `None` if there is no such record.
    pub(crate) since: Option<u64>,
}

/// Walks a chain from its first record.
pub(crate) struct Walk<'w> {
    wanted: Option<&'w str>,
    count: i64,
    before: Vec<u8>,
    since: Option<u64>,
}

impl<'w> Walk<'w> {
    pub(crate) fn new(wanted: Option<&'w str>) -> Self {
        let mut walk = Self { wanted, count: 0, before: START.to_vec(), since: None };
        walk.look();
        walk
    }

    /// The hash of the record before the next one.
    pub(crate) fn before(&self) -> &[u8] {
        &self.before
    }

    /// Goes on to a record, if it is the next one and its hash is right.
    pub(crate) fn step(&mut self, seq: i64, computed: &Hash, stored: &[u8]) -> bool {
        self.count += 1;
        if seq != self.count || computed[..] != *stored {
            return false;
        }
        self.before = stored.to_vec();
        self.since = self.since.map(|since| since + 1);
        self.look();
        true
    }

    fn look(&mut self) {
        if self.wanted.is_none_or(|wanted| hex(&self.before).eq_ignore_ascii_case(wanted)) {
            self.since = Some(0);
        }
    }

    pub(crate) fn end(self) -> Link {
        Link { records: self.count.unsigned_abs(), head: hex(&self.before), since: self.since }
    }
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
    let (of_log, of_state) = match wanted.map(|wanted| wanted.split_once(':').unwrap_or((wanted, ""))) {
        Some((log, state)) => (Some(log), Some(state).filter(|state| !state.is_empty())),
        None => (None, None),
    };
    // One moment for all that is read, also while a controller works.
    let transaction = connection.unchecked_transaction().map_err(told)?;
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(told)?;
    if version < 2 {
        let why = "the store was made by an earlier version and has no record of its state; `agent run` adds one";
        return Err(StoreError::Failed(why.to_owned()));
    }
    let sound: String = transaction.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(told)?;
    if sound != "ok" {
        return Err(StoreError::Corrupt(sound));
    }
    let log = verify_log(&transaction, of_log)?;
    let state = state::verify(&transaction, of_state)?;
    Ok(Chain {
        records: log.records,
        changes: state.records,
        head: format!("{}:{}", log.head, state.head),
        since: log.since.zip(state.since).map(|(log, state)| log + state),
    })
}

/// The head of both chains, as they are stored.
pub(crate) fn head(connection: &Connection) -> Result<String, StoreError> {
    let last = |table: &str| -> Result<String, StoreError> {
        let query = format!("SELECT hash FROM {table} ORDER BY seq DESC LIMIT 1");
        let last = connection.query_row(&query, [], |row| row.get::<_, Vec<u8>>(0)).optional().map_err(told)?;
        Ok(hex(&last.unwrap_or_else(|| START.to_vec())))
    };
    Ok(format!("{}:{}", last("log")?, last("change")?))
}

fn verify_log(connection: &Connection, wanted: Option<&str>) -> Result<Link, StoreError> {
    let mut query =
        connection.prepare("SELECT seq, entry, ended, body, hash, subject FROM log ORDER BY seq").map_err(told)?;
    let mut walk = Walk::new(wanted);
    for record in query.query_map([], Record::read).map_err(told)? {
        let Record { seq, entry, ended, body, hash: stored, subject } = record.map_err(told)?;
        let known = if ended { entry < seq && subject.is_none() } else { entry == seq && is_about(subject, &body) };
        if !known || !walk.step(seq, &hash(walk.before(), seq, entry, ended, &body), &stored) {
            return Err(StoreError::Corrupt(format!("record {seq} of the log was changed after it was written")));
        }
    }
    Ok(walk.end())
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
