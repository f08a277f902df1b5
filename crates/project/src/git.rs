//! Reads files from a git revision.

use std::path::Path;
use std::time::Duration;

use crate::exit::Failure;
use crate::process::{Ended, Job, Limits, RunError};

/// Limits for one git command.
const GIT: Limits = Limits { time: Duration::from_secs(120), output: 256 << 20 };

/// Returns an error if git does not know the revision.
pub fn require_revision(folder: &str, revision: &str) -> Result<(), Failure> {
    if revision.starts_with('-') || revision.is_empty() {
        return Err(Failure::one(format!("invalid git revision {revision:?}")));
    }
    require_repository(folder)?;
    let is_known = |name: &str| git(folder, &["rev-parse", "--quiet", "--verify", &format!("{name}^{{tree}}")]).is_ok();
    if is_known(revision) {
        return Ok(());
    }
    let remote = format!("origin/{revision}");
    let help = if is_known(&remote) {
        format!("only the branch of the remote is here: use {remote:?}")
    } else {
        "it may be missing in a shallow checkout; run `git fetch`, or set `fetch-depth: 0` in the workflow".to_owned()
    };
    Err(Failure::one(format!("unknown git revision {revision:?}; {help}")))
}

/// Returns an error if the folder is not in a git repository.
fn require_repository(folder: &str) -> Result<(), Failure> {
    let called = ["-C", folder, "rev-parse", "--git-dir"];
    let shown = folder.strip_suffix('/').filter(|shown| !shown.is_empty()).unwrap_or(folder);
    let ended = run(Job::new("git".as_ref(), called, GIT), &called.join(" "))?;
    let said = String::from_utf8_lossy(&ended.stderr.tail).into_owned();
    match ended.status.success() {
        true => Ok(()),
        false if said.contains("not a git repository") => Err(Failure::one(format!(
            "{shown} is not in a git repository, so it has no revisions; run in a clone, or compare with files instead: OLD and NEW, or --baseline"
        ))),
        false => Err(Failure::one(format!("git {}: {}", called.join(" "), said.trim()))),
    }
}

/// Location of a folder in its repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderInRepository {
    /// Top folder of the work tree.
    pub top: String,
    /// Path of the folder below `top`: empty, or ending in `/`.
    pub prefix: String,
}

/// Returns the location of a folder in its repository.
pub fn locate(folder: &str) -> Result<FolderInRepository, Failure> {
    let printed = git(folder, &["rev-parse", "--show-toplevel", "--show-prefix"])?;
    let printed = String::from_utf8_lossy(&printed).into_owned();
    let mut lines = printed.lines().map(str::to_owned);
    Ok(FolderInRepository { top: lines.next().unwrap_or_default(), prefix: lines.next().unwrap_or_default() })
}

/// Returns the commit that a revision names, or `None` if it names a tree.
pub fn commit(folder: &str, revision: &str) -> Option<String> {
    one_line(git(folder, &["rev-parse", "--quiet", "--verify", &format!("{revision}^{{commit}}")]))
}

/// Returns the commit where HEAD left the history of a revision. Returns `None` if no such commit is known, for example
/// in a shallow checkout.
pub fn merge_base(folder: &str, revision: &str) -> Option<String> {
    one_line(git(folder, &["merge-base", "HEAD", revision]))
}

/// Returns the tags whose commits are in the history of a revision, and whose names match a pattern of `git tag --list`.
pub fn tags(folder: &str, revision: &str, pattern: &str) -> Result<Vec<String>, Failure> {
    let listed = git(folder, &["tag", "--merged", revision, "--list", pattern])?;
    Ok(String::from_utf8_lossy(&listed).lines().map(str::to_owned).collect())
}

fn one_line(printed: Result<Vec<u8>, Failure>) -> Option<String> {
    let printed = String::from_utf8(printed.ok()?).ok()?;
    Some(printed.trim().to_owned()).filter(|line| !line.is_empty())
}

/// Returns the content of one file. The path is relative to the folder.
pub fn file(folder: &str, revision: &str, path: &str) -> Result<Vec<u8>, Failure> {
    git(folder, &["show", &format!("{revision}:./{path}")])
}

