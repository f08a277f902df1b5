//! Carries a plan out: everything is staged beside its place first, so that a full disk or a missing right changes nothing.

use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use crate::folders::{at, make_folder, remove_empty};
use crate::plan::{Change, Plan};
use crate::staging::{Staging, stage_apart};
use crate::unfinished::{Unfinished, hold};

/// A text that waits for its place.
enum Staged {
    /// Beside the place.
    Beside(TempPath),
    /// In the staging folder.
    Apart(PathBuf),
}

/// A text that shall be staged, or has been.
enum PendingText<'p> {
    Text(&'p str),
    Staged(&'p PathBuf),
}

impl Plan {
    /// Brings the disk to the plan: stages every new text in a temporary file beside its place, and only when all are
    /// staged renames them into place, then deletes the orphans.
    ///
    /// Fails, with nothing changed, if a wanted path is [foreign](Plan::foreign) or any text cannot be staged.
    pub fn write(&self) -> io::Result<()> {
        self.write_through(None)
    }

    /// [`write`](Self::write) with all texts staged in one folder, which is swept first. If the run is interrupted before
    /// all of them are staged, nothing has changed; after that the [last](Plan::ending_with) text is there for the
    /// [next run](Staging::interrupted) until everything is done.
    pub fn write_by(&self, staging: &Staging) -> io::Result<()> {
        staging.sweep_once()?;
        self.write_through(Some(staging))
    }

    fn write_through(&self, staging: Option<&Staging>) -> io::Result<()> {
        if let Some(path) = self.foreign().first() {
            return Err(io::Error::new(
                io::ErrorKind::AlreadyExists,
                format!("{}: not written by this generator; move it away first", self.root.join(path).display()),
            ));
        }
        let mut folders = Vec::new();
        let staged = self.stage(staging, &mut folders).inspect_err(|_| {
            remove_empty(&folders);
            forget(&folders);
        })?;
        // From here on the plan is carried out to its end, even if the process is asked to stop.
        let mut unfinished = hold();
        let last = self.last.as_ref().map(|path| self.root.join(path));
        let (mut last, staged): (Vec<_>, Vec<_>) =
            staged.into_iter().partition(|(_, target)| Some(target) == last.as_ref());
        if let (Some(staging), [(file, target)]) = (staging, last.as_mut_slice()) {
            let place = staging.last();
            fs::rename(file.path(), &place).map_err(|error| at(target, &error))?;
            *file = Staged::Apart(place);
        }
        let done = persist(staged, &mut unfinished)
            .and_then(|()| self.delete_orphans())
            .and_then(|()| persist(last, &mut unfinished));
        drop(unfinished);
        forget(&folders);
        if let (Some(staging), Err(_)) = (staging, &done) {
            staging.leave();
        }
        done
    }

    fn stage(&self, staging: Option<&Staging>, made: &mut Vec<PathBuf>) -> io::Result<Vec<(Staged, PathBuf)>> {
        let mut staged = Vec::new();
        let mut fresh = None;
        for change in self.changes() {
            let (new, path) = match change {
                Change::Create { path, new } | Change::Update { path, new, .. } => (PendingText::Text(new), path),
                Change::Staged { path, file } => (PendingText::Staged(file), path),
                Change::Delete { .. } => continue,
            };
            let target = self.root.join(path);
            let folder = target.parent().unwrap_or(&self.root);
            make_folder(folder, made)?;
            let file = match (new, staging) {
                (PendingText::Staged(file), _) => Ok(Staged::Apart(file.clone())),
                (PendingText::Text(new), None) => stage_one(folder, new, &target, &mut fresh).map(Staged::Beside),
                (PendingText::Text(new), Some(staging)) => stage_apart(staging.next(), new, &target).map(Staged::Apart),
            };
            staged.push((file.map_err(|error| at(&target, &error))?, target));
        }
        Ok(staged)
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

impl Staged {
    fn path(&self) -> &Path {
        match self {
            Self::Beside(path) => path,
            Self::Apart(path) => path,
        }
    }

    fn persist(self, target: &Path) -> io::Result<()> {
        match self {
            Self::Beside(path) => path.persist(target).map_err(|failed| failed.error),
            Self::Apart(path) => match fs::rename(&path, target) {
                // The staging folder is on another disk: only a file beside the place can take it in one step.
                Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                    let beside = NamedTempFile::new_in(target.parent().unwrap_or(Path::new(".")))?.into_temp_path();
                    fs::copy(&path, &beside)?;
                    beside.persist(target).map_err(|failed| failed.error)
                }
                renamed => renamed,
            },
        }
    }
}

fn persist(staged: Vec<(Staged, PathBuf)>, unfinished: &mut Unfinished) -> io::Result<()> {
    staged.into_iter().try_for_each(|(file, target)| {
        unfinished.paths.remove(file.path());
        file.persist(&target).map_err(|error| at(&target, &error))
    })
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
        persist(vec![(Staged::Beside(file.into_temp_path()), target.to_owned())], &mut hold())
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
