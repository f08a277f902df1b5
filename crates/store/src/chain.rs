//! Verifies the hash chains of a store, both of its log and of its state.

use planwright_agent::controller::StoreError;
use rusqlite::{Connection, OptionalExtension as _};

use crate::error::from_sqlite;
use crate::walk::{START, hex};
use crate::write::number;
use crate::{record, state};

/// Result of a successful verification: both chains are complete, and the state is the recorded one.
///
/// This proves only that the store is consistent. Anyone with write access can cut off the end of both chains or
/// recompute them. A head that was kept elsewhere detects that too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Number of records in the log. Each entry has one for its start and one for its end.
    pub records: u64,
    /// Number of recorded changes to campaign, tasks and artifacts.
    pub changes: u64,
    /// Hashes of the last record of the log and of the state, in hexadecimal, separated by `:`.
    pub head: String,
    /// Number of records added since the given head, or `None` if the head is not in the chains.
    pub since: Option<u64>,
}

/// Recomputes every hash. Also detects pages that `SQLite` cannot read.
pub(crate) fn verify(connection: &Connection, wanted: Option<&str>) -> Result<Chain, StoreError> {
    let (of_log, of_state) = match wanted.map(|wanted| wanted.split_once(':').unwrap_or((wanted, ""))) {
        Some((log, state)) => (Some(log), Some(state).filter(|state| !state.is_empty())),
        None => (None, None),
    };
    // One transaction gives a consistent view, even while a controller is running.
    let transaction = connection.unchecked_transaction().map_err(from_sqlite)?;
    if !has_record_of_state(&transaction)? {
        let why = "the store was made by an earlier version and has no record of its state; `agent run` adds one";
        return Err(StoreError::Failed(why.to_owned()));
    }
    integrity(&transaction)?;
    let log = record::verify(&transaction, of_log)?;
    let state = state::verify(&transaction, of_state)?;
    Ok(Chain {
        records: log.records,
        changes: state.records,
        head: format!("{}:{}", log.head, state.head),
        since: log.since.zip(state.since).map(|(log, state)| log + state),
    })
}

/// Rejects a store that is damaged or was tampered with, before anything is read from it.
///
/// A store of version 1 has no record of its state, so only its pages and its log are verified.
pub(crate) fn sound(connection: &Connection) -> Result<(), StoreError> {
    let transaction = connection.unchecked_transaction().map_err(from_sqlite)?;
    integrity(&transaction)?;
    record::verify(&transaction, None)?;
    if has_record_of_state(&transaction)? { state::verify(&transaction, None).map(drop) } else { Ok(()) }
}

fn has_record_of_state(connection: &Connection) -> Result<bool, StoreError> {
    Ok(number(connection, "PRAGMA user_version")? >= 2)
}

/// Checks that every page can be read, and that every index matches its table.
fn integrity(connection: &Connection) -> Result<(), StoreError> {
    let found: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(from_sqlite)?;
    if found == "ok" { Ok(()) } else { Err(StoreError::Corrupt(found)) }
}

/// Returns the head of both chains as it is stored.
pub(crate) fn head(connection: &Connection) -> Result<String, StoreError> {
    let last = |table: &str| -> Result<String, StoreError> {
        let query = format!("SELECT hash FROM {table} ORDER BY seq DESC LIMIT 1");
        let last = connection.query_row(&query, [], |row| row.get::<_, Vec<u8>>(0)).optional().map_err(from_sqlite)?;
        Ok(hex(&last.unwrap_or_else(|| START.to_vec())))
    };
    Ok(format!("{}:{}", last("log")?, last("change")?))
}