/// Returns the paths of all files below the folder, relative to it.
pub fn paths(folder: &str, revision: &str) -> Result<Vec<String>, Failure> {
    let listed = git(folder, &["ls-tree", "-r", "-z", "--name-only", revision, "."])?;
    let names =
        String::from_utf8_lossy(&listed).split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    Ok(names)
}

/// A file of a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeEntry {
    /// Path, relative to the folder.
    pub path: String,
    /// `true` for a symbolic link, whose content is the path that it leads to.
    pub is_link: bool,
}

/// Returns all files below the folder.
pub fn entries(folder: &str, revision: &str) -> Result<Vec<TreeEntry>, Failure> {
    const LINK_MODE: &str = "120000 ";
    let listed = git(folder, &["ls-tree", "-r", "-z", revision, "."])?;
    let listed = String::from_utf8_lossy(&listed).into_owned();
    let entry = |line: &str| {
        let (kind, path) = line.split_once('\t')?;
        Some(TreeEntry { path: path.to_owned(), is_link: kind.starts_with(LINK_MODE) })
    };
    Ok(listed.split('\0').filter_map(entry).collect())
}

/// Returns several files in the order of `paths`, using one git process. The paths are relative to the folder.
pub fn files(folder: &str, revision: &str, paths: &[String]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    if let Some(broken) = paths.iter().find(|path| path.contains('\n')) {
        return Err(Failure::one(format!("{revision}:./{broken:?} cannot be read: its name has a line break")));
    }
    let names = paths.to_vec();
    let requests: Vec<String> = names.iter().map(|path| format!("{revision}:./{path}")).collect();
    let requests = requests.join("\n") + "\n";
    // Git answers while it still reads requests. The runner serves both pipes at once, so neither side blocks.
    let job = Job::new("git".as_ref(), ["-C", folder, "cat-file", "--batch"], GIT);
    let output = run(Job { input: requests.into_bytes(), ..job }, &format!("git -C {folder} cat-file --batch"))?;
    let mut rest = output.stdout.head.as_slice();
    let mut files = Vec::with_capacity(names.len());
    for name in names {
        let fail = || Failure::one(format!("git -C {folder} cat-file: {revision}:./{name} cannot be read"));
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or_else(fail)?;
        let header = std::str::from_utf8(&rest[..end]).map_err(|_| fail())?;
        let size: usize = header.rsplit(' ').next().and_then(|size| size.parse().ok()).ok_or_else(fail)?;
        let body = rest.get(end + 1..end + 1 + size).ok_or_else(fail)?;
        files.push((name.clone(), body.to_vec()));
        rest = rest.get(end + 2 + size..).unwrap_or_default();
    }
    Ok(files)
}

/// Splits a git source such as `origin/main:org.json` into revision and path. Returns `None` if `source` exists on
/// disk.
pub fn at_revision(source: &str) -> Option<(&str, &str)> {
    let (revision, path) = source.split_once(':').filter(|_| !Path::new(source).exists())?;
    // A one-letter prefix is a drive, as in `C:\org.json`.
    (revision.len() > 1).then_some((revision, path))
}

fn git(folder: &str, arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    let called = format!("git -C {folder} {}", arguments.join(" "));
    let job = Job::new("git".as_ref(), ["-C", folder].iter().chain(arguments), GIT);
    let ended = run(job, &called)?;
    if ended.status.success() {
        return Ok(ended.stdout.head);
    }
    Err(Failure::one(format!("{called}: {}", String::from_utf8_lossy(&ended.stderr.tail).trim())))
}

/// Runs git with limits on its time and output.
fn run(job: Job<'_>, called: &str) -> Result<Ended, Failure> {
    let ended = job.run().map_err(|error| match error {
        RunError::Start(error) => absent(&error),
        other => Failure::one(format!("{called}: {other}")),
    })?;
    match &ended.stdout.file {
        None => Ok(ended),
        Some(file) => {
            let _ = std::fs::remove_file(file);
            Err(Failure::one(format!("{called}: it wrote more than {} MiB", GIT.output >> 20)))
        }
    }
}

fn absent(error: &std::io::Error) -> Failure {
    Failure::one(format!(
        "git cannot be started ({error}); install git, or name a file or folder instead of a revision, as --baseline does"
    ))
}
