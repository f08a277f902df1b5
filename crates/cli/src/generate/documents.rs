//! Finds documents that schemas refer to by URI, in folders that the user maps to URIs.

use std::path::{Path, PathBuf};

use planwright_schema::locate_document;
use planwright_sync::read_file;

/// A URI prefix and its folder.
#[derive(Debug)]
pub(super) struct Place {
    uri: String,
    folder: PathBuf,
}

/// Parses `URI=DIR`, with the folder relative to `base`.
pub(super) fn place(text: &str, base: &Path) -> Result<Place, String> {
    match text.rsplit_once('=').map(|(uri, folder)| (uri, base.join(folder))) {
        Some((uri, folder)) if uri.contains(':') && folder.is_dir() => Ok(Place { uri: uri.to_owned(), folder }),
        Some((uri, folder)) if uri.contains(':') => Err(format!("{text}: folder not found: {}", folder.display())),
        _ => Err(format!("{text}: expected URI=DIR, such as https://example.org/schemas/=vendor")),
    }
}

/// Reads a document. Nothing outside the folders is read. Calls `note` with each path that was tried, and its content.
pub(super) fn find(places: &[Place], uri: &str, note: impl Fn(&Path, Option<&[u8]>)) -> Option<Vec<u8>> {
    let (index, names) = locate_document(places.iter().map(|place| place.uri.as_str()), uri)?;
    let place = places.get(index)?;
    names.iter().find_map(|name| {
        let file = place.folder.join(name);
        let bytes = read_file(&file).ok();
        note(&file, bytes.as_deref());
        bytes
    })
}
