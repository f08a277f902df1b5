//! Creates and opens a store.

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use planwright_agent::controller::{Entry, StoreError, Stored};
use rusqlite::{Connection, OpenFlags};

use crate::campaign::CampaignStore;
use crate::chain::{self, Chain};
use crate::entries::{self, Filter};
use crate::error::from_sqlite;
use crate::head::{self, KeptHead};
use crate::log::EmbeddedLog;
use crate::private::{StoreLock, failed, make_folder, options};
use crate::records::limit;
use crate::state;
use crate::write::{number, write};

/// Name of the file in the folder.
const FILE: &str = "agent.db";
/// Name of the file that a controller locks while it runs. The operating system releases the lock when the process ends
/// in any way.
const LOCK: &str = "controller.lock";
/// `SQLite` application id that marks the file as ours: "PLWA".
const APPLICATION: u32 = 0x504c_5741;
/// Version that is written.
const VERSION: u32 = 2;

const TABLES: &str = "
CREATE TABLE campaign (one INTEGER PRIMARY KEY CHECK (one = 1), document TEXT NOT NULL) STRICT;
CREATE TABLE task (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE COLLATE NOCASE, status TEXT NOT NULL,
    document TEXT NOT NULL) STRICT;
CREATE TABLE artifact (type TEXT NOT NULL, key TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (type, key)) STRICT;
CREATE TABLE log (seq INTEGER PRIMARY KEY, entry INTEGER NOT NULL, ended INTEGER NOT NULL, subject BLOB,
    body TEXT NOT NULL, hash BLOB NOT NULL, UNIQUE (entry, ended)) STRICT;
CREATE INDEX log_subject ON log (subject) WHERE subject IS NOT NULL;
";

/// The campaign of an agent and its audit log, in a folder.
pub struct AgentStore {
    connection: Rc<Connection>,
    head: KeptHead,
    /// Lock of the only controller.
    lock: Option<Rc<StoreLock>>,
}

impl AgentStore {
    /// Creates a store with this campaign, and the folder if it is missing. The folder must not contain a store.
    pub fn create(folder: &Path, stored: &Stored) -> Result<Self, StoreError> {
        make_folder(folder).map_err(|error| failed(folder, &error))?;
        let lock = StoreLock::acquire(&folder.join(LOCK))?;
        let file = folder.join(FILE);
        make_private(&file)?;
        let connection = connect(&file)?;
        // A file without tables was left by a process that was killed here.
        if number(&connection, "SELECT count(*) FROM sqlite_schema")? > 0 {
            return Err(StoreError::Conflict(format!("{} already contains a store", folder.display())));
        }
        connection.pragma_update(None, "journal_mode", "WAL").map_err(from_sqlite)?;
        let transaction = write(&connection)?;
        transaction.execute_batch(TABLES).map_err(from_sqlite)?;
        transaction.execute_batch(state::TABLE).map_err(from_sqlite)?;
        transaction.pragma_update(None, "application_id", APPLICATION).map_err(from_sqlite)?;
        transaction.pragma_update(None, "user_version", VERSION).map_err(from_sqlite)?;
        CampaignStore::fill(&transaction, stored)?;
        transaction.commit().map_err(from_sqlite)?;
        Ok(Self::new(connection, Some(lock)))
    }

