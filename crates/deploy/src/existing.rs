//! Reads files that already exist, and determines who owns them.

use std::io::ErrorKind;
use std::path::Path;

use planwright_sync::read_own_file;
use planwright_templates::{CLASSES_DIR, is_ours, runtime_metadata_class};

use super::hashes::{Hashes, hash};
use super::settings::Settings;

/// Returns the hash of a runtime class, its metadata or a runtime object from a version without records.
pub(super) fn unrecorded_hash(settings: &Settings, path: &str) -> Option<String> {
    let class =
        runtime_metadata_class(path).unwrap_or_else(|| path.strip_suffix("-meta.xml").unwrap_or(path).to_owned());
    let text = read_text(&settings.places.file(&class))?;
    if !is_ours(&text) {
        return None;
    }
    read_text(&settings.places.file(path)).map(|text| hash(path, &text))
}

/// Returns `true` if a component that is no longer generated exists anyway, and this run does not remove it.
pub(super) fn is_of_others(settings: &Settings, leaving: &Hashes, kind: &str, name: &str) -> bool {
    let path = match kind {
        "ApexClass" => format!("{CLASSES_DIR}/{name}.cls"),
        "PermissionSet" => format!("main/default/permissionsets/{name}.permissionset-meta.xml"),
        "GenAiFunction" => format!("main/default/genAiFunctions/{name}/{name}.genAiFunction-meta.xml"),
        _ => return false,
    };
    !leaving.contains_key(&path) && Path::new(&settings.places.file(&path)).exists()
}

/// Result of comparing a file with its new content.
pub(super) enum DiskText {
    /// The content is identical.
    Same,
    Nothing,
    /// The content differs or cannot be read.
    Other,
}

/// Compares a file with its new content.
pub(super) fn compare(path: &str, text: &str) -> DiskText {
    match read_own_file(Path::new(path)) {
        Ok(bytes) if bytes == text.as_bytes() => DiskText::Same,
        Err(error) if error.kind() == ErrorKind::NotFound => DiskText::Nothing,
        Ok(_) | Err(_) => DiskText::Other,
    }
}

/// Reads a file. Returns `None` if it does not exist.
///
/// For a link, a device or a file that is too large, the result is a description of the problem, which differs from all
/// generated content.
pub(super) fn read_text(path: &str) -> Option<String> {
    match read_own_file(Path::new(path)) {
        Ok(bytes) => Some(
            String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
        ),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => None,
        Err(error) => Some(format!("({error})\n")),
    }
}
