//! Existing files on disk: their contents and their owners.

use std::io::ErrorKind;
use std::path::Path;

use planwright_sync::read_own_file;
use planwright_templates::{CLASSES_DIR, is_ours, runtime_object_class};

use super::hashes::{Hashes, hash};
use super::settings::Settings;

/// Returns the hash of a runtime class, of its metadata, or of a runtime object that was written before there was a record.
pub(super) fn adopt(settings: &Settings, path: &str) -> Option<String> {
    let class = runtime_object_class(path).unwrap_or_else(|| path.strip_suffix("-meta.xml").unwrap_or(path).to_owned());
    let text = read(&settings.places.file(&class))?;
    if !is_ours(&text) {
        return None;
    }
    read(&settings.places.file(path)).map(|text| hash(path, &text))
}

/// Whether a component that we do not write any more is there all the same, and is not what this run removes.
pub(super) fn is_of_others(settings: &Settings, leaving: &Hashes, kind: &str, name: &str) -> bool {
    let path = match kind {
        "ApexClass" => format!("{CLASSES_DIR}/{name}.cls"),
        "PermissionSet" => format!("main/default/permissionsets/{name}.permissionset-meta.xml"),
        "GenAiFunction" => format!("main/default/genAiFunctions/{name}/{name}.genAiFunction-meta.xml"),
        _ => return false,
    };
    !leaving.contains_key(&path) && Path::new(&settings.places.file(&path)).exists()
}

/// What stands where a text shall stand.
pub(super) enum DiskText {
    /// The text, byte for byte.
    Same,
    Nothing,
    /// Different or unreadable contents.
    Other,
}

/// Compares a file with a text.
pub(super) fn compare(path: &str, text: &str) -> DiskText {
    match read_own_file(Path::new(path)) {
        Ok(bytes) if bytes == text.as_bytes() => DiskText::Same,
        Err(error) if error.kind() == ErrorKind::NotFound => DiskText::Nothing,
        Ok(_) | Err(_) => DiskText::Other,
    }
}

/// The text of a file, if there is one. Of a link, a device or a file that is too large, only that it is one: it differs from all that we write.
pub(super) fn read(path: &str) -> Option<String> {
    match read_own_file(Path::new(path)) {
        Ok(bytes) => Some(
            String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
        ),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => None,
        Err(error) => Some(format!("({error})\n")),
    }
}
