//! The chains of a store, of its log and of its state, from end to end.

use planwright_agent::controller::StoreError;
use rusqlite::{Connection, OptionalExtension as _};

use crate::error::told;
use crate::walk::{START, hex};
use crate::write::number;
use crate::{record, state};

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

/// Recomputes every hash. Pages that `SQLite` cannot read are found too.
pub(crate) fn verify(connection: &Connection, wanted: Option<&str>) -> Result<Chain, StoreError> {
    let (of_log, of_state) = match wanted.map(|wanted| wanted.split_once(':').unwrap_or((wanted, ""))) {
        Some((log, state)) => (Some(log), Some(state).filter(|state| !state.is_empty())),
        None => (None, None),
    };
    // One moment for all that is read, also while a controller works.
    let transaction = connection.unchecked_transaction().map_err(told)?;
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

/// Refuses a store that is damaged or was changed by other hands, before anything is read from it. A store of the first version
/// has no record of its state: its pages and its log are looked at.
pub(crate) fn sound(connection: &Connection) -> Result<(), StoreError> {
    let transaction = connection.unchecked_transaction().map_err(told)?;
    integrity(&transaction)?;
    record::verify(&transaction, None)?;
    if has_record_of_state(&transaction)? { state::verify(&transaction, None).map(drop) } else { Ok(()) }
}

fn has_record_of_state(connection: &Connection) -> Result<bool, StoreError> {
    Ok(number(connection, "PRAGMA user_version")? >= 2)
}

/// Whether every page can be read, and every index has the rows of its table.
fn integrity(connection: &Connection) -> Result<(), StoreError> {
    let found: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(told)?;
    if found == "ok" { Ok(()) } else { Err(StoreError::Corrupt(found)) }
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
