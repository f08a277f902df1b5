//! Reads the files of one side: from disk, a git revision or a baseline.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use planwright_schema::uri::join_path;
use planwright_sync::{read_bytes, read_file};
use serde_json::Value;

use super::{MARK, Source};
use crate::drift::is_file;
use crate::drift::paths::{self, Mount};
use planwright_project::exit::Failure;
use planwright_project::git;
use planwright_project::schemas;

/// Content of a file, or the reason why it cannot be read.
type Read<T> = Result<T, String>;

/// Files by name.
type Listing<T> = Vec<(String, Read<T>)>;

/// Origin of the files of one side.
#[derive(Debug)]
pub(in crate::drift) enum Origin {
    /// The sources themselves.
    Disk,
    /// A file or folder that takes the role of the only source.
    Path(PathBuf),
    /// A commit or tree, by the top folder of its repository.
    Revision { base: Base, repositories: Vec<Repository> },
    /// A file that an earlier run wrote.
    Baseline { file: String, files: BTreeMap<String, Vec<u8>> },
}

/// The revision that schemas are compared with.
#[derive(Clone, Debug)]
pub(in crate::drift) struct Base {
    /// The revision as the user named it.
    pub revision: String,
    /// The commit, or `None` if the revision names a tree.
    pub commit: Option<String>,
    /// `true` if the commit is the merge base, and not the tip of the revision.
    pub is_of_merge: bool,
    /// `true` if a merge base was wanted and is not known.
    pub is_unrelated: bool,
}

/// Number of characters of a commit in messages.
const COMMIT_LENGTH: usize = 12;

impl Base {
    /// Finds the commit: the merge base of the revision and HEAD, or the tip of the revision.
    pub(in crate::drift) fn new(folder: &str, revision: &str, against_tip: bool) -> Self {
        let tip = git::commit(folder, revision);
        let merge_base = if against_tip { None } else { git::merge_base(folder, revision) };
        let is_unrelated =
            !against_tip && merge_base.is_none() && tip.is_some() && git::commit(folder, "HEAD").is_some();
        let is_of_merge = merge_base.is_some() && merge_base != tip;
        Self { revision: revision.to_owned(), commit: merge_base.or(tip), is_of_merge, is_unrelated }
    }

    /// Returns the name of the commit in messages.
    pub(in crate::drift) fn short_commit(&self) -> Option<&str> {
        self.commit.as_deref().map(|commit| commit.get(..COMMIT_LENGTH).unwrap_or(commit))
    }

    /// Describes the commit for the summary.
    pub(in crate::drift) fn description(&self) -> String {
        match self.short_commit() {
            Some(commit) if self.is_of_merge => format!("{commit}, the merge base with {}", self.revision),
            Some(commit) if !commit.starts_with(&self.revision) => format!("{} ({commit})", self.revision),
            _ => self.revision.clone(),
        }
    }

    /// Returns the name that git knows.
    pub(in crate::drift) fn name(&self) -> &str {
        self.commit.as_deref().unwrap_or(&self.revision)
    }
}

/// The files of one repository in a revision.
#[derive(Debug)]
pub(in crate::drift) struct Repository {
    top: String,
    paths: BTreeSet<String>,
    /// Paths that symbolic links lead to.
    links: BTreeMap<String, String>,
}

/// Maximum number of symbolic links that are followed in a row.
const MAX_LINKS: usize = 8;

impl Repository {
    fn load(top: String, revision: &str) -> Result<Self, Failure> {
        let entries = git::entries(&top, revision)?;
        let is_link = |entry: &&git::TreeEntry| entry.is_link && schemas::is_one(&entry.path);
        let links: Vec<String> = entries.iter().filter(is_link).map(|entry| entry.path.clone()).collect();
        let targets = if links.is_empty() { Vec::new() } else { git::files(&top, revision, &links)? };
        let target = |(path, text): (String, Vec<u8>)| {
            let target = join_path(&path, std::str::from_utf8(&text).ok()?)?;
            Some((path, target))
        };
        let links = targets.into_iter().filter_map(target).collect();
        Ok(Self { top, paths: entries.into_iter().map(|entry| entry.path).collect(), links })
    }

