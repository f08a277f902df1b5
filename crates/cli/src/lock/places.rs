//! Locations of findings in source files.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use planwright_runtime::{Diagnostic, Position};
use planwright_source::{Lines, Place, Places, Pointer};

/// A text that was read, and where its parts stand.
#[derive(Debug)]
pub(super) struct SourceText {
    pub name: String,
    text: Arc<str>,
    places: Places,
}

impl SourceText {
    pub(super) fn new(name: &str, text: &str, places: Places) -> Self {
        Self { name: name.to_owned(), text: Arc::from(text), places }
    }

    /// The line and column of what pointers lead to.
    pub(super) fn positions<'p>(&self, pointers: impl IntoIterator<Item = &'p Pointer>) -> Vec<Option<Position>> {
        self.located(pointers).into_iter().map(|found| found.map(|(_, position)| position)).collect()
    }

    /// The part of the text that each pointer leads to, and where it begins.
    fn located<'p>(&self, pointers: impl IntoIterator<Item = &'p Pointer>) -> Vec<Option<(Range<usize>, Position)>> {
        let lines = Lines::new(&self.text);
        let part = |place: Place| {
            let span = place.key.unwrap_or(place.value);
            let at = lines.line_column(span.start);
            (span, Position::from((at.line, at.column)))
        };
        self.places.locate_all(&self.text, pointers).into_iter().map(|place| place.map(part)).collect()
    }
}

/// The findings with line and column, in the texts of their files.
pub(super) fn placed(findings: &[Diagnostic], texts: &[SourceText]) -> Vec<Diagnostic> {
    let mut placed = findings.to_vec();
    let mut by_file: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, finding) in findings.iter().enumerate() {
        if let Some(file) = &finding.file {
            by_file.entry(file).or_default().push(index);
        }
    }
    for source in texts {
        let Some(indexes) = by_file.get(source.name.as_str()) else { continue };
        let found = source.located(indexes.iter().map(|index| &findings[*index].at));
        for (index, part) in indexes.iter().zip(found) {
            let Some((span, position)) = part else { continue };
            placed[*index].position = Some(position);
            placed[*index].source = Some(Arc::clone(&source.text));
            placed[*index].span = Some(span);
        }
    }
    placed
}
