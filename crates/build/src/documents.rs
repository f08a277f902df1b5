//! Where documents are that schemas refer to by URI: folders that stand for places of the web.

use std::path::{Path, PathBuf};

use planwright_codegen::locate_document;
use planwright_sync::read_file;

/// Folders by what the URIs of their documents begin with. Nothing is ever fetched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documents {
    places: Vec<(String, PathBuf)>,
}

impl Documents {
    /// Has `folder` stand for the documents whose URIs begin with `uri`.
    pub fn add(&mut self, uri: impl Into<String>, folder: impl Into<PathBuf>) {
        self.places.push((uri.into(), folder.into()));
    }

    /// The document of a URI with the file that it stands in: the one that the rest of the URI names, `.json` added where
    /// that is missing. The longest beginning wins; nothing outside of the folders is read.
    pub fn find(&self, uri: &str) -> Option<(PathBuf, Vec<u8>)> {
        let (index, names) = locate_document(self.places.iter().map(|(prefix, _)| prefix.as_str()), uri)?;
        let (_, folder) = self.places.get(index)?;
        names.iter().map(|name| folder.join(name)).find_map(|file| Some((file.clone(), read_file(&file).ok()?)))
    }

    /// The folders that are not there, each with what it stands for.
    pub(crate) fn missing(&self) -> impl Iterator<Item = (&str, &Path)> {
        let places = self.places.iter().map(|(uri, folder)| (&**uri, &**folder));
        places.filter(|(_, folder)| !folder.is_dir())
    }
}
