//! An append-only list of JSON records in one `SQLite` file.
//!
//! Each record contains the hash of its predecessor, and the number of records and the last hash are stored separately.
//! A flipped bit is therefore detected when the file is next opened. This does not protect against someone who
//! recomputes all hashes.

use std::fs;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use planwright_check::StoreError;
use rusqlite::{Connection, OpenFlags, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use crate::error::from_sqlite;
use crate::private::{StoreLock, failed, options, sync_folder};
use crate::walk::Hash;
use crate::write::{json, number, write};

/// `SQLite` application id that marks the file as ours: "PLWR".
const APPLICATION: u32 = 0x504c_5752;
/// Version that is written.
const VERSION: u32 = 1;
/// Largest file that is opened.
const MAX_BYTES: u64 = 1 << 30;

const TABLES: &str = "
CREATE TABLE about (one INTEGER PRIMARY KEY CHECK (one = 1), kind TEXT NOT NULL, records INTEGER NOT NULL,
    head BLOB NOT NULL) STRICT;
CREATE TABLE record (seq INTEGER PRIMARY KEY, body TEXT NOT NULL, hash BLOB NOT NULL) STRICT;
";

/// An open list of records. Nobody else can open it until this value is dropped.
#[derive(Debug)]
pub struct RecordLog {
    connection: Connection,
    records: i64,
    head: Hash,
    _lock: StoreLock,
}

impl RecordLog {
    /// Opens the list of this kind, creates it if it is missing, and returns its records, oldest first.
    ///
    /// The lock file has the same name with `.lock` appended. Links are not followed.
    pub fn open<T: DeserializeOwned>(file: &Path, kind: &str) -> Result<(Self, Vec<T>), StoreError> {
        Self::open_as(file, kind, Locking::Exclusive)
    }

    /// Same as [`RecordLog::open`], but [`RecordLog::read_all`] can read the list while it is open.
    pub fn open_for_readers<T: DeserializeOwned>(file: &Path, kind: &str) -> Result<(Self, Vec<T>), StoreError> {
        Self::open_as(file, kind, Locking::Normal)
    }

    fn open_as<T: DeserializeOwned>(file: &Path, kind: &str, locking: Locking) -> Result<(Self, Vec<T>), StoreError> {
        let file = resolved(file)?;
        let lock = StoreLock::acquire(&with_suffix(&file, ".lock"))?;
        make(&file, kind)?;
        let connection = connect(&file, locking)?;
        // A larger file could not be opened again.
        limit(&connection, MAX_BYTES)?;
        let (head, bodies) = verify_records(&connection, kind)?;
        Ok((Self { connection, records: count(bodies.len()), head, _lock: lock }, parsed(&bodies)?))
    }

    /// Returns the records of an existing list, oldest first. This also works while the list is open for readers.
    pub fn read_all<T: DeserializeOwned>(file: &Path, kind: &str) -> Result<Vec<T>, StoreError> {
        let file = resolved(file)?;
        check_file(&file)?;
        let connection = connect(&file, Locking::Normal)?;
        connection.busy_timeout(READER_TIMEOUT).map_err(from_sqlite)?;
        // One transaction gives a consistent view. SQLite first rolls back a transaction that was killed.
        let transaction = connection.unchecked_transaction().map_err(from_sqlite)?;
        let (_, bodies) = verify_records(&transaction, kind)?;
        parsed(&bodies)
    }

    /// Appends a record. On success the record is durable, and on error the list is unchanged.
    pub fn append(&mut self, record: &impl Serialize) -> Result<(), StoreError> {
        let body = json(record)?;
        let transaction = write(&self.connection)?;
        let (seq, hash) = (self.records + 1, chained_hash(&self.head, self.records + 1, &body));
        insert_record(&transaction, seq, &body, &hash)?;
        transaction.commit().map_err(from_sqlite)?;
        (self.records, self.head) = (seq, hash);
        Ok(())
    }

    /// Atomically replaces all records by one with the same content in a shorter form.
    pub fn replace_all(&mut self, record: &impl Serialize) -> Result<(), StoreError> {
        let body = json(record)?;
        let transaction = write(&self.connection)?;
        let kind: String =
            transaction.query_row("SELECT kind FROM about", [], |row| row.get(0)).map_err(from_sqlite)?;
        transaction.execute("DELETE FROM record", []).map_err(from_sqlite)?;
        let hash = chained_hash(&initial_hash(&kind), 1, &body);
        insert_record(&transaction, 1, &body, &hash)?;
        transaction.commit().map_err(from_sqlite)?;
        (self.records, self.head) = (1, hash);
        Ok(())
    }

    /// Returns the number of records.
    pub fn len(&self) -> u64 {
        self.records.unsigned_abs()
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.records == 0
    }

    /// Limits the size of the file in bytes. A call that would exceed it fails as if the disk were full.
    pub fn limit(&self, bytes: u64) -> Result<(), StoreError> {
        limit(&self.connection, bytes)
    }
}

/// Implements [`RecordLog::limit`].
pub(crate) fn limit(connection: &Connection, bytes: u64) -> Result<(), StoreError> {
    let page = number(connection, "PRAGMA page_size")?.max(1);
    let pages = (i64::try_from(bytes).unwrap_or(i64::MAX) / page).max(1);
    number(connection, &format!("PRAGMA max_page_count = {pages}")).map(drop)
}

fn insert_record(connection: &Connection, seq: i64, body: &str, hash: &Hash) -> Result<(), StoreError> {
    let insert = "INSERT INTO record (seq, body, hash) VALUES (?1, ?2, ?3)";
    connection.execute(insert, params![seq, body, hash]).map_err(from_sqlite)?;
    connection.execute("UPDATE about SET records = ?1, head = ?2", params![seq, hash]).map_err(from_sqlite).map(drop)
}

fn parsed<T: DeserializeOwned>(bodies: &[String]) -> Result<Vec<T>, StoreError> {
    let read = |(index, body): (usize, &String)| {
        let damaged = |error| StoreError::Corrupt(format!("record {}: {error}", index + 1));
        serde_json::from_str(body).map_err(damaged)
    };
    bodies.iter().enumerate().map(read).collect()
}

/// Returns the path with its folder resolved, so that a link is detected if it is the last component.
fn resolved(file: &Path) -> Result<PathBuf, StoreError> {
    let name = file.file_name().ok_or_else(|| StoreError::Failed(format!("{} names no file", file.display())))?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(folder.canonicalize().map_err(|error| failed(folder, &error))?.join(name))
}

fn with_suffix(file: &Path, ending: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(ending);
    PathBuf::from(path)
}

/// Creates the file if it is missing, under a temporary name until it is complete. An empty file is therefore a damaged
/// one.
fn make(file: &Path, kind: &str) -> Result<(), StoreError> {
    let new = with_suffix(file, ".new");
    let file_error = |error| failed(file, &error);
    for left in [new.clone(), with_suffix(&new, "-journal")] {
        match fs::remove_file(left) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(&new, &error)),
            _ => {}
        }
    }
    if file.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        options().read(true).write(true).create_new(true).open(&new).map_err(file_error)?;
        let connection = connect(&new, Locking::Exclusive)?;
        begin(&connection, kind)?;
        connection.close().map_err(|(_, error)| from_sqlite(error))?;
        // Nobody else can create it, because the lock is held.
        fs::rename(&new, file).map_err(file_error)?;
        return sync_folder(file.parent().unwrap_or(file)).map_err(file_error);
    }
    check_file(file)
}

