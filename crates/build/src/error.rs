//! Why nothing was written, as facts, and as what a person reads who sees a build fail.

use std::fmt;
use std::io;
use std::path::PathBuf;

use planwright_sync::{Change, ReadError};

/// Everything that stands in the way. A `main` that returns it shows the problems one a line: its `Debug` is its `Display`.
pub struct Error {
    problems: Vec<Problem>,
}

/// One thing that stands in the way.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// A file or folder that cannot be read.
    Unreadable(ReadError),
    /// A folder without a schema.
    NoSchemas {
        /// The folder.
        folder: PathBuf,
        /// How the name of a schema would end.
        suffix: String,
    },
    /// A folder that is to stand for documents and is not there.
    NoDocuments {
        /// What their URIs begin with.
        uri: String,
        /// The folder.
        folder: PathBuf,
    },
    /// A schema that cannot be compiled; its file as a path on the disk.
    Schema(planwright_codegen::Error),
    /// A code to be denied that no warning has.
    NoSuchCode {
        /// Which one, and what may have been meant.
        message: String,
    },
    /// No folder was named, and this is no build script.
    NoOutDir,
    /// A layout of several files without a folder of their own.
    NeedsFolder,
    /// The output cannot be read or written.
    Output(io::Error),
    /// A generated file that is not what the schemas make of it.
    Stale(Change),
    /// A file of somebody else where a generated one belongs.
    Foreign(PathBuf),
}

impl Error {
    /// Each problem, those of schemas sorted by file and place; never empty.
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

/// The count, then a line a problem.
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
                write!(out, "{}: no such folder, to stand for {uri}", folder.display())
            }
            Self::Schema(error) => write!(out, "{error}"),
            Self::NoSuchCode { message } => out.write_str(message),
            Self::NoOutDir => {
                out.write_str("OUT_DIR is not set, so this is no build script; name a folder with `out_dir`")
            }
            Self::NeedsFolder => {
                out.write_str("a layout of several files needs a folder of its own; name it with `out_dir`")
            }
            Self::Output(error) => write!(out, "{error}"),
            Self::Stale(change) => write!(out, "{} {}\n{}", change.finding(), change.path(), change.diff().trim_end()),
            Self::Foreign(path) => {
                write!(out, "{}: not written by this generator; move it first", path.display())
            }
        }
    }
}
