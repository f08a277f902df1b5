//! Carries a plan out: everything is staged beside its place first, so that a full disk or a missing right changes nothing.

use std::borrow::Cow;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use crate::folders::{at, make_folder, remove_empty};
use crate::plan::{Change, Plan};
use crate::staging::{StagedFile, Staging};
use crate::stamp::{Created, WrittenFile};
use crate::unfinished::{Unfinished, hold};

/// A text that waits for its place.
enum Staged<'p> {
    /// Beside the place.
    Beside(TempPath),
    /// In the staging folder.
    Apart(Cow<'p, StagedFile>),
}

/// A staged text and its place.
struct Placement<'p> {
    file: Staged<'p>,
    /// Its place, relative to the root of the plan.
    path: &'p str,
    /// Whether nothing stood there.
    is_new: bool,
}

/// A text that shall be staged, or has been.
enum PendingText<'p> {
    New(&'p str),
    Update(&'p str),
    Staged(&'p StagedFile),
}

impl Plan {
    /// Brings the disk to the plan: stages every new text in a temporary file beside its place, and only when all are
    /// staged renames them into place, then deletes the orphans.
    ///
    /// Fails, with nothing changed, if a wanted path is [foreign](Plan::foreign) or any text cannot be staged.
    pub fn write(&self) -> io::Result<()> {
        self.write_through(None).map(drop)
    }

    /// [`write`](Self::write) with all texts staged in one folder, which is swept first. If the run is interrupted before
    /// all of them are staged, nothing has changed; after that the [last](Plan::ending_with) text is there for the
    /// [next run](Staging::interrupted) until everything is done. Gives the files that were not there before.
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
        // From here on the plan is carried out to its end, even if the process is asked to stop.
        let mut unfinished = hold();
        let last = staged.iter().position(|one| Some(one.path) == self.last.as_deref());
        let mut last: Vec<_> = last.map(|index| staged.remove(index)).into_iter().collect();
        if let (Some(staging), [one]) = (staging, last.as_mut_slice()) {
            let place = staging.last();
            fs::rename(one.file.path(), &place).map_err(|error| at(&self.root.join(one.path), &error))?;
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
            placements.push(Placement { file: file.map_err(|error| at(&target, &error))?, path, is_new });
        }
        Ok(placements)
    }

    fn delete_orphans(&self) -> io::Result<()> {
        for change in self.changes() {
            if let Change::Delete { path, .. } = change {
                let orphan = self.root.join(path);
                fs::remove_file(&orphan).map_err(|error| at(&orphan, &error))?;
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
                // The staging folder is on another disk: only a file beside the place can take it in one step.
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

/// Brings staged texts to their places, and notes which files were not there before.
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
        file.persist(&target).map_err(|error| at(&target, &error))?;
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

/// These folders are there to stay, or gone.
fn forget(folders: &[PathBuf]) {
    let mut unfinished = hold();
    for folder in folders {
        unfinished.paths.remove(folder);
    }
}

/// A new file in a folder, which is removed if the process is asked to end before it has its place.
pub(crate) fn waiting_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut unfinished = hold();
    let file = NamedTempFile::new_in(folder)?;
    unfinished.paths.insert(file.path().to_owned());
    Ok(file)
}

/// Writes a file whose text is too long to hold: beside its place first, so that it is there whole or not at all.
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
        let mut unfinished = hold();
        let file = Staged::Beside(file.into_temp_path());
        unfinished.paths.remove(file.path());
        file.persist(target)
    };
    written().map_err(|error| at(target, &error))
}

fn stage_one(folder: &Path, text: &str, target: &Path, fresh: &mut Option<fs::Permissions>) -> io::Result<TempPath> {
    let mut file = waiting_file(folder)?;
    file.write_all(text.as_bytes())?;
    keep_permissions(&file, target, fresh)?;
    // Closed here: a plan can have more files than a process may hold open.
    Ok(file.into_temp_path())
}

/// A temporary file is private; what takes its place must be as readable as what stood there, or as any new file.
fn keep_permissions(file: &NamedTempFile, target: &Path, fresh: &mut Option<fs::Permissions>) -> io::Result<()> {
    let permissions = match (fs::metadata(target), &fresh) {
        (Ok(there), _) => there.permissions(),
        (Err(_), Some(known)) => known.clone(),
        (Err(_), None) => fresh.insert(default_permissions(file.path())?).clone(),
    };
    fs::set_permissions(file.path(), permissions)
}

/// The permissions that a plainly created file gets, by creating one.
fn default_permissions(near: &Path) -> io::Result<fs::Permissions> {
    let probe = near.with_extension("probe");
    let _unfinished = hold();
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
