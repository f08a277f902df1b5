//! Queries the log.

use planwright_agent::controller::{End, Entry, EntryOutcome, Intent, StoreError};
use rusqlite::{Connection, Params, Row};
use serde_json::from_str;

use crate::error::from_sqlite;
use crate::walk::Hash;

/// Criteria for entries. `None` matches every entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Campaign of the entry.
    pub campaign: Option<String>,
    /// Outcome of the entry. `Some(None)` matches entries that have not ended.
    pub outcome: Option<Option<EntryOutcome>>,
    /// Maximum number of entries. The last ones are returned.
    pub last: Option<usize>,
}

const JOIN_START_AND_END: &str = "SELECT begun.seq, begun.body, ended.body FROM log AS begun \
    LEFT JOIN log AS ended ON ended.entry = begun.entry AND ended.ended = 1 WHERE begun.ended = 0";

/// Returns the matching entries of the log, oldest first.
pub(crate) fn filtered(connection: &Connection, filter: &Filter) -> Result<Vec<Entry>, StoreError> {
    let mut found = query_entries(connection, &format!("{JOIN_START_AND_END} ORDER BY begun.seq"), [])?;
    found.retain(|entry| {
        let of_campaign = |wanted: &String| entry.intent.campaign.eq_ignore_ascii_case(wanted);
        let ended = entry.end.as_ref().map(|end| end.outcome);
        filter.campaign.as_ref().is_none_or(of_campaign) && filter.outcome.is_none_or(|wanted| wanted == ended)
    });
    let skipped = filter.last.map_or(0, |last| found.len().saturating_sub(last));
    Ok(found.split_off(skipped))
}

pub(crate) fn open(connection: &Connection) -> Result<Vec<Entry>, StoreError> {
    query_entries(connection, &format!("{JOIN_START_AND_END} AND ended.seq IS NULL ORDER BY begun.seq"), [])
}

pub(crate) fn recent(connection: &Connection, campaign: &str, count: usize) -> Result<Vec<Entry>, StoreError> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let of_campaign = "AND begun.body ->> '$.campaign' = ?1 ORDER BY begun.seq DESC LIMIT ?2";
    let mut found = query_entries(connection, &format!("{JOIN_START_AND_END} {of_campaign}"), (campaign, count))?;
    found.reverse();
    Ok(found)
}

pub(crate) fn last_try(connection: &Connection, subject: &Hash) -> Result<Option<Entry>, StoreError> {
    let query = format!("{JOIN_START_AND_END} AND begun.subject = ?1 ORDER BY begun.seq DESC");
    let found = query_entries(connection, &query, [&subject[..]])?;
    let refused = |entry: &Entry| entry.end.as_ref().is_some_and(|end| end.outcome == EntryOutcome::Refused);
    Ok(found.into_iter().find(|entry| !refused(entry)))
}

fn query_entries(connection: &Connection, query: &str, values: impl Params) -> Result<Vec<Entry>, StoreError> {
    let mut query = connection.prepare(query).map_err(from_sqlite)?;
    let rows = query.query_map(values, texts).map_err(from_sqlite)?;
    rows.map(|row| row.map_err(from_sqlite).and_then(entry)).collect()
}

type Texts = (i64, String, Option<String>);

fn texts(row: &Row<'_>) -> rusqlite::Result<Texts> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

fn entry((seq, intent, end): Texts) -> Result<Entry, StoreError> {
    let corrupt = |error: serde_json::Error| StoreError::Corrupt(format!("entry {seq} cannot be read: {error}"));
    let intent: Intent = from_str(&intent).map_err(corrupt)?;
    let end: Option<End> = end.as_deref().map(from_str).transpose().map_err(corrupt)?;
    Ok(Entry { id: seq.unsigned_abs(), intent, end })
}
