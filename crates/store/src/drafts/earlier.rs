//! The draft as earlier versions kept it: one JSON file with a checksum, which was replaced with each change.

use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

use planwright_check::StoreError;
use planwright_contracts::Report;
use planwright_source::parse;
use planwright_workflow::Draft;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::private::{failed, options};

/// Its name.
pub(super) const FILE: &str = "draft.json";

/// What stands before the checksum, between it and the draft, and behind the draft.
const FRAME: [&str; 3] = ["{\"format\":1,\"sha256\":\"", "\",\"draft\":", "}\n"];
/// The largest draft that is read; far more than the tools can make of their calls.
const LARGEST: u64 = 256 << 20;

/// The draft in a folder; `None` where there is no such file, and in it `Err` with the reason where the file is no draft.
pub(super) fn read(folder: &Path) -> Result<Option<Result<Draft, String>>, StoreError> {
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
    options().read(true).open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
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
    let first = |report: &Report| report.errors().next().map_or_else(String::new, |error| error.message.clone());
    let draft = Draft::from_text(text).map_err(|report| first(&report))?;
    // A member that the draft does not have would be dropped, and what it held with it.
    let (again, was) = (serde_json::to_value(&draft).unwrap_or_default(), parse(text).unwrap_or_default());
    match unknown_member(&was, &again) {
        Some(name) => Err(format!("it has a member {name:?} that no draft has")),
        None => Ok(draft),
    }
}

/// A member of `was` that is not in `known`, anywhere below.
pub(super) fn unknown_member(was: &Value, known: &Value) -> Option<String> {
    match (was, known) {
        (Value::Object(was), Value::Object(known)) => {
            was.iter().find_map(|(name, value)| match known.get(name) {
                Some(known) => unknown_member(value, known),
                // An optional member may be written as null.
                None => (!value.is_null()).then(|| name.clone()),
            })
        }
        (Value::Array(was), Value::Array(known)) => {
            was.iter().zip(known).find_map(|(was, known)| unknown_member(was, known))
        }
        _ => None,
    }
}
