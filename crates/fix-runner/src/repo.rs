//! Accesses the files of a repository, folder by folder through open handles.
//!
//! So no symbolic link can lead out of the repository, not even one that is created during the run.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::OwnedFd;
use std::path::Path;

use planwright_source::hazard;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat, fstat, mkdirat, openat, renameat, statat, unlinkat};
use rustix::io::Errno;
use sha2::{Digest as _, Sha256};

/// Maximum size of a file that an editor receives.
const MAX_BYTES: u64 = 1 << 20;

/// Maximum number of bytes of a file that are compared. For longer files, the length is compared, too.
const MAX_COMPARED_BYTES: u64 = 1 << 30;

/// Content of a file, reduced to what is needed to detect a change. Rewriting the same bytes is not a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileContent {
    digest: [u8; 32],
    length: u64,
    is_executable: bool,
}

/// The root folder of a repository.
#[derive(Debug)]
pub(super) struct Repo {
    root: OwnedFd,
}

/// Kind of the entry at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    Missing,
    File,
    /// A folder, a device, or another special file.
    Other,
}

/// Reason for which a path cannot be used.
#[derive(Debug)]
pub(super) enum Fault {
    /// The path leads out of what a plan may change.
    Outside(String),
    /// The path exists with different case.
    OtherCase(String),
    Io(io::Error),
}

impl From<Errno> for Fault {
    fn from(error: Errno) -> Self {
        Self::Io(error.into())
    }
}

/// Whether missing parent folders are created.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Folders {
    Find,
    Make,
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

