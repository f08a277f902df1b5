//! Compares the schemas of types with those of a git revision.

use std::path::Path;
use std::process::{Command, Output};

use planwright_drift::{Effect, Library, Options, Pair, Source, Verdict, compare};
use planwright_schema::SchemaSet;
use planwright_sync::Files;

use crate::files::SchemaFiles;

impl SchemaFiles {
    /// Checks that the types still accept every document that was valid at a git revision, such as `origin/main`.
    ///
    /// If the branch was created from the revision, it is compared with the commit where it was created.
    ///
    /// # Panics
    ///
    /// Panics with the broken documents and the changes that break them, if there are any.
    pub fn assert_compatible(self, revision: &str) {
        if let Err(message) = self.check_compatible(revision) {
            panic!("{message}");
        }
    }

    /// Checks that the types still accept every document that was valid at a git revision. A file that did not exist
    /// there is compatible.
    ///
    /// # Errors
    ///
    /// Returns the broken documents and the changes that break them. It is also an error if a comparison has no answer,
    /// or if git does not know the revision.
    pub fn check_compatible(self, revision: &str) -> Result<(), String> {
        let package = self.package.clone();
        let old_revision = Revision::find(&package, revision)?;
        let mut problems = Vec::new();
        for (file, new) in &self.into_schemas()? {
            let Some(old) = old_revision.file(file)? else { continue };
            problems.extend(problem(file, old, new.clone().into_bytes())?);
        }
        if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
    }

    fn into_schemas(self) -> Result<Files, String> {
        if self.problems.is_empty() { Ok(self.files) } else { Err(self.problems.join("\n")) }
    }
}

/// Returns the problem of a file whose old documents are not all valid under the new schema.
fn problem(file: &str, old: Vec<u8>, new: Vec<u8>) -> Result<Option<String>, String> {
    let located = |error: &dyn ToString| format!("{file}: {}", error.to_string());
    let set = |bytes| {
        SchemaSet::parse_unchecked([(file.to_owned(), bytes)])
            .map_err(|errors| errors.iter().map(|error| located(error)).collect::<Vec<_>>().join("\n"))
    };
    let (old, new) = (set(old)?, set(new)?);
    let library =
        |set| Library::new(set).map_err(|errors| errors.iter().map(|error| located(error)).collect::<String>());
    let (old, new) = (library(&old)?, library(&new)?);
    let source = |library| Source { library, path: file };
    let pair = compare(source(&old), source(&new), Options::default()).map_err(|error| located(&error))?;
    Ok(match pair.backward() {
        Verdict::Proved => None,
        Verdict::Broken(document) => {
            Some(format!("{file}: this document was valid and is now rejected: {document}{}", changes(&pair)))
        }
        Verdict::Undecided(reason) => Some(format!(
            "{file}: it is undecided whether every valid document stays valid: {reason}{}",
            changes(&pair)
        )),
    })
}

/// Returns a line for each change that can break a document.
fn changes(pair: &Pair) -> String {
    let breaking = pair.changes.iter().filter(|change| change.rule.backward != Effect::Fine);
    let lines: Vec<String> = breaking.map(|change| format!("\n  {}: {}", change.pointer(), change.message)).collect();
    lines.concat()
}

/// Commit that the files are compared with.
struct Revision<'p> {
    package: &'p Path,
    commit: String,
}

impl<'p> Revision<'p> {
    fn find(package: &'p Path, revision: &str) -> Result<Self, String> {
        if revision.starts_with('-') {
            return Err(format!("{revision:?} is not a git revision"));
        }
        let commit = [["merge-base", "HEAD", revision], ["rev-parse", "--verify", revision]];
        let found = commit.iter().map(|arguments| git(package, arguments)).collect::<Result<Vec<_>, _>>()?;
        let Some(output) = found.iter().find(|output| output.status.success()) else {
            let reason = found.last().map(|output| String::from_utf8_lossy(&output.stderr).trim().to_owned());
            return Err(format!("git does not know {revision:?}: {}", reason.unwrap_or_default()));
        };
        Ok(Self { package, commit: String::from_utf8_lossy(&output.stdout).trim().to_owned() })
    }

    /// Returns the content of a file, whose path is relative to the package, or `None` if it did not exist.
    fn file(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        let listed = succeeded(git(self.package, &["ls-tree", "--name-only", &self.commit, "--", path])?)?;
        if listed.is_empty() {
            return Ok(None);
        }
        succeeded(git(self.package, &["show", &format!("{}:./{path}", self.commit)])?).map(Some)
    }
}

/// Returns the output of a command that succeeded.
fn succeeded(output: Output) -> Result<Vec<u8>, String> {
    let message = || format!("git: {}", String::from_utf8_lossy(&output.stderr).trim());
    if output.status.success() { Ok(output.stdout) } else { Err(message()) }
}

fn git(folder: &Path, arguments: &[&str]) -> Result<Output, String> {
    let mut git = Command::new("git");
    git.current_dir(folder).args(arguments).output().map_err(|error| format!("git: {error}"))
}