    /// Opens a store for changes. Nobody else can do so while this value or a part of it exists.
    ///
    /// A store that is damaged or was tampered with is rejected. The whole store is verified, which takes time in
    /// proportion to its log.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let connection = existing(folder)?;
        let lock = StoreLock::acquire(&folder.join(LOCK))?;
        chain::sound(&connection)?;
        migrate(&connection)?;
        Ok(Self::new(connection, Some(lock)))
    }

    /// Opens a store for reading. This also works while a controller is running. Rejects the same stores as
    /// [`AgentStore::open`].
    pub fn open_read_only(folder: &Path) -> Result<Self, StoreError> {
        let store = Self::inspect(folder)?;
        chain::sound(&store.connection)?;
        Ok(store)
    }

    /// Opens a damaged store to read its remaining content. Only [`AgentStore::verify`] tells whether the content is
    /// authentic.
    pub fn inspect(folder: &Path) -> Result<Self, StoreError> {
        let connection = existing(folder)?;
        connection.pragma_update(None, "query_only", true).map_err(from_sqlite)?;
        Ok(Self::new(connection, None))
    }

    fn new(connection: Connection, lock: Option<StoreLock>) -> Self {
        Self { connection: Rc::new(connection), head: KeptHead::default(), lock: lock.map(Rc::new) }
    }

    /// Writes the head of the chains to a file, now and after every change. Returns the number of records added since
    /// the head in the file.
    ///
    /// If the file exists, its head must be in the chains. A process that is killed between a change and the update of
    /// the file leaves the previous head.
    pub fn keep_head(&self, file: &Path) -> Result<u64, StoreError> {
        let since = match head::read_head(file)? {
            None => 0,
            Some(kept) => self.verify(Some(&kept))?.since.ok_or_else(|| head::lost(file))?,
        };
        self.head.set_file(file);
        self.head.save(&self.connection)?;
        Ok(since)
    }

    /// Returns the campaign, for a controller.
    pub fn campaign(&self) -> CampaignStore {
        CampaignStore { connection: Rc::clone(&self.connection), head: self.head.clone(), _lock: self.lock.clone() }
    }

    /// Returns the audit log, for a controller.
    pub fn log(&self) -> EmbeddedLog {
        EmbeddedLog { connection: Rc::clone(&self.connection), head: self.head.clone(), _lock: self.lock.clone() }
    }

    /// Returns the matching entries of the log, oldest first.
    pub fn entries(&self, filter: &Filter) -> Result<Vec<Entry>, StoreError> {
        entries::filtered(&self.connection, filter)
    }

    /// Recomputes the chains of the log and of the state. A given head must be in them.
    pub fn verify(&self, head: Option<&str>) -> Result<Chain, StoreError> {
        chain::verify(&self.connection, head)
    }

    /// Limits the size of the store in bytes. A call that would exceed it fails as if the disk were full.
    pub fn limit(&self, bytes: u64) -> Result<(), StoreError> {
        limit(&self.connection, bytes)
    }

    /// Returns the current time in UTC, in the format of RFC 3339.
    pub fn now(&self) -> Result<String, StoreError> {
        self.text("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')")
    }

    /// Returns a new random UUID of version 4.
    pub fn uuid(&self) -> Result<String, StoreError> {
        self.text(
            "WITH random(h) AS (SELECT lower(hex(randomblob(16)))) SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) \
             || '-4' || substr(h, 14, 3) || '-' || substr('89ab', 1 + (unicode(substr(h, 17, 1)) % 4), 1) \
             || substr(h, 18, 3) || '-' || substr(h, 21, 12) FROM random",
        )
    }

    fn text(&self, query: &str) -> Result<String, StoreError> {
        self.connection.query_row(query, [], |row| row.get(0)).map_err(from_sqlite)
    }
}

/// Migrates a store of an earlier version to the current one.
fn migrate(connection: &Connection) -> Result<(), StoreError> {
    let transaction = write(connection)?;
    if number(&transaction, "PRAGMA user_version")? < i64::from(VERSION) {
        transaction.execute_batch(state::TABLE).map_err(from_sqlite)?;
        state::record_all(&transaction)?;
        transaction.pragma_update(None, "user_version", VERSION).map_err(from_sqlite)?;
        transaction.commit().map_err(from_sqlite)?;
    }
    Ok(())
}

/// Creates a file that only its owner can read and write, if it is missing. `SQLite` gives its other files the same
/// mode.
fn make_private(file: &Path) -> Result<(), StoreError> {
    options().write(true).create(true).truncate(false).open(file).map(drop).map_err(|error| failed(file, &error))
}

fn connect(file: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags).map_err(from_sqlite)?;
    connection.busy_timeout(Duration::from_secs(5)).map_err(from_sqlite)?;
    // When a commit returns, the bytes are on the disk and not only in a cache.
    connection.pragma_update(None, "synchronous", "FULL").map_err(from_sqlite)?;
    Ok(connection)
}

/// Opens an existing file, which must be a store of a supported version.
fn existing(folder: &Path) -> Result<Connection, StoreError> {
    let file = folder.join(FILE);
    if !file.is_file() {
        return Err(StoreError::Failed(format!("there is no store in {}", folder.display())));
    }
    let connection = connect(&file)?;
    let application = number(&connection, "PRAGMA application_id")?;
    if application != i64::from(APPLICATION) {
        return Err(StoreError::Corrupt(format!("{} is not a store of an agent", file.display())));
    }
    let found = u32::try_from(number(&connection, "PRAGMA user_version")?).unwrap_or(u32::MAX);
    if found > VERSION {
        return Err(StoreError::Newer { found, known: VERSION });
    }
    Ok(connection)
}
