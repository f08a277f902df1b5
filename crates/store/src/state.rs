//! Records every change of a row in the state tables, in a hash chain. A row that was changed, added or removed by
//! other programs is therefore detected, as in the log.

use std::collections::BTreeMap;

use planwright_agent::controller::StoreError;
use rusqlite::{Connection, OptionalExtension as _, Params, params};
use sha2::{Digest as _, Sha256};

use crate::error::from_sqlite;
use crate::walk::{Hash, Link, START, Walk};

pub(crate) const TABLE: &str = "
CREATE TABLE change (seq INTEGER PRIMARY KEY, row TEXT NOT NULL, content BLOB NOT NULL, hash BLOB NOT NULL) STRICT;
";

/// Queries for the rows of each state table: the name of a row in records, and all its content.
const CAMPAIGN: &str = "SELECT 'campaign', CAST(one AS TEXT), document FROM campaign";
const TASK: &str = "SELECT 'task ' || lower(id), CAST(place AS TEXT), id, status, document FROM task";
const ARTIFACT: &str = "SELECT 'artifact ' || type || ' ' || key, type, key, content FROM artifact";

/// A row of a state table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Row<'a> {
    Campaign,
    Task(&'a str),
    Artifact(&'a str, &'a str),
}

/// Records the current content of a row, in the transaction that wrote it.
pub(crate) fn record(connection: &Connection, row: Row<'_>) -> Result<(), StoreError> {
    let found = match row {
        Row::Campaign => digests(connection, CAMPAIGN, [])?,
        Row::Task(id) => digests(connection, &format!("{TASK} WHERE id = ?1"), [id])?,
        Row::Artifact(kind, key) => {
            digests(connection, &format!("{ARTIFACT} WHERE type = ?1 AND key = ?2"), [kind, key])?
        }
    };
    found.iter().try_for_each(|(name, content)| append(connection, name, content))
}

/// Records all rows, for a store that was created before there were records.
pub(crate) fn record_all(connection: &Connection) -> Result<(), StoreError> {
    contents(connection)?.iter().try_for_each(|(name, content)| append(connection, name, content))
}

fn append(connection: &Connection, name: &str, content: &Hash) -> Result<(), StoreError> {
    let last = "SELECT seq, hash FROM change ORDER BY seq DESC LIMIT 1";
    let last = connection.query_row(last, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?)));
    let (last, before) = last.optional().map_err(from_sqlite)?.unwrap_or_else(|| (0, START.to_vec()));
    let hash = hash(&before, last + 1, name, content);
    let insert = "INSERT INTO change (seq, row, content, hash) VALUES (?1, ?2, ?3, ?4)";
    connection.execute(insert, params![last + 1, name, content, hash]).map_err(from_sqlite).map(drop)
}

/// Recomputes every hash, and compares each row with its last record.
pub(crate) fn verify(connection: &Connection, wanted: Option<&str>) -> Result<Link, StoreError> {
    let mut query =
        connection.prepare("SELECT seq, row, content, hash FROM change ORDER BY seq").map_err(from_sqlite)?;
    let rows =
        query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).map_err(from_sqlite)?;
    let mut walk = Walk::new(wanted);
    let mut recorded: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for row in rows {
        let (seq, name, content, stored): (i64, String, Vec<u8>, Vec<u8>) = row.map_err(from_sqlite)?;
        if !walk.step(seq, &hash(walk.before(), seq, &name, &content), &stored) {
            return Err(StoreError::Corrupt(format!("record {seq} of the state was changed after it was written")));
        }
        recorded.insert(name, content);
    }
    let mut found = contents(connection)?;
    for (name, content) in recorded {
        match found.remove(&name) {
            None => return Err(StoreError::Corrupt(format!("{name} was removed by other hands"))),
            Some(there) if there[..] != content[..] => {
                return Err(StoreError::Corrupt(format!("{name} was changed by other hands")));
            }
            Some(_) => {}
        }
    }
    match found.into_keys().next() {
        Some(name) => Err(StoreError::Corrupt(format!("{name} was added by other hands"))),
        None => Ok(walk.end()),
    }
}

fn hash(before: &[u8], seq: i64, name: &str, content: &[u8]) -> Hash {
    let mut digest = Sha256::new();
    digest.update(before);
    digest.update(seq.to_be_bytes());
    digest.update((name.len() as u64).to_be_bytes());
    digest.update(name.as_bytes());
    digest.update(content);
    digest.finalize().into()
}

/// Returns the digest of every row.
fn contents(connection: &Connection) -> Result<BTreeMap<String, Hash>, StoreError> {
    let mut found = BTreeMap::new();
    for query in [CAMPAIGN, TASK, ARTIFACT] {
        found.extend(digests(connection, query, [])?);
    }
    Ok(found)
}

fn digests(connection: &Connection, query: &str, values: impl Params) -> Result<Vec<(String, Hash)>, StoreError> {
    let mut query = connection.prepare(query).map_err(from_sqlite)?;
    let columns = query.column_count();
    let rows = query.query_map(values, |row| {
        let mut digest = Sha256::new();
        for column in 1..columns {
            let text: String = row.get(column)?;
            digest.update((text.len() as u64).to_be_bytes());
            digest.update(text.as_bytes());
        }
        Ok((row.get(0)?, digest.finalize().into()))
    });
    rows.map_err(from_sqlite)?.map(|row| row.map_err(from_sqlite)).collect()
}
