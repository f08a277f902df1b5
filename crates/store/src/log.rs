//! Stores the audit log in `SQLite`. The log is append-only and has two records for each entry.

use std::rc::Rc;

use planwright_agent::controller::{AuditLog, End, Entry, Intent, StoreError};
use rusqlite::{Connection, OptionalExtension as _, params};
use serde_json::{Map, Value};

use crate::entries;
use crate::error::from_sqlite;
use crate::head::KeptHead;
use crate::private::StoreLock;
use crate::record::{hash, subject_hash};
use crate::walk::{Hash, START};
use crate::write::{json, write};

/// The log of a store, for a controller.
#[derive(Clone)]
pub struct EmbeddedLog {
    pub(crate) connection: Rc<Connection>,
    pub(crate) head: KeptHead,
    pub(crate) _lock: Option<Rc<StoreLock>>,
}

impl AuditLog for EmbeddedLog {
    fn begin(&mut self, intent: &Intent) -> Result<u64, StoreError> {
        let subject = subject_hash(&intent.campaign, &intent.action_type, &intent.payload)?;
        self.append(None, Some(subject), &json(intent)?)
    }

    fn complete(&mut self, entry: u64, end: &End) -> Result<(), StoreError> {
        self.append(Some(id(entry)?), None, &json(end)?).map(drop)
    }

    fn open(&self) -> Result<Vec<Entry>, StoreError> {
        entries::open(&self.connection)
    }

    fn recent(&self, campaign: &str, count: usize) -> Result<Vec<Entry>, StoreError> {
        entries::recent(&self.connection, campaign, count)
    }

    fn last_try(
        &self,
        campaign: &str,
        action_type: &str,
        payload: &Map<String, Value>,
    ) -> Result<Option<Entry>, StoreError> {
        entries::last_try(&self.connection, &subject_hash(campaign, action_type, payload)?)
    }
}

impl EmbeddedLog {
    /// Appends a record to the chain: the start of a new entry, or the end of an entry that has none.
    fn append(&self, ends: Option<i64>, subject: Option<Hash>, body: &str) -> Result<u64, StoreError> {
        let transaction = write(&self.connection)?;
        let last = transaction
            .query_row("SELECT seq, hash FROM log ORDER BY seq DESC LIMIT 1", [], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?))
            })
            .optional()
            .map_err(from_sqlite)?;
        let (last, before) = last.unwrap_or_else(|| (0, START.to_vec()));
        let (seq, ended) = (last + 1, ends.is_some());
        let entry = ends.unwrap_or(seq);
        if ended {
            let begun = "SELECT 1 FROM log WHERE entry = ?1 AND ended = 0";
            let begun = transaction.query_row(begun, [entry], |_| Ok(())).optional().map_err(from_sqlite)?;
            begun.ok_or_else(|| StoreError::Conflict(format!("there is no entry {entry}")))?;
        }
        let hash = hash(&before, seq, entry, ended, body);
        let insert = "INSERT INTO log (seq, entry, ended, subject, body, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        transaction
            .prepare(insert)
            .and_then(|mut insert| insert.execute(params![seq, entry, ended, subject, body, hash]))
            .map_err(from_sqlite)?;
        transaction.commit().map_err(from_sqlite)?;
        self.head.save(&self.connection)?;
        Ok(seq.unsigned_abs())
    }
}

fn id(entry: u64) -> Result<i64, StoreError> {
    i64::try_from(entry).map_err(|_| StoreError::Conflict(format!("there is no entry {entry}")))
}
