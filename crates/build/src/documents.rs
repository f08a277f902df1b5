//! Where documents are that schemas refer to by URI: folders that stand for places of the web.

use planwright_sync::read_file;
use std::path::{Path, PathBuf};

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
        let here = self.places.iter().filter_map(|(place, folder)| Some((place, folder, uri.strip_prefix(&**place)?)));
        let (_, folder, rest) = here.max_by_key(|(place, _, _)| place.len())?;
        let rest = rest.trim_start_matches('/');
        if rest.split(['/', '\\']).any(|part| matches!(part, "" | "." | "..")) {
            return None;
        }
        let files = [folder.join(rest), folder.join(format!("{rest}.json"))];
        files.into_iter().find_map(|file| Some((file.clone(), read_file(&file).ok()?)))
    }

    /// The folders that are not there, each with what it stands for.
    pub(crate) fn missing(&self) -> impl Iterator<Item = (&str, &Path)> {
        let places = self.places.iter().map(|(uri, folder)| (&**uri, &**folder));
        places.filter(|(_, folder)| !folder.is_dir())
    }
}