/// Checks that an existing file can be such a list, before `SQLite` opens it.
fn check_file(file: &Path) -> Result<(), StoreError> {
    for path in [file.to_owned(), with_suffix(file, "-journal")] {
        let plain = path.symlink_metadata().map(|found| found.is_file() && found.len() <= MAX_BYTES);
        if matches!(plain, Ok(false)) {
            return Err(StoreError::Corrupt(format!("{} is not a regular file of at most 1 GiB", path.display())));
        }
    }
    let mut first = [0; 11];
    let length = options().read(true).open(file).and_then(|mut file| file.read(&mut first));
    let length = length.map_err(|error| failed(file, &error))?;
    if length == 0 {
        return Err(StoreError::Corrupt("the file is empty".to_owned()));
    }
    let is_hex = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_hexdigit);
    if length == first.len() && is_hex(&first[..8]) && first[8..] == *b" {\"" {
        let why = "an earlier version wrote it in a format that is no longer supported: keep it, and use another file";
        return Err(StoreError::Corrupt(why.to_owned()));
    }
    Ok(())
}

/// Access of readers to an open list.
#[derive(Clone, Copy, Debug)]
enum Locking {
    /// No process can read it.
    Exclusive,
    /// Every process can read it, between two changes.
    Normal,
}

/// Maximum time for which a reader waits for the end of a change.
const READER_TIMEOUT: Duration = Duration::from_secs(5);

