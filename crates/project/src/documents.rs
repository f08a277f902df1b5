//! Finds documents that schemas refer to by URI, in files and folders that the user maps to URIs. Nothing is fetched.

use std::path::{Path, PathBuf};

use planwright_schema::uri::normalized;
use planwright_schema::{DefaultDialect, Error, SchemaSet, locate_document};
use planwright_sync::read_file;

/// Files and folders that contain documents, and the dialect of schemas without `$schema`.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    places: Vec<Place>,
    dialect: Option<DefaultDialect>,
}

/// A file for a URI, or a folder for a URI prefix.
#[derive(Clone, Debug)]
enum Place {
    File { uri: String, file: PathBuf },
    Folder { uri: String, folder: PathBuf },
}

impl Documents {
    /// Parses arguments of the form `URI=PATH`, with the paths relative to `base`. Returns all problems.
    pub fn parse(texts: &[String], base: &Path) -> Result<Self, Vec<String>> {
        let (mut places, mut problems) = (Vec::new(), Vec::new());
        for text in texts {
            match place(text, base) {
                Ok(place) => places.push(place),
                Err(problem) => problems.push(format!("documents: {problem}")),
            }
        }
        if problems.is_empty() { Ok(Self { places, dialect: None }) } else { Err(problems) }
    }

    /// Returns these documents, and those of `other` that are not among them.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        // If two prefixes are equal, the later one wins.
        let places = other.places.iter().chain(&self.places).cloned().collect();
        Self { places, dialect: self.dialect.or(other.dialect) }
    }

    /// Returns these documents, with the dialect of schemas without `$schema`.
    #[must_use]
    pub fn with_dialect(self, dialect: Option<DefaultDialect>) -> Self {
        Self { dialect: dialect.or(self.dialect), ..self }
    }

    /// Returns the dialect of schemas without `$schema`.
    pub fn dialect(&self) -> DefaultDialect {
        self.dialect.unwrap_or_default()
    }

    /// Parses schemas and the documents that they refer to, as [`SchemaSet::parse_in`] does. Calls `note` with each path
    /// that was tried, and its content.
    ///
    /// # Errors
    ///
    /// Returns every error of every file.
    pub fn parse_schemas(
        &self,
        texts: impl IntoIterator<Item = (String, Vec<u8>)>,
        note: impl Fn(&Path, Option<&[u8]>),
    ) -> Result<SchemaSet, Vec<Error>> {
        SchemaSet::parse_in(self.dialect(), texts, &|uri| self.find(uri, &note))
    }

    /// Returns `true` if no document can be found.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Reads a document. Nothing outside the files and folders is read. Calls `note` with each path that was tried, and
    /// its content.
    pub fn find(&self, uri: &str, note: impl Fn(&Path, Option<&[u8]>)) -> Option<Vec<u8>> {
        let read = |file: &Path| {
            let bytes = read_file(file).ok();
            note(file, bytes.as_deref());
            bytes
        };
        let file = self.places.iter().rev().find_map(|place| match place {
            Place::File { uri: own, file } if own == uri => Some(file),
            _ => None,
        });
        if let Some(bytes) = file.and_then(|file| read(file)) {
            return Some(bytes);
        }
        let folders: Vec<(&str, &PathBuf)> = self
            .places
            .iter()
            .filter_map(|place| match place {
                Place::Folder { uri, folder } => Some((uri.as_str(), folder)),
                Place::File { .. } => None,
            })
            .collect();
        let (index, names) = locate_document(folders.iter().map(|(uri, _)| *uri), uri)?;
        let (_, folder) = folders.get(index)?;
        names.iter().find_map(|name| read(&folder.join(name)))
    }
}

fn place(text: &str, base: &Path) -> Result<Place, String> {
    let parts = text.rsplit_once('=').filter(|(uri, _)| uri.contains(':'));
    let Some((uri, path)) = parts.map(|(uri, path)| (uri, base.join(path))) else {
        return Err(format!("{text}: expected URI=FILE or URI=DIR, such as https://example.org/schemas/=vendor"));
    };
    if path.is_dir() {
        return Ok(Place::Folder { uri: uri.to_owned(), folder: path });
    }
    if !path.is_file() {
        return Err(format!("{text}: file or folder not found: {}", path.display()));
    }
    let uri = normalized(uri).ok_or_else(|| format!("{text}: {uri:?} is not a URI"))?;
    Ok(Place::File { uri, file: path })
}
