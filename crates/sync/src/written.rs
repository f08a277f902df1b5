//! Maintains `.planwright/written.txt`, the record of the files written into a folder, with a digest of each file.
//!
//! Only recorded files are removed, and only if they are unchanged. A mark at the start of a file would not be enough.
//! Copies, edited files and the files of a set in a subfolder have the same mark.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::Files;
use crate::digest::is_absent;
use crate::digest::sha256_hex;
use crate::folders::with_path;
use crate::plan::{Change, LeftReason, Plan, plan_among};
use crate::read::{RECORDS, read_own_file};

/// Name of the file in the folder of our records.
const NAME: &str = "written.txt";
/// First line of the file.
const HEAD: &str = "# Files that planwright wrote here, each with its SHA-256 digest. Only these are removed when they are no longer generated.\n";
/// Length of a digest in hexadecimal digits.
const DIGITS: usize = 64;

/// Digests by set and path, for each set that writes into a folder. After a merge conflict a path can have several.
#[derive(Debug, Default, PartialEq, Eq)]
struct WrittenFiles(BTreeMap<String, BTreeMap<String, BTreeSet<String>>>);

impl WrittenFiles {
    /// Parses the record of a folder. Unknown lines are skipped, because a file that is not recorded is never removed.
    fn load(root: &Path) -> io::Result<Self> {
        let path = root.join(RECORDS).join(NAME);
        let bytes = match read_own_file(&path) {
            Ok(bytes) => bytes,
            Err(error) if is_absent(&error) => return Ok(Self::default()),
            Err(error) => return Err(with_path(&path, &error)),
        };
        let mut found = Self::default();
        let mut set = None;
        for line in String::from_utf8_lossy(&bytes).lines() {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                set = Some(found.0.entry(name.to_owned()).or_default());
            } else if let (Some(set), Some((digest, path))) = (&mut set, line.split_once("  ")) {
                let is_digest = digest.len() == DIGITS && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
                if is_digest && is_inside(path) {
                    set.entry(path.to_owned()).or_default().insert(digest.to_owned());
                }
            }
        }
        Ok(found)
    }

    /// Returns the record after a set has written its files. A file that another set had now belongs to this one.
    fn after(mut self, set: &str, wanted: &Files) -> Self {
        for files in self.0.values_mut() {
            files.retain(|path, _| !wanted.contains_key(path));
        }
        let files = wanted.iter().map(|(path, text)| (path.clone(), [digest(text.as_bytes())].into()));
        self.0.insert(set.to_owned(), files.collect());
        self.0.retain(|_, files| !files.is_empty());
        self
    }

    fn text(&self) -> String {
        let mut text = HEAD.to_owned();
        for (set, files) in &self.0 {
            let _ = writeln!(text, "[{set}]");
            for (path, digests) in files {
                for digest in digests {
                    let _ = writeln!(text, "{digest}  {path}");
                }
            }
        }
        text
    }

    fn names(&self, path: &str) -> bool {
        self.0.values().any(|files| files.contains_key(path))
    }
}

/// Plans how to write `wanted` into the folder `root`, and which files of earlier runs of the same `set` to remove.
///
/// `is_ours` returns whether a file at a wanted path can be overwritten. [`Plan::left`] lists the files that look
/// generated and are neither wanted nor removed.
pub fn plan_recorded(root: &Path, wanted: &Files, set: &str, is_ours: impl Fn(&str, &str) -> bool) -> io::Result<Plan> {
    let set = one_line(set);
    let record = WrittenFiles::load(root)?;
    let mut left = Vec::new();
    let mut orphans = BTreeSet::new();
    for (path, digests) in record.0.get(&set).into_iter().flatten() {
        if wanted.contains_key(path) || is_behind_link(root, path) {
            continue;
        }
        match read_own_file(&root.join(path)) {
            Ok(bytes) if digests.contains(&digest(&bytes)) => drop(orphans.insert(path.clone())),
            Ok(_) => left.push((path.clone(), LeftReason::Edited)),
            Err(_) => {}
        }
    }
    let is_known = |path: &String| wanted.contains_key(path) || record.names(path);
    for path in files_in(root)?.into_iter().filter(|path| !is_known(path)) {
        let text = read_own_file(&root.join(&path)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        if text.is_ok_and(|text| is_ours(&path, &text)) {
            left.push((path, LeftReason::Unrecorded));
        }
    }
    left.sort();
    let mut plan =
        plan_among(root, wanted, orphans.clone(), |path, text| orphans.contains(path) || is_ours(path, text))?;
    plan.left = left;
    let path = format!("{RECORDS}/{NAME}");
    let old = read_own_file(&root.join(&path)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let new = record.after(&set, wanted).text();
    plan.record = match old {
        Ok(old) if old.replace("\r\n", "\n") == new => None,
        Ok(old) => Some(Change::Update { path: path.clone(), old, new }),
        Err(_) => Some(Change::Create { path: path.clone(), new }),
    };
    Ok(plan.ending_with(&path))
}

/// Returns the relative path from a folder to another path, so that a record does not depend on the project's location.
pub fn path_from(folder: &Path, target: &Path) -> String {
    let (folder, target) = (resolved(folder), resolved(target));
    let common = folder.components().zip(target.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(common).map(|_| "..".to_owned());
    let down = target.components().skip(common).map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// Returns the absolute path without links, `.` and `..`. Components that do not exist are kept as they are.
pub fn resolved(path: &Path) -> PathBuf {
    let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut resolved = PathBuf::new();
    for part in full.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = resolved.pop(),
            part => resolved.push(part),
        }
        if let Ok(real) = fs::canonicalize(&resolved) {
            resolved = real;
        }
    }
    resolved
}

/// Returns the digest of a file. Line breaks do not count, because a checkout can change them.
fn digest(bytes: &[u8]) -> String {
    let unix: Vec<u8> = bytes
        .iter()
        .enumerate()
        .filter(|(index, byte)| **byte != b'\r' || bytes.get(index + 1) != Some(&b'\n'))
        .map(|(_, byte)| *byte)
        .collect();
    sha256_hex(&unix)
}

/// Returns whether a recorded path stays in its folder. A record may come from someone else.
fn is_inside(path: &str) -> bool {
    let is_part = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', ':', '\0']);
    path.split('/').all(is_part)
}

/// Returns whether a folder on the path to a file is a link.
fn is_behind_link(root: &Path, path: &str) -> bool {
    let mut folders = Path::new(path).ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    folders.any(|folder| fs::symlink_metadata(root.join(folder)).is_ok_and(|found| found.is_symlink()))
}

/// Returns the names of the files directly in a folder.
fn files_in(root: &Path) -> io::Result<BTreeSet<String>> {
    let entries = match fs::read_dir(root) {
        Ok(entries) => entries,
        Err(error) if is_absent(&error) => return Ok(BTreeSet::new()),
        Err(error) => return Err(with_path(root, &error)),
    };
    let mut names = BTreeSet::new();
    for entry in entries {
        let entry = entry.map_err(|error| with_path(root, &error))?;
        if entry.file_type().is_ok_and(|kind| kind.is_file()) {
            names.extend(entry.file_name().into_string().ok());
        }
    }
    Ok(names)
}

/// Returns the name of a set as it is written in a record.
fn one_line(set: &str) -> String {
    set.replace(['\n', '\r', ']'], "?")
}
