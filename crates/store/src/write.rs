//! Helpers for writing: transactions, and values as strings.

use planwright_check::StoreError;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use serde::Serialize;

use crate::error::from_sqlite;

/// Returns a transaction that locks the database for writing from its start.
pub(crate) fn write(connection: &Connection) -> Result<Transaction<'_>, StoreError> {
    Transaction::new_unchecked(connection, TransactionBehavior::Immediate).map_err(from_sqlite)
}

pub(crate) fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Failed(error.to_string()))
}

/// Returns the single number that a query yields.
pub(crate) fn number(connection: &Connection, query: &str) -> Result<i64, StoreError> {
    connection.query_row(query, [], |row| row.get(0)).map_err(from_sqlite)
}
