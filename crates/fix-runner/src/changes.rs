//! Detects the files of a repository that changed between two moments, without relying on the program that changed
//! them.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::OwnedFd;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat, openat, statat};
use rustix::io::Errno;

use super::repo::Repo;

/// Maximum number of files that are compared.
const MAX_FILES: usize = 2_000_000;
/// Maximum depth of folders that are searched. No path can be longer.
const MAX_DEPTH: usize = 512;
/// Resolution of file timestamps. Two changes within this time may have the same timestamp.
const TIMESTAMP_RESOLUTION: Duration = Duration::from_millis(20);
/// Entries of the git folder that git executes or reads settings from. Other entries of that folder are not compared.
const COMPARED_GIT_ENTRIES: [&str; 4] = ["config", "config.worktree", "hooks", "info"];

/// State of the files of a repository at one moment.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    files: BTreeMap<String, Stamp>,
    /// Time of the newest change, in nanoseconds since 1970.
    newest: u128,
}

/// Metadata that differs after every change of a file, even if the change resets the file's times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    kind: FileType,
    mode: u32,
    inode: u64,
    size: i64,
    changed: (i64, i128),
}

/// Files that a snapshot contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// All files, and the compared entries of the git folder.
    All,
    /// Only the compared entries of the git folder.
    Git,
}

impl Snapshot {
    /// Reads the metadata of every file. Waits until a later change is certain to have a different timestamp.
    pub(super) fn capture(repo: &Repo, scope: Scope) -> io::Result<Self> {
        let mut snapshot = Self::default();
        let root = repo.root();
        if scope == Scope::All {
            snapshot.walk(&open(root, ".")?, "", 0)?;
        } else if let Some(stat) = entry(root, ".git")? {
            snapshot.add_git(root, ".git/", &stat)?;
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let newest = Duration::from_nanos(u64::try_from(snapshot.newest).unwrap_or(u64::MAX));
        if let Some(left) = (newest + TIMESTAMP_RESOLUTION).checked_sub(now) {
            thread::sleep(left.min(TIMESTAMP_RESOLUTION));
        }
        Ok(snapshot)
    }

    /// Returns the paths that changed since the earlier snapshot.
    pub(super) fn changed_since(&self, before: &Self) -> Vec<String> {
        let gone = before.files.keys().filter(|path| !self.files.contains_key(*path));
        let new =
            self.files.iter().filter(|(path, stamp)| before.files.get(*path) != Some(stamp)).map(|(path, _)| path);
        let mut paths: Vec<String> = gone.chain(new).cloned().collect();
        paths.sort();
        paths
    }

    fn walk(&mut self, folder: &OwnedFd, above: &str, depth: usize) -> io::Result<()> {
        if depth > MAX_DEPTH {
            return Err(io::Error::other(format!("{above} is nested too deeply")));
        }
        for entry in Dir::read_from(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            let path = format!("{above}{}", name.to_string_lossy());
            let stat = match statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) => stat,
                // The file was deleted since it was listed.
                Err(Errno::NOENT) => continue,
                Err(error) => return Err(error.into()),
            };
            let is_folder = FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
            if path == ".git" && is_folder {
                self.add_git(folder, ".git/", &stat)?;
                continue;
            }
            // The lossy name is only compared, so it may also stand for a name that is not UTF-8.
            self.add(path.clone(), &stat)?;
            if is_folder {
                match openat(folder, name, FOLDER, Mode::empty()) {
                    Ok(below) => self.walk(&below, &format!("{path}/"), depth + 1)?,
                    Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => {}
                    Err(error) => {
                        return Err(io::Error::new(io::Error::from(error).kind(), format!("{path}: {error}")));
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the git folder, or the `.git` file that points to it.
    fn add_git(&mut self, root: &OwnedFd, above: &str, stat: &Stat) -> io::Result<()> {
        if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
            return self.add(".git".to_owned(), stat);
        }
        let folder = open(root, ".git")?;
        for name in COMPARED_GIT_ENTRIES {
            let Some(stat) = entry(&folder, name)? else { continue };
            self.add(format!("{above}{name}"), &stat)?;
            if FileType::from_raw_mode(stat.st_mode) == FileType::Directory {
                self.walk(&open(&folder, name)?, &format!("{above}{name}/"), 1)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, path: String, stat: &Stat) -> io::Result<()> {
        if self.files.len() >= MAX_FILES {
            return Err(io::Error::other(format!("more than {MAX_FILES} files")));
        }
        let kind = FileType::from_raw_mode(stat.st_mode);
        let changed = (stat.st_ctime, i128::from(stat.st_ctime_nsec));
        // The metadata of a folder changes with each file in it, and those are compared separately.
        let (size, changed) = if kind == FileType::Directory { (0, (0, 0)) } else { (stat.st_size, changed) };
        let seconds = u128::try_from(changed.0).unwrap_or_default();
        self.newest = self.newest.max(seconds * 1_000_000_000 + u128::try_from(changed.1).unwrap_or_default());
        self.files.insert(path, Stamp { kind, mode: stat.st_mode, inode: stat.st_ino, size, changed });
        Ok(())
    }
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

fn open(folder: &OwnedFd, name: &str) -> io::Result<OwnedFd> {
    Ok(openat(folder, name, FOLDER, Mode::empty())?)
}

fn entry(folder: &OwnedFd, name: &str) -> io::Result<Option<Stat>> {
    match statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(stat) => Ok(Some(stat)),
        Err(Errno::NOENT) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