    /// Returns the file that a path leads to, or `None` if no file is there.
    fn file(&self, path: &str) -> Option<String> {
        let mut path = path;
        for _ in 0..MAX_LINKS {
            match self.links.get(path) {
                Some(target) => path = target,
                None => return self.paths.contains(path).then(|| path.to_owned()),
            }
        }
        None
    }
}

impl Origin {
    /// Finds a git revision in the repositories of all sources.
    pub(in crate::drift) fn revision(sources: &[Source], revision: &str, against_tip: bool) -> Result<Self, Failure> {
        let mut repositories: Vec<Repository> = Vec::new();
        let mut base = None;
        for source in sources {
            let folder = &git_folder(source).0;
            git::require_revision(folder, revision)?;
            let base = base.get_or_insert_with(|| Base::new(folder, revision, against_tip));
            let top = git::locate(folder)?.top;
            if !repositories.iter().any(|known| known.top == top) {
                repositories.push(Repository::load(top, base.name())?);
            }
        }
        let base = base.ok_or_else(|| Failure::one("no schemas given"))?;
        Ok(Self::Revision { base, repositories })
    }

    /// Returns the git revision, if the old side is one.
    pub(in crate::drift) fn base(&self) -> Option<&Base> {
        if let Self::Revision { base, .. } = self { Some(base) } else { None }
    }

    /// Returns the sources with the paths under which this side has them.
    pub(in crate::drift) fn sources(&self, sources: &[Source]) -> Vec<Source> {
        let path = |source: &Source| if let Self::Path(path) = self { path.clone() } else { source.path.clone() };
        sources.iter().map(|source| Source { path: path(source), ..source.clone() }).collect()
    }

    /// Marks sources that are no longer on disk, and that the revision has.
    pub(in crate::drift) fn mark_removed(&self, sources: &mut [Source]) -> Result<(), Failure> {
        if !matches!(self, Self::Revision { .. }) {
            return Ok(());
        }
        for source in sources.iter_mut().filter(|source| !source.path.exists()) {
            let (repository, prefix) = self.repository(source)?;
            let path = format!("{prefix}{}", source.file.as_deref().unwrap_or_default());
            let below = format!("{}/", path.trim_end_matches('/'));
            if repository.file(&path).is_some() {
                source.is_removed = true;
            } else if repository.paths.iter().any(|one| one.starts_with(&below)) {
                *source = Source { is_removed: true, ..Source::from_folder(&source.path) };
            }
        }
        Ok(())
    }

    /// Reads a baseline. A folder or a schema file is read as it is.
    pub(in crate::drift) fn baseline(file: &Path, source: &Source) -> Result<Self, Failure> {
        let path_text = file.display().to_string();
        if file.is_dir() {
            return Ok(Self::Path(match &source.file {
                Some(name) => file.join(name),
                None => file.to_owned(),
            }));
        }
        let bytes = read_bytes(&path_text).map_err(Failure::one)?;
        let kept: Option<Value> = serde_json::from_slice(&bytes).ok();
        let kept = kept.filter(|kept| kept.get("kind").and_then(Value::as_str) == Some(MARK));
        if kept.is_none() && source.file.is_some() && file != source.path && schemas::is_one(&path_text) {
            return Ok(Self::Path(file.to_owned()));
        }
        let files = kept.as_ref().and_then(|kept| kept.get("files")).and_then(Value::as_object).ok_or_else(|| {
            Failure::one(format!(
                "{path_text}: not a planwright baseline; create one with `planwright drift --write-baseline`"
            ))
        })?;
        let text = |(path, text): (&String, &Value)| match text.as_str() {
            Some(text) => Ok((path.clone(), text.as_bytes().to_vec())),
            None => Err(Failure::one(format!(
                "{path_text}: the contents of {path:?} are not a string; write the baseline again"
            ))),
        };
        let files: BTreeMap<String, Vec<u8>> = files.iter().map(text).collect::<Result<_, _>>()?;
        if let Some(entry) = source.file.as_ref().filter(|entry| !files.contains_key(*entry)) {
            return Err(Failure::one(format!("{path_text}: the baseline has no {entry:?}")));
        }
        Ok(Self::Baseline { file: path_text, files })
    }

