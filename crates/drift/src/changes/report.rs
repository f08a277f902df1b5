//! Changes with their locations, and the definitions that only one document has.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use planwright_schema::{SchemaFile, SchemaSet};
use planwright_source::{Lines, Pointer};
use serde_json::Value;

use crate::rules::{Effect, Rule, RuleId};
use crate::schema_library::Node;

/// Location in a schema file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// Name of the file in its set.
    pub file: String,
    /// JSON Pointer into the document.
    pub pointer: Pointer,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

impl Spot {
    /// Creates a location whose line and column are filled in later.
    pub(super) fn new(file: &SchemaFile, pointer: Pointer) -> Self {
        Self { file: file.path.clone(), pointer, line: 1, column: 1 }
    }
}

/// One change.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Rule that describes the kind of change.
    pub rule: &'static Rule,
    /// Effect on documents of the old schema. It is more precise than that of the rule if values were searched.
    pub backward: Effect,
    /// Effect on documents of the new schema.
    pub forward: Effect,
    /// Location in the old schema, or the nearest enclosing location if the old schema has no counterpart.
    pub old: Option<Spot>,
    /// Location in the new schema.
    pub new: Option<Spot>,
    /// Message that describes the change.
    pub message: String,
    /// Value at this location that is valid on one side only because of the change, if one was found.
    pub witness: Option<Value>,
}

impl Change {
    /// Returns the location of what changed: in the new schema, or in the old one if only that has it.
    pub fn pointer(&self) -> Pointer {
        let at = |spot: &Option<Spot>| spot.as_ref().map(|spot| spot.pointer.clone());
        match (at(&self.old), at(&self.new)) {
            // The nearest location of the new schema is above what was removed.
            (Some(old), Some(new)) if old.is_within(&new) => old,
            (_, Some(new)) => new,
            (old, None) => old.unwrap_or_default(),
        }
    }
}

/// Returns the definitions that only one of the two documents has.
pub(crate) fn definitions_changed(old: Node<'_>, new: Node<'_>) -> Vec<Change> {
    let (one, two): (BTreeSet<Pointer>, BTreeSet<Pointer>) = (old.definitions().collect(), new.definitions().collect());
    let change = |id: RuleId, at: &Pointer, what: &str| Change {
        rule: id.rule(),
        backward: id.rule().backward,
        forward: id.rule().forward,
        old: Some(Spot::new(old.file, at.clone())),
        new: Some(Spot::new(new.file, at.clone())),
        message: format!("the definition `{at}` was {what}"),
        witness: None,
    };
    let removed = one.difference(&two).map(|at| change(RuleId::DefinitionRemoved, at, "removed"));
    let added = two.difference(&one).map(|at| change(RuleId::DefinitionAdded, at, "added"));
    removed.chain(added).collect()
}

/// Removes changes of properties without an effect on documents from locations where another comparison found an effect.
///
/// A schema that is referenced twice is compared in two contexts, and one of them may hide its changes.
pub(crate) fn remove_hidden(changes: &mut Vec<Change>) {
    let has_effect = |change: &Change| [change.backward, change.forward] != [Effect::Fine; 2];
    let spots = |change: &Change| (change.old.clone(), change.new.clone());
    let effective: HashSet<_> = changes.iter().filter(|change| has_effect(change)).map(spots).collect();
    let may_hide = |change: &Change| {
        matches!(change.rule.id, RuleId::PropertyAddedCovered | RuleId::PropertyRemovedCovered) && !has_effect(change)
    };
    changes.retain(|change| !may_hide(change) || !effective.contains(&spots(change)));
}

/// Sets line and column of every location, in one pass over each file. A missing location becomes the nearest enclosing
/// one.
pub(crate) fn locate_changes(changes: &mut [Change], old: &SchemaSet, new: &SchemaSet) {
    locate_spots(old, changes.iter_mut().filter_map(|change| change.old.as_mut()).collect());
    locate_spots(new, changes.iter_mut().filter_map(|change| change.new.as_mut()).collect());
}

fn locate_spots(set: &SchemaSet, spots: Vec<&mut Spot>) {
    let mut by_file: BTreeMap<String, Vec<&mut Spot>> = BTreeMap::new();
    for spot in spots {
        by_file.entry(spot.file.clone()).or_default().push(spot);
    }
    for (file, spots) in by_file {
        let Some(file) = set.get(&file) else { continue };
        let lines = Lines::new(&file.text);
        let pointers: Vec<Pointer> = spots.iter().map(|spot| spot.pointer.clone()).collect();
        for (spot, place) in spots.into_iter().zip(file.locate_all(&pointers)) {
            let Some(place) = place else { continue };
            let at = lines.line_column(place.key.unwrap_or(place.value).start);
            (spot.pointer, spot.line, spot.column) = (place.at, at.line, at.column);
            file.source_path().clone_into(&mut spot.file);
        }
    }
}

/// Prints a value for a message, shortened to 60 characters.
pub(super) fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 { text } else { text.chars().take(57).chain("...".chars()).collect() }
}
