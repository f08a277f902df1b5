//! Carries out a plan. Everything is staged first, so that a full disk or missing permissions change nothing.

use std::borrow::Cow;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use crate::folders::{make_folder, remove_empty, with_path};
use crate::plan::{Change, Plan};
use crate::staging::{StagedFile, Staging};
use crate::stamp::{Created, WrittenFile};
use crate::unfinished::{Unfinished, lock_unfinished};

/// A staged file that waits to be moved into place.
enum Staged<'p> {
    /// In the folder of its target.
    Beside(TempPath),
    /// In the staging folder.
    Apart(Cow<'p, StagedFile>),
}

/// A staged file and its target.
struct Placement<'p> {
    file: Staged<'p>,
    /// Target path, relative to the root of the plan.
    path: &'p str,
    /// Whether nothing existed at the target.
    is_new: bool,
}

/// Content that is to be staged or has been staged.
enum PendingText<'p> {
    New(&'p str),
    Update(&'p str),
    Staged(&'p StagedFile),
}

impl Plan {
    /// Carries out the plan: stages every file next to its target, renames all of them into place, and deletes the
    /// orphans.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if a wanted path is [foreign](Plan::foreign) or a file cannot be staged.
    pub fn write(&self) -> io::Result<()> {
        self.write_through(None).map(drop)
    }

    /// Same as [`write`](Self::write), with all files staged in one folder, which is emptied first. Returns the files
    /// that did not exist before.
    ///
    /// If the run is interrupted before all files are staged, nothing has changed. After that, the
    /// [last](Plan::ending_with) file remains for the [next run](Staging::interrupted) until everything is done.
    pub fn write_by(&self, staging: &Staging) -> io::Result<Created> {
        staging.sweep_once()?;
        self.write_through(Some(staging))
    }

    fn write_through(&self, staging: Option<&Staging>) -> io::Result<Created> {
        if let Some(path) = self.foreign().first() {
            return Err(io::Error::new(
                io::ErrorKind::AlreadyExists,
                format!("{}: not written by this generator; move it first", self.root.join(path).display()),
            ));
        }
        let mut folders = Vec::new();
        let mut staged = self.stage(staging, &mut folders).inspect_err(|_| {
            remove_empty(&folders);
            forget(&folders);
        })?;
        // From here on the plan is carried out completely, even if the process is asked to stop.
        let mut unfinished = lock_unfinished();
        let last = staged.iter().position(|one| Some(one.path) == self.last.as_deref());
        let mut last: Vec<_> = last.map(|index| staged.remove(index)).into_iter().collect();
        if let (Some(staging), [one]) = (staging, last.as_mut_slice()) {
            let place = staging.last();
            fs::rename(one.file.path(), &place).map_err(|error| with_path(&self.root.join(one.path), &error))?;
            one.file = Staged::Apart(Cow::Owned(StagedFile { path: place, written: one.file.written() }));
        }
        let mut created = Created::with_room(self.changes().len());
        let done = persist(&self.root, staged, &mut created, &mut unfinished).and_then(|()| self.delete_orphans());
        let done = done.and_then(|()| persist(&self.root, last, &mut created, &mut unfinished));
        drop(unfinished);
        forget(&folders);
        if let (Some(staging), Err(_)) = (staging, &done) {
            staging.leave();
        }
        done.map(|()| created)
    }

    fn stage(&self, staging: Option<&Staging>, made: &mut Vec<PathBuf>) -> io::Result<Vec<Placement<'_>>> {
        let mut placements: Vec<Placement<'_>> = Vec::with_capacity(self.changes().len());
        let mut fresh = None;
        let mut known = None;
        for change in self.changes().iter().chain(&self.record) {
            let (new, path) = match change {
                Change::Create { path, new } => (PendingText::New(new), path),
                Change::Update { path, new, .. } => (PendingText::Update(new), path),
                Change::Staged { path, file } => (PendingText::Staged(file), path),
                Change::Delete { .. } => continue,
            };
            let target = self.root.join(path);
            let folder = target.parent().unwrap_or(&self.root);
            if known.as_deref() != Some(folder) {
                make_folder(folder, made)?;
                known = Some(folder.to_owned());
            }
            let is_new = !matches!(new, PendingText::Update(_));
            let file = match (new, staging) {
                (PendingText::Staged(file), _) => Ok(Staged::Apart(Cow::Borrowed(file))),
                (PendingText::New(new) | PendingText::Update(new), None) => {
                    stage_one(folder, new, &target, &mut fresh).map(Staged::Beside)
                }
                (PendingText::New(new), Some(staging)) => StagedFile::create(staging.next(), new).map(apart),
                (PendingText::Update(new), Some(staging)) => {
                    StagedFile::replacing(staging.next(), new, &target).map(apart)
                }
            };
            placements.push(Placement { file: file.map_err(|error| with_path(&target, &error))?, path, is_new });
        }
        Ok(placements)
    }

    fn delete_orphans(&self) -> io::Result<()> {
        for change in self.changes() {
            if let Change::Delete { path, .. } = change {
                let orphan = self.root.join(path);
                fs::remove_file(&orphan).map_err(|error| with_path(&orphan, &error))?;
                remove_empty_parents(&orphan, &self.root);
            }
        }
        Ok(())
    }
}

fn apart(file: StagedFile) -> Staged<'static> {
    Staged::Apart(Cow::Owned(file))
}

