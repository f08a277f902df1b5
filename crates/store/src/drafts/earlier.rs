//! Reads the draft format of earlier versions: one JSON file with a checksum, which each change replaced.

use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

use planwright_check::StoreError;
use planwright_contracts::Report;
use planwright_source::parse;
use planwright_workflow::Draft;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::private::{failed, options};

/// Name of the file.
pub(super) const FILE: &str = "draft.json";

/// The parts of the file before the checksum, between checksum and draft, and after the draft.
const FILE_PARTS: [&str; 3] = ["{\"format\":1,\"sha256\":\"", "\",\"draft\":", "}\n"];
/// Largest draft that is read, far larger than any draft that the tools can create.
pub(super) const MAX_BYTES: u64 = 256 << 20;

/// Returns the draft in a folder, or `None` if the file is missing. The inner `Err` is the reason why the file is not a
/// draft.
pub(super) fn load_draft(folder: &Path) -> Result<Option<Result<Draft, String>>, StoreError> {
    let path = folder.join(FILE);
    match bytes(&path) {
        Ok(bytes) => Ok(Some(draft(&bytes))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) if path.symlink_metadata().is_ok_and(|found| found.is_symlink()) => {
            Ok(Some(Err(format!("it is a link: {error}"))))
        }
        Err(error) => Err(failed(&path, &error)),
    }
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    options().read(true).open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn checksum(draft: &str) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    Sha256::digest(draft).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Parses the draft in a file. The error is the reason why the file has no draft.
pub(super) fn draft(bytes: &[u8]) -> Result<Draft, String> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_BYTES >> 20));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let text = match text.strip_prefix(FILE_PARTS[0]) {
        Some(rest) => {
            let rest = rest.strip_suffix(FILE_PARTS[2]).ok_or("its end is missing")?;
            let (sum, text) = rest.split_once(FILE_PARTS[1]).ok_or("its checksum is missing")?;
            if sum != checksum(text) {
                return Err("its checksum is wrong".to_owned());
            }
            text
        }
        // The file was written before checksums were added.
        None => text,
    };
    let first = |report: &Report| report.errors().next().map_or_else(String::new, |error| error.message.clone());
    let draft = Draft::from_text(text).map_err(|report| first(&report))?;
    // An unknown property would be dropped with its value, so it is an error.
    let (again, was) = (serde_json::to_value(&draft).unwrap_or_default(), parse(text).unwrap_or_default());
    match unknown_member(&was, &again) {
        Some(name) => Err(format!("unknown property {name:?} of a draft")),
        None => Ok(draft),
    }
}

/// Returns a property of `was` that is missing in `known`, at any depth.
pub(super) fn unknown_member(was: &Value, known: &Value) -> Option<String> {
    match (was, known) {
        (Value::Object(was), Value::Object(known)) => {
            was.iter().find_map(|(name, value)| match known.get(name) {
                Some(known) => unknown_member(value, known),
                // An optional property may be written as null.
                None => (!value.is_null()).then(|| name.clone()),
            })
        }
        (Value::Array(was), Value::Array(known)) => {
            was.iter().zip(known).find_map(|(was, known)| unknown_member(was, known))
        }
        _ => None,
    }
}
