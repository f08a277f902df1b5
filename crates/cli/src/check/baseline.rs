//! Findings that are accepted as they stand: a file lists them by document, code and place, and a check reports what is new.

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

/// The version of the file's form.
const VERSION: u64 = 1;

/// Which findings are accepted, and which are written down as accepted.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct BaselineArgs {
    /// Leave out the findings that this file accepts, by document, code and pointer; new ones are reported.
    #[arg(long, value_name = "FILE", conflicts_with = "ndjson")]
    pub baseline: Option<PathBuf>,
    /// Write all findings of this run to a file of accepted ones, and pass.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ndjson", "baseline", "watch"])]
    pub write_baseline: Option<PathBuf>,
}

/// The file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineFile {
    version: u64,
    accepted: BTreeSet<AcceptedFinding>,
}

/// One finding, whatever its severity. Lines are no part of it: they move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AcceptedFinding {
    /// The document, from the folder of the file.
    file: String,
    code: String,
    pointer: String,
}

/// The findings that a run leaves out, and those that it has met.
#[derive(Debug)]
pub(super) struct Baseline {
    path: PathBuf,
    folder: PathBuf,
    accepted: BTreeSet<AcceptedFinding>,
    met: Mutex<BTreeSet<AcceptedFinding>>,
    checked: Mutex<BTreeSet<String>>,
}

impl Baseline {
    /// The file as it was written.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let input = input::read_all(std::slice::from_ref(&name))?.remove(0);
        let wrong =
            |reason: String| Failure::one(format!("{}: {reason}; write it with --write-baseline", printable(&name)));
        let text = input.text.map_err(|report| wrong(report.to_string()))?;
        parse(&text)
            .map_err(|problems| wrong(problems.first().map_or(String::new(), planwright_source::Problem::message)))?;
        let file: BaselineFile = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if file.version != VERSION {
            return Err(wrong(format!("version {} is not known to this planwright, {VERSION} is", file.version)));
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

    /// Whether a finding of a document is accepted; `file` is what [`Baseline::saw`] calls it.
    pub(super) fn accepts(&self, file: &str, finding: &Diagnostic) -> bool {
        let Some(one) = accepted(file, finding) else { return false };
        let is_accepted = self.accepted.contains(&one);
        if is_accepted {
            self.met.lock().unwrap_or_else(PoisonError::into_inner).insert(one);
        }
        is_accepted
    }

    /// Notes that a document was checked; what the file calls it.
    pub(super) fn saw(&self, file: &str) -> String {
        let name = relative(&self.folder, file);
        self.checked.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone());
        name
    }

    /// A line about what is accepted and is not there any more, in the documents that were checked.
    pub(super) fn stale(&self) -> Option<String> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let checked = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = self.accepted.iter().filter(|one| checked.contains(&one.file) && !met.contains(one)).count();
        let name = self.path.display().to_string();
        (gone > 0).then(|| {
            let name = printable(&name);
            format!(
                "{} of {name} not found any more; --write-baseline {name} leaves them out",
                human::some(gone, "finding")
            )
        })
    }
}

/// Writes the findings of all documents, and says how many there are.
pub(super) fn write(path: &Path, checked: &[CheckedDocument]) -> Result<String, Failure> {
    let parent = own_file::folder_of(path);
    let at_parent = |error| Failure::one(format!("{}: {error}", printable_path(parent)));
    // Removed again if the file is not written.
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
    own_file::write(path, text, "file of accepted findings", ours)?;
    if let Some(created) = created {
        created.keep();
    }
    Ok(format!("wrote {}: {} accepted\n", printable(&name), human::some(count, "finding")))
}

/// The folder of the file, which must be there.
fn folder_of(path: &Path) -> Result<PathBuf, Failure> {
    let folder = own_file::folder_of(path);
    folder.canonicalize().map_err(|error| Failure::one(format!("{}: {error}", folder.display())))
}

fn accepted(file: &str, finding: &Diagnostic) -> Option<AcceptedFinding> {
    // The note that counts findings stands for all that are not listed.
    let is_listed = finding.severity != Severity::Note || finding.code == codes::MORE_FINDINGS;
    let pointer = finding.pointer().unwrap_or_default().to_owned();
    is_listed.then(|| AcceptedFinding { file: file.to_owned(), code: finding.code.to_owned(), pointer })
}

/// The path from the folder, with slashes; as it was given where it does not lie in it.
fn relative(folder: &Path, file: &str) -> String {
    let path = Path::new(file).canonicalize().ok();
    let inside = path.as_deref().and_then(|path| path.strip_prefix(folder).ok());
    let parts =
        inside.map(|path| path.iter().map(|part| part.to_string_lossy().into_owned()).collect::<Vec<_>>().join("/"));
    parts.unwrap_or_else(|| file.to_owned())
}