    /// Returns the folders of all sources.
    pub(super) fn mounts(&self, sources: &[Source]) -> Result<Vec<Mount>, Failure> {
        let mount = |source: &Source| {
            let folder = source.absolute_folder();
            let (own, shown, label) = match self {
                Self::Disk => (source.folder.clone(), source.folder.clone(), String::new()),
                Self::Path(path) => {
                    let folder = Source::new(path).folder;
                    (folder.clone(), folder, String::new())
                }
                Self::Revision { base, .. } => {
                    let name = if base.is_of_merge { base.short_commit() } else { None };
                    let label = format!("{}:", name.unwrap_or(&base.revision));
                    (locate(source)?.prefix, source.folder.clone(), label)
                }
                Self::Baseline { file, .. } => (String::new(), String::new(), format!("{file}:")),
            };
            Ok(Mount { folder, own, shown, label })
        };
        sources.iter().map(mount).collect()
    }

    /// Reads a source that is a file, and returns it with its name. Returns `None` if a revision does not contain it.
    ///
    /// The file may be a pipe, so it is read only once.
    pub(super) fn file(&self, source: &Source) -> Result<Option<(String, Vec<u8>)>, Failure> {
        let name = source.file.clone().unwrap_or_default();
        match self {
            Self::Disk => Ok(Some((name, read_bytes(&source.path.display().to_string()).map_err(Failure::one)?))),
            Self::Path(path) => {
                let text = path.display().to_string();
                Ok(Some((paths::split(&text).1, read_bytes(&text).map_err(Failure::one)?)))
            }
            Self::Baseline { files, .. } => Ok(files.get(&name).map(|bytes| (name, bytes.clone()))),
            Self::Revision { base, .. } => {
                let (repository, prefix) = self.repository(source)?;
                let path = repository.file(&format!("{prefix}{name}"));
                path.map(|path| Ok((name, git::file(&repository.top, base.name(), &path)?))).transpose()
            }
        }
    }

    /// Reads all files below a source that is a folder.
    pub(super) fn folder(&self, source: &Source) -> Result<Listing<Vec<u8>>, Failure> {
        match self {
            Self::Disk => folder_on_disk(&source.path),
            Self::Path(path) => folder_on_disk(path),
            Self::Baseline { files, .. } => {
                let inside = files.iter().filter(|(path, _)| !path.starts_with("../"));
                Ok(inside.map(|(path, bytes)| (path.clone(), Ok(bytes.clone()))).collect())
            }
            Self::Revision { base, .. } => {
                let (repository, prefix) = self.repository(source)?;
                let listed = repository.paths.iter().filter(|path| path.starts_with(&prefix) && schemas::is_one(path));
                let found = listed.filter_map(|path| Some((path[prefix.len()..].to_owned(), repository.file(path)?)));
                let (names, inside): (Vec<String>, Vec<String>) = found.unzip();
                let read = git::files(&repository.top, base.name(), &inside)?;
                Ok(names.into_iter().zip(read).map(|(name, (_, bytes))| (name, Ok(bytes))).collect())
            }
        }
    }

