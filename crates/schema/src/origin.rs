//! Source locations of schemas that are parts of a file, such as the components of an API description.

use std::collections::BTreeMap;

use planwright_source::Pointer;

/// Relation between the locations in a schema document and the locations in its source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origin {
    /// File that the source is in, if the document is a part of it.
    file: Option<String>,
    is_selection: bool,
    /// Locations in the source, by location in the document. Those below them follow.
    moved: BTreeMap<Pointer, Pointer>,
    /// Parts of the document, by location in the source.
    parts: BTreeMap<Pointer, Pointer>,
    /// Files of the set that contain a part of the source, by location in the document.
    elsewhere: BTreeMap<Pointer, String>,
}

impl Origin {
    /// Creates the origin of a document that is the schema at `at` of another file.
    pub(crate) fn inside(file: &str, at: Pointer) -> Self {
        let moved = BTreeMap::from([(Pointer::root(), at)]);
        Self { file: Some(file.to_owned()), moved, ..Self::default() }
    }

    /// Creates the origin of a document that refers to the schema at `at` of another file.
    pub(crate) fn selection(file: &str, at: Pointer) -> Self {
        Self { is_selection: true, ..Self::inside(file, at) }
    }

    /// Creates the origin of a document that was composed of parts of its source.
    pub(crate) fn composed(
        parts: impl IntoIterator<Item = (Pointer, Pointer)>,
        keywords: impl IntoIterator<Item = (Pointer, Pointer)>,
    ) -> Self {
        let moved: BTreeMap<Pointer, Pointer> = parts.into_iter().collect();
        let parts = moved.iter().map(|(here, there)| (there.clone(), here.clone())).collect();
        let mut origin = Self { moved, parts, ..Self::default() };
        origin.moved.extend(keywords);
        origin
    }

    /// Records the file that contains the schema of a location instead.
    pub(crate) fn set_elsewhere(&mut self, at: Pointer, file: String) {
        self.elsewhere.insert(at, file);
    }

    /// Returns the other file of the set that contains a location, with the location in it.
    pub(crate) fn elsewhere(&self, at: &Pointer) -> Option<(&str, Pointer)> {
        let (from, file) = nearest(&self.elsewhere, at)?;
        Some((file, below(from, at)))
    }

    pub(crate) fn is_whole_file(&self) -> bool {
        self.moved.is_empty()
    }

    pub(crate) fn is_collection(&self) -> bool {
        !self.parts.is_empty()
    }

    pub(crate) fn is_selection(&self) -> bool {
        self.is_selection
    }

    pub(crate) fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Returns the location in the source of a location in the document.
    pub(crate) fn source(&self, at: &Pointer) -> Pointer {
        nearest(&self.moved, at).map_or_else(|| at.clone(), |(from, to)| to.join(&below(from, at)))
    }

    /// Returns the location in the document of a location in the source, if it is in one of the parts.
    pub(crate) fn in_document(&self, source: &Pointer) -> Option<Pointer> {
        let (from, to) = nearest(&self.parts, source)?;
        Some(to.join(&below(from, source)))
    }
}

/// Returns the entry of the location or of the nearest location around it.
fn nearest<'m, T>(map: &'m BTreeMap<Pointer, T>, at: &Pointer) -> Option<(&'m Pointer, &'m T)> {
    if map.is_empty() {
        return None;
    }
    let mut around = at.clone();
    loop {
        if let Some(found) = map.get_key_value(&around) {
            return Some(found);
        }
        around.pop()?;
    }
}

/// Returns the location of `at` relative to `from`, which is around it.
fn below(from: &Pointer, at: &Pointer) -> Pointer {
    at.as_str().strip_prefix(from.as_str()).and_then(|rest| rest.parse().ok()).unwrap_or_default()
}
