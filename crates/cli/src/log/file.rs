//! A log in a file that one process at a time has open.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use super::{LogError, Media};

/// The largest log that is read: far more than a person's forms.
const MAX_BYTES: u64 = 1 << 30;

/// An open and locked file.
#[derive(Debug)]
pub(crate) struct LogFile(File);

impl LogFile {
    /// Opens the file, which is created where it is missing, and locks it until this is dropped.
    pub(crate) fn open(path: &Path) -> Result<Self, LogError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(windows)]
        std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 0);
        let file = options.open(path).map_err(LogError::Io)?;
        let found = file.metadata()?;
        if !found.is_file() {
            return Err(LogError::Corrupt("it is no plain file".to_owned()));
        }
        lock(&file)?;
        if found.len() == 0 {
            keep(path)?;
        }
        Ok(Self(file))
    }
}

#[cfg(unix)]
fn lock(file: &File) -> Result<(), LogError> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    flock(file, FlockOperation::NonBlockingLockExclusive).map_err(|error| match error {
        Errno::WOULDBLOCK => LogError::Locked,
        other => LogError::Io(other.into()),
    })
}

/// The file was opened without sharing.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "where files are locked, that can fail")]
fn lock(_: &File) -> Result<(), LogError> {
    Ok(())
}

/// Makes a new file or folder survive, which it does only if its name in the folder above does.
pub(crate) fn keep(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}

impl Media for LogFile {
    fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.0.seek(SeekFrom::Start(0))?;
        (&mut self.0).take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(io::Error::other("larger than 1 GiB"));
        }
        Ok(bytes)
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.seek(SeekFrom::End(0))?;
        self.0.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.sync_data()
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.0.set_len(length)
    }
}