impl Staged<'_> {
    fn path(&self) -> &Path {
        match self {
            Self::Beside(path) => path,
            Self::Apart(file) => &file.path,
        }
    }

    fn written(&self) -> Option<WrittenFile> {
        match self {
            Self::Beside(_) => None,
            Self::Apart(file) => file.written,
        }
    }

    fn persist(self, target: &Path) -> io::Result<()> {
        match self {
            Self::Beside(path) => path.persist(target).map_err(|failed| failed.error),
            Self::Apart(file) => match fs::rename(&file.path, target) {
                // The staging folder is on another file system. Only a file in the target's folder can be renamed
                // atomically.
                Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                    let beside = NamedTempFile::new_in(target.parent().unwrap_or(Path::new(".")))?.into_temp_path();
                    fs::copy(&file.path, &beside)?;
                    beside.persist(target).map_err(|failed| failed.error)
                }
                renamed => renamed,
            },
        }
    }
}

/// Moves staged files into place, and records which files did not exist before.
fn persist(
    root: &Path,
    placements: Vec<Placement<'_>>,
    created: &mut Created,
    unfinished: &mut Unfinished,
) -> io::Result<()> {
    let mut folder: Option<(PathBuf, Option<PathBuf>)> = None;
    for Placement { file, path, is_new } in placements {
        let target = root.join(path);
        let written = file.written();
        unfinished.paths.remove(file.path());
        file.persist(&target).map_err(|error| with_path(&target, &error))?;
        if is_new {
            let parent = target.parent().unwrap_or(Path::new(""));
            if folder.as_ref().is_none_or(|(known, _)| known != parent) {
                let real = fs::canonicalize(if parent.as_os_str().is_empty() { Path::new(".") } else { parent });
                folder = Some((parent.to_owned(), real.ok()));
            }
            created.add(folder.as_ref().and_then(|(_, real)| real.as_deref()), &target, written);
        }
    }
    Ok(())
}

/// Takes folders off the list, because they are permanent or removed.
fn forget(folders: &[PathBuf]) {
    let mut unfinished = lock_unfinished();
    for folder in folders {
        unfinished.paths.remove(folder);
    }
}

/// Creates a temporary file in a folder. It is removed if the process is asked to end before the file is in place.
pub(crate) fn waiting_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut unfinished = lock_unfinished();
    let file = NamedTempFile::new_in(folder)?;
    unfinished.paths.insert(file.path().to_owned());
    Ok(file)
}

/// Writes a file whose content is too large for memory. The file is staged next to its target, so that it is never
/// incomplete.
pub fn write_long(target: &Path, write: impl FnOnce(&mut BufWriter<&fs::File>) -> io::Result<()>) -> io::Result<()> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let written = || {
        let file = waiting_file(folder)?;
        let mut out = BufWriter::new(file.as_file());
        write(&mut out)?;
        out.flush()?;
        drop(out);
        keep_permissions(&file, target, &mut None)?;
        file.as_file().sync_all()?;
        let mut unfinished = lock_unfinished();
        let file = Staged::Beside(file.into_temp_path());
        unfinished.paths.remove(file.path());
        file.persist(target)
    };
    written().map_err(|error| with_path(target, &error))
}

fn stage_one(folder: &Path, text: &str, target: &Path, fresh: &mut Option<fs::Permissions>) -> io::Result<TempPath> {
    let mut file = waiting_file(folder)?;
    file.write_all(text.as_bytes())?;
    keep_permissions(&file, target, fresh)?;
    // The file is closed here, because a plan can have more files than a process may open.
    Ok(file.into_temp_path())
}

/// Sets the permissions of a temporary file, which is private, to those of the file that it replaces or of any new
/// file.
fn keep_permissions(file: &NamedTempFile, target: &Path, fresh: &mut Option<fs::Permissions>) -> io::Result<()> {
    let permissions = match (fs::metadata(target), &fresh) {
        (Ok(there), _) => there.permissions(),
        (Err(_), Some(known)) => known.clone(),
        (Err(_), None) => fresh.insert(default_permissions(file.path())?).clone(),
    };
    fs::set_permissions(file.path(), permissions)
}

/// Returns the permissions that a new file gets by default, by creating one.
fn default_permissions(near: &Path) -> io::Result<fs::Permissions> {
    let probe = near.with_extension("probe");
    let _unfinished = lock_unfinished();
    fs::File::create_new(&probe)?;
    let permissions = fs::metadata(&probe).map(|there| there.permissions());
    fs::remove_file(&probe)?;
    permissions
}

/// Removes the folders that a deleted file leaves empty, up to the root.
fn remove_empty_parents(file: &Path, root: &Path) {
    let parents = file.ancestors().skip(1).take_while(|folder| *folder != root);
    for folder in parents {
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
}
