//! Baselines of accepted findings. A file lists them by document, code and location, and a check reports only new ones.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use planwright_runtime::{Diagnostic, Severity, codes};
use planwright_source::{parse, printable};
use planwright_sync::TemporaryFolder;
use serde::{Deserialize, Serialize};

use planwright_project::checked_files::CheckedDocument;
use planwright_project::exit::Failure;
use planwright_project::input;
use planwright_project::own_file;
use planwright_project::render::human;
use planwright_project::terminal::printable_path;

/// Version of the file format.
const VERSION: u64 = 1;

/// Options for reading and writing a baseline.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct BaselineArgs {
    /// Hide the findings that this baseline lists by document, code and pointer. New findings are reported.
    #[arg(long, value_name = "FILE", conflicts_with = "ndjson")]
    pub baseline: Option<PathBuf>,
    /// Write all findings of this run to a baseline, and exit with 0.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ndjson", "baseline", "watch"])]
    pub write_baseline: Option<PathBuf>,
}

/// Content of a baseline file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineFile {
    version: u64,
    accepted: BTreeSet<AcceptedFinding>,
}

/// An accepted finding, regardless of severity. It has no line number, because lines change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AcceptedFinding {
    /// Path of the document, relative to the folder of the baseline.
    file: String,
    code: String,
    pointer: String,
}

/// The accepted findings, and those of them that the run has found.
#[derive(Debug)]
pub(super) struct Baseline {
    path: PathBuf,
    folder: PathBuf,
    accepted: BTreeSet<AcceptedFinding>,
    met: Mutex<BTreeSet<AcceptedFinding>>,
    checked: Mutex<BTreeSet<String>>,
}

impl Baseline {
    /// Reads a baseline file.
    pub(super) fn load(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let input = input::read_all(std::slice::from_ref(&name))?.remove(0);
        let wrong =
            |reason: String| Failure::one(format!("{}: {reason}; write it with --write-baseline", printable(&name)));
        let text = input.text.map_err(|report| wrong(report.to_string()))?;
        parse(&text)
            .map_err(|problems| wrong(problems.first().map_or(String::new(), planwright_source::Problem::message)))?;
        let file: BaselineFile = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if file.version != VERSION {
            return Err(wrong(format!("unsupported version {}; this planwright supports {VERSION}", file.version)));
        }
        let folder = folder_of(path)?;
        Ok(Self {
            path: path.to_owned(),
            folder,
            accepted: file.accepted,
            met: Mutex::default(),
            checked: Mutex::default(),
        })
    }

    /// Returns `true` if the baseline accepts a finding. `file` is the name that [`Baseline::saw`] returned.
    pub(super) fn accepts(&self, file: &str, finding: &Diagnostic) -> bool {
        let Some(one) = accepted(file, finding) else { return false };
        let is_accepted = self.accepted.contains(&one);
        if is_accepted {
            self.met.lock().unwrap_or_else(PoisonError::into_inner).insert(one);
        }
        is_accepted
    }

    /// Records that a document was checked, and returns its name in the baseline.
    pub(super) fn saw(&self, file: &str) -> String {
        let name = relative(&self.folder, file);
        self.checked.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone());
        name
    }

    /// Returns a note about accepted findings that no longer occur in the checked documents.
    pub(super) fn stale(&self) -> Option<String> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let checked = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = self.accepted.iter().filter(|one| checked.contains(&one.file) && !met.contains(one)).count();
        let name = self.path.display().to_string();
        (gone > 0).then(|| {
            let name = printable(&name);
            format!(
                "{} of {name} no longer found; remove them with --write-baseline {name}",
                human::some(gone, "finding")
            )
        })
    }
}

/// Writes the findings of all documents, and returns a message with their number.
pub(super) fn write(path: &Path, checked: &[CheckedDocument]) -> Result<String, Failure> {
    let parent = own_file::folder_of(path);
    let at_parent = |error| Failure::one(format!("{}: {error}", printable_path(parent)));
    // The folder is removed again if the file cannot be written.
    let created = match parent.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => Some(TemporaryFolder::create(parent).map_err(at_parent)?),
        _ => None,
    };
    let folder = folder_of(path)?;
    let mut found = BTreeSet::new();
    for one in checked {
        let name = relative(&folder, &one.name);
        found.extend(one.findings.iter().filter_map(|finding| accepted(&name, finding)));
    }
    let file = BaselineFile { version: VERSION, accepted: found };
    let count = file.accepted.len();
    let text = serde_json::to_string_pretty(&file).map_err(Failure::one)? + "\n";
    let name = path.display().to_string();
    let ours = |there: &str| serde_json::from_str::<BaselineFile>(there).is_ok();
    own_file::write(path, text, "baseline", ours)?;
    if let Some(created) = created {
        created.keep();
    }
    Ok(format!("wrote {}: {} accepted\n", printable(&name), human::some(count, "finding")))
}

/// Returns the folder of the baseline, which must exist.
fn folder_of(path: &Path) -> Result<PathBuf, Failure> {
    let folder = own_file::folder_of(path);
    folder.canonicalize().map_err(|error| Failure::one(format!("{}: {error}", folder.display())))
}

fn accepted(file: &str, finding: &Diagnostic) -> Option<AcceptedFinding> {
    // The note about further findings represents all unlisted ones.
    let is_listed = finding.severity != Severity::Note || finding.code == codes::MORE_FINDINGS;
    let pointer = finding.pointer().unwrap_or_default().to_owned();
    is_listed.then(|| AcceptedFinding { file: file.to_owned(), code: finding.code.to_owned(), pointer })
}

/// Returns the path relative to the folder, with slashes. A path outside the folder stays as it is.
fn relative(folder: &Path, file: &str) -> String {
    let path = Path::new(file).canonicalize().ok();
    let inside = path.as_deref().and_then(|path| path.strip_prefix(folder).ok());
    let parts =
        inside.map(|path| path.iter().map(|part| part.to_string_lossy().into_owned()).collect::<Vec<_>>().join("/"));
    parts.unwrap_or_else(|| file.to_owned())
}
