//! The draft on disk. A change is durable before it is acknowledged: written beside, synced, renamed, and the folder synced.

//!
//! The file is JSON with the draft and its checksum, in exactly the form in which it is written here, so that no bit of it can
//! change unseen. Links are not followed, neither in reading nor in writing.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use planwright_engines::StoreError;
use planwright_engines::workflow::Draft;
use planwright_source::parse;
use planwright_store::{StoreLock, make_folder, private_options, sync_folder};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

const DRAFT: &str = "draft.json";
const NEW: &str = "draft.json.new";
const LOCK: &str = "lock";

/// What stands before the checksum, between it and the draft, and behind the draft.
const FRAME: [&str; 3] = ["{\"format\":1,\"sha256\":\"", "\",\"draft\":", "}\n"];
/// The largest draft that is read; far more than the tools can make of their calls.
const LARGEST: u64 = 256 << 20;

/// A folder that one server uses.
pub(super) struct Store {
    folder: PathBuf,
    /// Held as long as the server lives; the system releases it however that ends.
    _lock: StoreLock,
    /// The draft that was there.
    pub(super) draft: Option<Draft>,
    /// What had to be said about the folder.
    pub(super) note: Option<String>,
}

impl Store {
    /// Takes a folder, which is made if it is not there. The error says why not.
    pub(super) fn open(folder: &Path) -> Result<Self, String> {
        let failed = |error: io::Error| format!("{}: {error}", folder.display());
        make_folder(folder).map_err(failed)?;
        let lock = StoreLock::take(&folder.join(LOCK)).map_err(|error| match error {
            StoreError::Locked => {
                format!("{}: another server uses this store; give each a folder of its own", folder.display())
            }
            other => other.to_string(),
        })?;
        let mut store = Self { folder: folder.to_owned(), _lock: lock, draft: None, note: None };
        store.load()?;
        Ok(store)
    }

    fn load(&mut self) -> Result<(), String> {
        let path = self.folder.join(DRAFT);
        let read = match bytes(&path) {
            Ok(bytes) => draft(&bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) if is_link(&path) => Err(format!("it is a link: {error}")),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        match read {
            Ok(draft) => self.draft = Some(draft),
            Err(reason) => {
                let aside = self.aside(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                let note = format!(
                    "{}: this is no draft ({reason}); it was kept as {}, and the session begins without a blueprint",
                    path.display(),
                    aside.display()
                );
                errln!("warning: {note}");
                self.note = Some(note);
            }
        }
        Ok(())
    }

    /// Moves a file that cannot be read out of the way, to a name that is free.
    fn aside(&self, path: &Path) -> io::Result<PathBuf> {
        let names = (1..).map(|number| self.folder.join(format!("{DRAFT}.damaged-{number}")));
        let mut free = names.filter(|name| !name.exists());
        let aside = free.next().ok_or(io::ErrorKind::AlreadyExists)?;
        fs::rename(path, &aside)?;
        sync_folder(&self.folder)?;
        Ok(aside)
    }

    /// Keeps a draft. If that fails, the draft that was kept before is kept still.
    pub(super) fn keep(&self, draft: &Draft) -> io::Result<()> {
        let new = self.folder.join(NEW);
        // What a server that was killed left behind.
        match fs::remove_file(&new) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = private_options().write(true).create_new(true).open(&new)?;
        file.write_all(framed(&serde_json::to_string(draft)?).as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, self.folder.join(DRAFT))?;
        sync_folder(&self.folder)
    }
}

/// The draft in a folder, also while a server uses it: drafts are replaced as a unit. The error says why there is none.
pub(super) fn read(folder: &Path) -> Result<Draft, String> {
    let path = folder.join(DRAFT);
    let read = bytes(&path).map_err(|error| error.to_string());
    read.and_then(|bytes| draft(&bytes)).map_err(|reason| format!("{}: {reason}", path.display()))
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    private_options().read(true).open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a draft with its checksum around it.
fn framed(draft: &str) -> String {
    let [before, between, behind] = FRAME;
    format!("{before}{}{between}{draft}{behind}", checksum(draft))
}

fn checksum(draft: &str) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    Sha256::digest(draft).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The draft of a file; `Err` says why there is none.
fn draft(bytes: &[u8]) -> Result<Draft, String> {
    if bytes.len() as u64 > LARGEST {
        return Err(format!("it is larger than {} MiB", LARGEST >> 20));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let text = match text.strip_prefix(FRAME[0]) {
        Some(rest) => {
            let rest = rest.strip_suffix(FRAME[2]).ok_or("its end is missing")?;
            let (sum, text) = rest.split_once(FRAME[1]).ok_or("its checksum is missing")?;
            if sum != checksum(text) {
                return Err("its checksum is wrong".to_owned());
            }
            text
        }
        // Written before there were checksums.
        None => text,
    };
    let first =
        |report: &planwright_contracts::Report| report.errors().next().map_or_else(String::new, |e| e.message.clone());
    let draft = Draft::from_text(text).map_err(|report| first(&report))?;
    // A member that the draft does not have would be dropped, and what it held with it.
    let (again, was) = (serde_json::to_value(&draft).unwrap_or_default(), parse(text).unwrap_or_default());
    match unknown(&was, &again) {
        Some(name) => Err(format!("it has a member {name:?} that no draft has")),
        None => Ok(draft),
    }
}

/// A member of `was` that is not in `known`, anywhere below.
fn unknown(was: &Value, known: &Value) -> Option<String> {
    match (was, known) {
        (Value::Object(was), Value::Object(known)) => {
            was.iter().find_map(|(name, value)| match known.get(name) {
                Some(known) => unknown(value, known),
                // An optional member may be written as null.
                None => (!value.is_null()).then(|| name.clone()),
            })
        }
        (Value::Array(was), Value::Array(known)) => was.iter().zip(known).find_map(|(was, known)| unknown(was, known)),
        _ => None,
    }
}

fn is_link(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_symlink())
}