impl Repo {
    /// Opens the root folder. It may be a link, because the user named it.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self { root: openat(rustix::fs::CWD, path, flags, Mode::empty())? })
    }

    /// Returns the handle of the root folder.
    pub(super) fn root(&self) -> &OwnedFd {
        &self.root
    }

    /// Returns the kind of entry at a path. A symbolic link, or a file with more than one hard link, is an error.
    pub(super) fn kind(&self, path: &str) -> Result<EntryKind, Fault> {
        match self.parent(path, Folders::Find)? {
            None => Ok(EntryKind::Missing),
            Some((folder, name)) => kind_in(&folder, name, path),
        }
    }

    /// Reads a file for the editor. The inner error explains why the content cannot be shown.
    pub(super) fn text(&self, path: &str) -> Result<Result<String, &'static str>, Fault> {
        let Some((folder, name)) = self.parent(path, Folders::Find)? else { return Ok(Err("the file is missing")) };
        match kind_in(&folder, name, path)? {
            EntryKind::Missing => return Ok(Err("the file is missing")),
            EntryKind::Other => return Ok(Err("it is not a regular file")),
            EntryKind::File => {}
        }
        // Do not block: the file may have been replaced by a pipe.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(openat(&folder, name, flags, Mode::empty())?);
        let mut bytes = Vec::new();
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(Fault::Io)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Ok(Err("it is larger than 1 MiB"));
        }
        Ok(String::from_utf8(bytes).map_err(|_| "it is not UTF-8"))
    }

    /// Returns the content of a file, or `None` if there is no file that a plan may change.
    pub(super) fn content(&self, path: &str) -> io::Result<Option<FileContent>> {
        let Ok(Some((folder, name))) = self.parent(path, Folders::Find) else { return Ok(None) };
        if !matches!(kind_in(&folder, name, path), Ok(EntryKind::File)) {
            return Ok(None);
        }
        // Do not block: the file may have been replaced by a pipe.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(openat(&folder, name, flags, Mode::empty())?);
        let found = fstat(&file)?;
        let (mut digest, mut part) = (Sha256::new(), vec![0; 64 * 1024]);
        let mut rest = file.take(MAX_COMPARED_BYTES);
        loop {
            match rest.read(&mut part)? {
                0 => break,
                count => digest.update(&part[..count]),
            }
        }
        Ok(Some(FileContent {
            digest: digest.finalize().into(),
            length: u64::try_from(found.st_size).unwrap_or_default(),
            is_executable: found.st_mode & 0o100 != 0,
        }))
    }

    /// Deletes a file.
    pub(super) fn delete(&self, path: &str) -> Result<(), Fault> {
        let (folder, name) = self.parent(path, Folders::Find)?.ok_or(Errno::NOENT)?;
        match kind_in(&folder, name, path)? {
            EntryKind::File => Ok(unlinkat(&folder, name, AtFlags::empty())?),
            EntryKind::Missing => Err(Errno::NOENT.into()),
            EntryKind::Other => Err(no_file(path)),
        }
    }

    /// Renames a file, and creates the folders for its new name. An existing file is never replaced.
    pub(super) fn rename(&self, path: &str, target: &str) -> Result<(), Fault> {
        let (from, name) = self.parent(path, Folders::Find)?.ok_or(Errno::NOENT)?;
        match kind_in(&from, name, path)? {
            EntryKind::File => {}
            EntryKind::Missing => return Err(Errno::NOENT.into()),
            EntryKind::Other => return Err(no_file(path)),
        }
        let (to, new_name) = self.parent(target, Folders::Make)?.ok_or(Errno::NOENT)?;
        match kind_in(&to, new_name, target) {
            Ok(EntryKind::Missing) => {}
            // Only the case of the name changes.
            Err(Fault::OtherCase(there)) if there == path => return Ok(renameat(&from, name, &to, new_name)?),
            Ok(_) => return Err(Errno::EXIST.into()),
            Err(fault) => return Err(fault),
        }
        Ok(rename_new(&from, name, &to, new_name)?)
    }

    /// Opens the folder of a path, and returns it with the file name. Returns `None` if a folder does not exist.
    fn parent<'p>(&self, path: &'p str, folders: Folders) -> Result<Option<(OwnedFd, &'p str)>, Fault> {
        let mut folder = self.root.try_clone().map_err(Fault::Io)?;
        let mut rest = path;
        let mut seen = 0;
        while let Some((name, more)) = rest.split_once('/') {
            seen += name.len();
            let so_far = &path[..seen];
            check_name(name)?;
            let found = stat_exact(&folder, name, so_far)?;
            match found.map(|stat| FileType::from_raw_mode(stat.st_mode)) {
                Some(FileType::Directory) => {}
                Some(FileType::Symlink) => return Err(link(so_far)),
                Some(_) => return Err(Fault::Outside(format!("{so_far} is not a folder"))),
                None if folders == Folders::Make => mkdirat(&folder, name, Mode::from_raw_mode(0o777))?,
                None => return Ok(None),
            }
            folder = openat(&folder, name, FOLDER, Mode::empty()).map_err(|error| match error {
                Errno::LOOP | Errno::NOTDIR => link(so_far),
                other => other.into(),
            })?;
            seen += 1;
            rest = more;
        }
        check_name(rest)?;
        Ok(Some((folder, rest)))
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_new(from: &OwnedFd, name: &str, to: &OwnedFd, new_name: &str) -> Result<(), Errno> {
    use rustix::fs::{RenameFlags, renameat_with};
    match renameat_with(from, name, to, new_name, RenameFlags::NOREPLACE) {
        // Not every file system supports this flag. The caller has just checked that the target does not exist.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => renameat(from, name, to, new_name),
        other => other,
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn rename_new(from: &OwnedFd, name: &str, to: &OwnedFd, new_name: &str) -> Result<(), Errno> {
    renameat(from, name, to, new_name)
}

fn kind_in(folder: &OwnedFd, name: &str, path: &str) -> Result<EntryKind, Fault> {
    let Some(stat) = stat_exact(folder, name, path)? else { return Ok(EntryKind::Missing) };
    match FileType::from_raw_mode(stat.st_mode) {
        // Another hard link to the same file may be anywhere on the disk.
        FileType::RegularFile if stat.st_nlink > 1 => {
            Err(Fault::Outside(format!("{path} has {} names (hard links)", stat.st_nlink)))
        }
        FileType::RegularFile => Ok(EntryKind::File),
        FileType::Symlink => Err(link(path)),
        _ => Ok(EntryKind::Other),
    }
}

/// Returns the entry of exactly this name. A name that differs only in case is an error, because many file systems
/// treat both as one file.
fn stat_exact(folder: &OwnedFd, name: &str, path: &str) -> Result<Option<Stat>, Fault> {
    let mut other = None;
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let there = entry.file_name().to_string_lossy();
        if there == name {
            return Ok(Some(statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?));
        }
        if there.to_lowercase() == name.to_lowercase() {
            other = Some(there.into_owned());
        }
    }
    let above = path.len() - name.len();
    other.map_or(Ok(None), |there| Err(Fault::OtherCase(format!("{}{there}", &path[..above]))))
}

fn link(path: &str) -> Fault {
    Fault::Outside(format!("{path} is a symbolic link"))
}

fn no_file(path: &str) -> Fault {
    Fault::Outside(format!("{path} is not a regular file"))
}

/// Rejects the git folder, in every spelling that some file system treats as the same name.
fn check_name(name: &str) -> Result<(), Fault> {
    let plain: String = name.chars().filter(|&letter| hazard(letter).is_none()).flat_map(char::to_lowercase).collect();
    let stem = plain.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
    match stem {
        ".git" | "git~1" => Err(Fault::Outside(format!("{name} is Git's own folder"))),
        "" | "." | ".." => Err(Fault::Outside(format!("{name:?} is not a valid name"))),
        _ => Ok(()),
    }
}
