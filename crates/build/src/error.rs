//! Errors of a build, as data and as messages for people.

use std::fmt;
use std::io;
use std::path::PathBuf;

use planwright_sync::{Change, ReadError};

/// All problems of a run. A `main` function that returns it prints one problem per line, because `Debug` equals
/// `Display`.
pub struct Error {
    problems: Vec<Problem>,
}

/// Single problem.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// A file or folder cannot be read.
    Unreadable(ReadError),
    /// A folder contains no schema.
    NoSchemas {
        /// The folder.
        folder: PathBuf,
        /// Suffix of schema files.
        suffix: String,
    },
    /// A folder for documents does not exist.
    NoDocuments {
        /// URI prefix of the documents.
        uri: String,
        /// The folder.
        folder: PathBuf,
    },
    /// A schema cannot be compiled. The file is a path on disk.
    Schema(planwright_codegen::Error),
    /// A denied code does not exist.
    NoSuchCode {
        /// Message with the code, and a similar one if there is any.
        message: String,
    },
    /// No output folder is set, and this is not a build script.
    NoOutDir,
    /// A layout with several files needs an output folder.
    NeedsFolder,
    /// The output cannot be read or written.
    Output(io::Error),
    /// A generated file does not match the schemas.
    Stale(Change),
    /// A file that was not generated is in the place of a generated one.
    Foreign(PathBuf),
}

impl Error {
    /// Returns the problems, at least one. Those of schemas are sorted by file and position.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl From<Vec<Problem>> for Error {
    fn from(problems: Vec<Problem>) -> Self {
        Self { problems }
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self { problems: vec![problem] }
    }
}

/// Formats the number of problems, then one problem per line.
impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.problems.len();
        write!(out, "{count} {}; nothing was written", if count == 1 { "problem" } else { "problems" })?;
        self.problems.iter().try_for_each(|problem| write!(out, "\n{problem}"))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(out, "{error}"),
            Self::NoSchemas { folder, suffix } => {
                write!(out, "{}: no *{suffix} file below this folder", folder.display())
            }
            Self::NoDocuments { uri, folder } => {
                write!(out, "{}: folder not found for {uri}", folder.display())
            }
            Self::Schema(error) => write!(out, "{error}"),
            Self::NoSuchCode { message } => out.write_str(message),
            Self::NoOutDir => {
                out.write_str("OUT_DIR is not set, so this is not a build script; set a folder with `out_dir`")
            }
            Self::NeedsFolder => {
                out.write_str("a layout of several files needs a separate folder; set it with `out_dir`")
            }
            Self::Output(error) => write!(out, "{error}"),
            Self::Stale(change) => write!(out, "{} {}\n{}", change.finding(), change.path(), change.diff().trim_end()),
            Self::Foreign(path) => {
                write!(out, "{}: not written by this generator; move it first", path.display())
            }
        }
    }
}