    /// Reads files that others refer to. A file that does not exist is `None`.
    pub(super) fn referenced(
        &self,
        mounts: &[Mount],
        wanted: Vec<String>,
    ) -> Result<Listing<Option<Vec<u8>>>, Failure> {
        let own = |file: &str| paths::nearest(mounts, file).and_then(|mount| mount.own_path(file));
        match self {
            Self::Disk | Self::Path(_) => Ok(wanted
                .into_iter()
                .map(|file| {
                    let read = own(&file).map_or(Ok(None), |path| on_disk(&path));
                    (file, read)
                })
                .collect()),
            Self::Baseline { files, .. } => {
                let read = |file: &str| own(file).and_then(|path| files.get(&path).cloned());
                Ok(wanted
                    .into_iter()
                    .map(|file| {
                        let read = read(&file);
                        (file, Ok(read))
                    })
                    .collect())
            }
            Self::Revision { base, repositories } => {
                let mut found = Vec::new();
                for repository in repositories {
                    let top = paths::absolute(&repository.top).join("/");
                    let is_own = |file: &String| {
                        let path = own(file)?;
                        let is_inside = repositories.len() == 1 || file.starts_with(&format!("{top}/"));
                        repository.file(&path).filter(|_| is_inside)
                    };
                    let (files, inside): (Vec<_>, Vec<_>) =
                        wanted.iter().filter_map(|file| Some((file.clone(), is_own(file)?))).unzip();
                    let read = git::files(&repository.top, base.name(), &inside)?;
                    found.extend(files.into_iter().zip(read).map(|(file, (_, bytes))| (file, Ok(Some(bytes)))));
                }
                let known: BTreeSet<String> = found.iter().map(|(file, _)| file.clone()).collect();
                found.extend(wanted.into_iter().filter(|file| !known.contains(file)).map(|file| (file, Ok(None))));
                Ok(found)
            }
        }
    }

    /// Returns the repository of a source, and the path of its folder in it.
    fn repository(&self, source: &Source) -> Result<(&Repository, String), Failure> {
        let git::FolderInRepository { top, prefix } = locate(source)?;
        let Self::Revision { repositories, .. } = self else { return Err(Failure::one("not a git revision")) };
        let repository = repositories.iter().find(|repository| repository.top == top);
        repository
            .map(|repository| (repository, prefix))
            .ok_or_else(|| Failure::one(format!("{top}: unknown repository")))
    }
}

/// Returns the folder in which git runs for a source, and the rest of its path. A folder that was removed is not on
/// disk, so git runs in the nearest one above.
pub(in crate::drift) fn git_folder(source: &Source) -> (String, String) {
    let mut folder = Path::new(&source.folder);
    while !folder.as_os_str().is_empty() && !folder.is_dir() {
        folder = folder.parent().unwrap_or_else(|| Path::new(""));
    }
    let rest = Path::new(&source.folder).strip_prefix(folder).unwrap_or_else(|_| Path::new(""));
    let rest = rest.components().fold(String::new(), |path, part| path + &part.as_os_str().to_string_lossy() + "/");
    if folder.as_os_str().is_empty() { (".".to_owned(), rest) } else { (folder.display().to_string(), rest) }
}

/// Returns the location of the folder of a source in its repository.
fn locate(source: &Source) -> Result<git::FolderInRepository, Failure> {
    let (folder, rest) = git_folder(source);
    let git::FolderInRepository { top, prefix } = git::locate(&folder)?;
    Ok(git::FolderInRepository { top, prefix: prefix + &rest })
}

/// Reads all schema files below a folder.
fn folder_on_disk(folder: &Path) -> Result<Listing<Vec<u8>>, Failure> {
    if is_file(folder) {
        return Err(Failure::one(format!("{}: not a folder", folder.display())));
    }
    let listed = schemas::list_below(folder)?;
    let read = |below: String| {
        let bytes = read_bytes(&folder.join(&below).display().to_string()).map_err(|error| error.to_string());
        (below, bytes)
    };
    Ok(listed.into_iter().map(read).collect())
}

/// Reads a file that others refer to.
fn on_disk(path: &str) -> Read<Option<Vec<u8>>> {
    match read_file(Path::new(path)) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if is_absent(&error) || path.contains('\0') => Ok(None),
        Err(error) => Err(format!("{path}: {error}")),
    }
}

/// Returns `true` if no file has the path, as opposed to a file that cannot be read.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidFilename)
}
