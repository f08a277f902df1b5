//! Opens private files without following links, and locks stores.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use planwright_check::StoreError;

/// Returns options for opening files of a store, which are private to their owner and never reached through a link.
pub fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits().cast_signed());
    }
    options
}

/// Creates a folder and its parents so that they survive a power failure.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    if let Some(above) = folder.parent() {
        make_folder(above)?;
    }
    match fs::create_dir(folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => sync_folder(folder.parent().unwrap_or(folder)),
    }
}

/// Makes the names in a folder durable, as a new or renamed file requires.
///
/// On systems other than Unix, a folder cannot be opened as a file, and the file system is responsible for its names.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Replaces a file of a store, which is either complete or unchanged. It is on the disk when this returns.
pub(crate) fn replace_file(file: &Path, text: &str) -> io::Result<()> {
    let mut name = file.file_name().ok_or(ErrorKind::InvalidInput)?.to_owned();
    name.push(".new");
    let new = file.with_file_name(name);
    // A process that was killed may have left a partial file.
    let _ = fs::remove_file(&new);
    let written = options()
        .write(true)
        .create_new(true)
        .open(&new)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&new, file))
        .and_then(|()| sync_folder(file.parent().unwrap_or(file)));
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

/// Time for which a child process that is being started may still hold a released lock.
const RELEASE_DELAY: Duration = Duration::from_millis(200);

/// A lock that one process at a time can hold. The operating system releases it when the process ends in any way.
#[derive(Debug)]
pub struct StoreLock {
    _file: File,
}

impl StoreLock {
    /// Acquires the lock on this file, which is created if it is missing and never removed.
    pub fn acquire(file: &Path) -> Result<Self, StoreError> {
        let opened = options().write(true).create(true).truncate(false).open(file);
        let opened = opened.map_err(|error| failed(file, &error))?;
        let since = Instant::now();
        loop {
            match opened.try_lock() {
                Ok(()) => return Ok(Self { _file: opened }),
                // A process that another thread has just started inherits our handles until it executes its program.
                Err(TryLockError::WouldBlock) if since.elapsed() < RELEASE_DELAY => thread::sleep(RELEASE_DELAY / 20),
                Err(TryLockError::WouldBlock) => return Err(StoreError::Locked),
                Err(TryLockError::Error(error)) => return Err(failed(file, &error)),
            }
        }
    }
}

/// Returns the error for a file that cannot be used.
pub(crate) fn failed(file: &Path, error: &io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => StoreError::Full,
        _ => StoreError::Failed(format!("{}: {error}", file.display())),
    }
}
