//! Local folders for documents that schemas refer to by URI.

use std::path::{Path, PathBuf};

use planwright_codegen::locate_document;
use planwright_sync::read_file;

/// Folders by the URI prefix of their documents. Nothing is ever fetched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documents {
    places: Vec<(String, PathBuf)>,
}

impl Documents {
    /// Adds `folder` for documents whose URIs start with `uri`.
    pub fn add(&mut self, uri: impl Into<String>, folder: impl Into<PathBuf>) {
        self.places.push((uri.into(), folder.into()));
    }

    /// Returns the file and content of a document.
    ///
    /// The rest of the URI names the file, and `.json` is appended if it is missing. The longest prefix wins. Files
    /// outside of the folders are never read.
    pub fn find(&self, uri: &str) -> Option<(PathBuf, Vec<u8>)> {
        let (index, names) = locate_document(self.places.iter().map(|(prefix, _)| prefix.as_str()), uri)?;
        let (_, folder) = self.places.get(index)?;
        names.iter().map(|name| folder.join(name)).find_map(|file| Some((file.clone(), read_file(&file).ok()?)))
    }

    /// Returns the folders that do not exist, each with its URI prefix.
    pub(crate) fn missing(&self) -> impl Iterator<Item = (&str, &Path)> {
        let places = self.places.iter().map(|(uri, folder)| (&**uri, &**folder));
        places.filter(|(_, folder)| !folder.is_dir())
    }
}