fn connect(file: &Path, locking: Locking) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(file, flags).map_err(from_sqlite)?;
    let locking = match locking {
        Locking::Exclusive => "EXCLUSIVE",
        Locking::Normal => "NORMAL",
    };
    // Changes go to the file itself. In write-ahead mode, SQLite would silently drop a damaged end of the second file.
    // When a commit returns, the bytes are on the disk and not only in a cache.
    for (name, value) in [("locking_mode", locking), ("journal_mode", "DELETE"), ("synchronous", "EXTRA")] {
        let ignore = |_: &rusqlite::Row<'_>| Ok(());
        connection
            .pragma_update_and_check(None, name, value, ignore)
            .or_else(ignore_missing_result)
            .map_err(from_sqlite)?;
    }
    Ok(connection)
}

/// Ignores a missing result, because only some settings return their value.
fn ignore_missing_result(error: rusqlite::Error) -> rusqlite::Result<()> {
    if matches!(error, rusqlite::Error::QueryReturnedNoRows) { Ok(()) } else { Err(error) }
}

fn begin(connection: &Connection, kind: &str) -> Result<(), StoreError> {
    let transaction = write(connection)?;
    transaction.execute_batch(TABLES).map_err(from_sqlite)?;
    transaction.pragma_update(None, "application_id", APPLICATION).map_err(from_sqlite)?;
    transaction.pragma_update(None, "user_version", VERSION).map_err(from_sqlite)?;
    let insert = "INSERT INTO about (one, kind, records, head) VALUES (1, ?1, 0, ?2)";
    transaction.execute(insert, params![kind, initial_hash(kind)]).map_err(from_sqlite)?;
    transaction.commit().map_err(from_sqlite)
}

/// Recomputes every hash, and returns the last hash and all bodies.
fn verify_records(connection: &Connection, kind: &str) -> Result<(Hash, Vec<String>), StoreError> {
    if number(connection, "PRAGMA application_id")? != i64::from(APPLICATION) {
        return Err(StoreError::Corrupt("the file was not written by planwright".to_owned()));
    }
    let found = u32::try_from(number(connection, "PRAGMA user_version")?).unwrap_or(u32::MAX);
    if found > VERSION {
        return Err(StoreError::Newer { found, known: VERSION });
    }
    let sound: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(from_sqlite)?;
    if sound != "ok" {
        return Err(StoreError::Corrupt(sound));
    }
    let about = "SELECT kind, records, head FROM about";
    let about = connection.query_row(about, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    let (written, records, last): (String, i64, Vec<u8>) = about.map_err(from_sqlite)?;
    if written != kind {
        return Err(StoreError::Corrupt(format!("the file is no {kind}")));
    }
    let mut query = connection.prepare("SELECT seq, body, hash FROM record ORDER BY seq").map_err(from_sqlite)?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).map_err(from_sqlite)?;
    let (mut head, mut bodies) = (initial_hash(kind), Vec::new());
    for row in rows {
        let (seq, body, hash): (i64, String, Vec<u8>) = row.map_err(from_sqlite)?;
        head = chained_hash(&head, seq, &body);
        if seq != count(bodies.len() + 1) || head[..] != hash[..] {
            return Err(StoreError::Corrupt(format!("record {} is damaged: its checksum is wrong", bodies.len() + 1)));
        }
        bodies.push(body);
    }
    if records != count(bodies.len()) || head[..] != last[..] {
        return Err(StoreError::Corrupt(format!("{records} records were written, {} are there", bodies.len())));
    }
    Ok((head, bodies))
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Returns the hash that precedes the first record.
fn initial_hash(kind: &str) -> Hash {
    Sha256::digest(kind).into()
}

fn chained_hash(before: &Hash, seq: i64, body: &str) -> Hash {
    let mut digest = Sha256::new();
    digest.update(before);
    digest.update(seq.to_be_bytes());
    digest.update(body);
    digest.finalize().into()
}
