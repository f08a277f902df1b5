//! Records of the log, and their hash chain.

use planwright_agent::controller::{Intent, StoreError};
use rusqlite::{Connection, Row};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use crate::error::from_sqlite;
use crate::walk::{Hash, Link, Walk};
use crate::write::json;

/// A record as it is stored.
struct Record {
    seq: i64,
    entry: i64,
    ended: bool,
    body: String,
    hash: Vec<u8>,
    subject: Option<Vec<u8>>,
}

impl Record {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
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

/// Returns the hash of a record whose predecessor has the hash `before`.
pub(crate) fn hash(before: &[u8], seq: i64, entry: i64, ended: bool, body: &str) -> Hash {
    let mut digest = Sha256::new();
    digest.update(before);
    digest.update(seq.to_be_bytes());
    digest.update(entry.to_be_bytes());
    digest.update([u8::from(ended)]);
    digest.update(body.as_bytes());
    digest.finalize().into()
}

/// Returns the subject of an entry, which entries about the same action share.
pub(crate) fn subject_hash(
    campaign: &str,
    action_type: &str,
    payload: &Map<String, Value>,
) -> Result<Hash, StoreError> {
    Ok(Sha256::digest(json(&(campaign, action_type, payload))?.as_bytes()).into())
}

/// Recomputes every hash of the log.
pub(crate) fn verify(connection: &Connection, wanted: Option<&str>) -> Result<Link, StoreError> {
    let mut query = connection
        .prepare("SELECT seq, entry, ended, body, hash, subject FROM log ORDER BY seq")
        .map_err(from_sqlite)?;
    let mut walk = Walk::new(wanted);
    for record in query.query_map([], Record::from_row).map_err(from_sqlite)? {
        let Record { seq, entry, ended, body, hash: stored, subject } = record.map_err(from_sqlite)?;
        let known = if ended { entry < seq && subject.is_none() } else { entry == seq && is_about(subject, &body) };
        if !known || !walk.step(seq, &hash(walk.before(), seq, entry, ended, &body), &stored) {
            return Err(StoreError::Corrupt(format!("record {seq} of the log was changed after it was written")));
        }
    }
    Ok(walk.end())
}

/// Returns whether the stored subject of an entry matches its content.
fn is_about(subject: Option<Vec<u8>>, body: &str) -> bool {
    let intent: Option<Intent> = serde_json::from_str(body).ok();
    let wanted = intent.and_then(|intent| subject_hash(&intent.campaign, &intent.action_type, &intent.payload).ok());
    wanted.is_some_and(|wanted| subject.is_some_and(|subject| subject == wanted))
}
