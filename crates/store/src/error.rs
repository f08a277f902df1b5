//! Converts errors of `SQLite` to errors of the stores.

use planwright_agent::controller::StoreError;
use rusqlite::{Error, ErrorCode};

/// Returns the store error for an error of `SQLite`.
#[allow(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
pub(crate) fn from_sqlite(error: Error) -> StoreError {
    let said = error.to_string();
    match error {
        Error::SqliteFailure(failure, _) => match failure.code {
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed => {
                StoreError::Locked
            }
            ErrorCode::DiskFull => StoreError::Full,
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => StoreError::Corrupt(said),
            ErrorCode::ConstraintViolation => StoreError::Conflict(said),
            _ => StoreError::Failed(said),
        },
        // A column is missing, has another type or is not UTF-8.
        Error::FromSqlConversionFailure(..)
        | Error::InvalidColumnType(..)
        | Error::InvalidColumnName(_)
        | Error::IntegralValueOutOfRange(..)
        | Error::Utf8Error(..)
        | Error::SqlInputError { .. }
        | Error::QueryReturnedNoRows => StoreError::Corrupt(said),
        _ => StoreError::Failed(said),
    }
}
