//! Files of the drafts that are not the one in the store: one JSON file per draft.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use planwright_check::StoreError;
use planwright_workflow::Draft;
use sha2::{Digest as _, Sha256};

use super::earlier;
use crate::private::{failed, options, replace_file};

/// Prefix of the ids that servers create, and of the files.
const PREFIX: &str = "blueprint-";

/// Returns the file of a draft. The name is the id, or a digest of it if it could be the name of something else.
fn file(folder: &Path, id: &str) -> PathBuf {
    let is_usual = id
        .strip_prefix(PREFIX)
        .is_some_and(|rest| rest.len() == 16 && rest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')));
    let name = if is_usual {
        id.to_owned()
    } else {
        let digest = Sha256::digest(id);
        digest.iter().fold(PREFIX.to_owned(), |name, byte| format!("{name}{byte:02x}"))
    };
    folder.join(format!("{name}.json"))
}

/// Writes a draft to its file, which is either complete or unchanged.
pub(super) fn write(folder: &Path, id: &str, draft: &Draft) -> Result<(), StoreError> {
    let path = file(folder, id);
    let text = format!("{:#}\n", serde_json::json!(draft));
    replace_file(&path, &text).map_err(|error| failed(&path, &error))
}

/// Removes the file of a draft. If it stays, it is not read while the store has a draft with its id.
pub(super) fn remove(folder: &Path, id: &str) {
    let _ = fs::remove_file(file(folder, id));
}

/// Reads a draft from its file. Returns `None` if the file is missing, or is not the draft with this id.
pub(super) fn read_draft(folder: &Path, id: &str) -> Option<Draft> {
    let mut bytes = Vec::new();
    let opened = options().read(true).open(file(folder, id)).ok()?;
    opened.take(earlier::MAX_BYTES + 1).read_to_end(&mut bytes).ok()?;
    earlier::draft(&bytes).ok().filter(|draft| draft.id == id)
}
