//! Files that only their owner can read and write, opened without following a link, and the lock beside a store.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use planwright_check::StoreError;

/// How files of a store are opened: for their owner alone, and never through a link.
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

/// Makes a folder, and those above it, so that they survive a power failure.
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

/// Makes the names in a folder durable, as a new or renamed file needs it. Elsewhere than on Unix a folder cannot be opened as
/// a file, and its names are the file system's affair.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// How long a lock that was let go may still be held by a process on its way to its program.
const HANDED_ON: Duration = Duration::from_millis(200);

/// A lock that one process at a time holds; the system frees it when the process ends, however it ends.
#[derive(Debug)]
pub struct StoreLock {
    _file: File,
}

impl StoreLock {
    /// Takes the lock on this file, which is made where it is missing and stays.
    pub fn take(file: &Path) -> Result<Self, StoreError> {
        let opened = options().write(true).create(true).truncate(false).open(file);
        let opened = opened.map_err(|error| failed(file, &error))?;
        let since = Instant::now();
        loop {
            match opened.try_lock() {
                Ok(()) => return Ok(Self { _file: opened }),
                // A process that another thread has just started holds our handles until it has become its program.
                Err(TryLockError::WouldBlock) if since.elapsed() < HANDED_ON => thread::sleep(HANDED_ON / 20),
                Err(TryLockError::WouldBlock) => return Err(StoreError::Locked),
                Err(TryLockError::Error(error)) => return Err(failed(file, &error)),
            }
        }
    }
}

/// The error of a file that cannot be used.
pub(crate) fn failed(file: &Path, error: &io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => StoreError::Full,
        _ => StoreError::Failed(format!("{}: {error}", file.display())),
    }
}
