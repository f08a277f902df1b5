//! Files as they were in a git revision.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::exit::Failure;

/// Says so if git knows no such revision.
pub(crate) fn known(folder: &str, revision: &str) -> Result<(), Failure> {
    if revision.starts_with('-') || revision.is_empty() {
        return Err(Failure::one(format!("{revision:?} is no git revision")));
    }
    git(folder, &["rev-parse", "--git-dir"])?;
    git(folder, &["rev-parse", "--quiet", "--verify", &format!("{revision}^{{tree}}")]).map(drop).map_err(|_| {
        let help = "a checkout that is not deep enough may lack it: `git fetch`, or `fetch-depth: 0` in a workflow";
        Failure::one(format!("git knows no revision {revision:?} here; {help}"))
    })
}

/// One file; its path is relative to the folder.
pub(crate) fn file(folder: &str, revision: &str, path: &str) -> Result<Vec<u8>, Failure> {
    git(folder, &["show", &format!("{revision}:./{path}")])
}

/// The paths of all files below the folder, relative to it.
pub(crate) fn paths(folder: &str, revision: &str) -> Result<Vec<String>, Failure> {
    let listed = git(folder, &["ls-tree", "-r", "-z", "--name-only", revision, "."])?;
    let names =
        String::from_utf8_lossy(&listed).split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    Ok(names)
}

/// Several files by one process, in the order of their paths, which are relative to the folder.
pub(crate) fn files(folder: &str, revision: &str, paths: &[String]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut child = Command::new("git")
        .args(["-C", folder, "cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| absent(&error))?;
    let names: Vec<String> = paths.iter().filter(|path| !path.contains('\n')).cloned().collect();
    let asked: Vec<String> = names.iter().map(|path| format!("{revision}:./{path}")).collect();
    let asked = asked.join("\n") + "\n";
    let stdin = child.stdin.take();
    // Git answers while it is asked, so both sides have to be served at once.
    let asking = std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(asked.as_bytes())));
    let output = child.wait_with_output().map_err(Failure::one)?;
    // An answer that is cut says more than a question that could not be written.
    let _ = asking.join();
    let mut rest = output.stdout.as_slice();
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

/// A revision and a path in it, as git writes them: `origin/main:org.json`. Nothing for what exists on disk.
pub(crate) fn at_revision(source: &str) -> Option<(&str, &str)> {
    let (revision, path) = source.split_once(':').filter(|_| !Path::new(source).exists())?;
    // `C:\org.json` names a drive.
    (revision.len() > 1).then_some((revision, path))
}

fn git(folder: &str, arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().map_err(|error| absent(&error))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Failure::one(format!("git -C {folder} {}: {}", arguments.join(" "), said.trim())))
}

fn absent(error: &std::io::Error) -> Failure {
    Failure::one(format!(
        "git cannot be started ({error}); install git, or name a file or folder instead of a revision, as --baseline does"
    ))
}
