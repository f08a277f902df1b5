//! Lists the changes between two schemas: compares them keyword by keyword and follows references.

mod members;
mod source;
mod unions;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::{Meaning, SchemaFile, SchemaSet};
use planwright_source::{Lines, Pointer};
use serde_json::Value;

use crate::arena::{Arena, Id};
use crate::pattern::Patterns;
use crate::prove::{Prover, Solution, State};
use crate::read::{Reader, Side, definitions, is_old};
use crate::rules::{Rule, RuleId};

/// Maximum number of references that are followed in a row.
const MAX_REFERENCES: usize = 32;
/// Maximum number of changes that are listed.
const MAX_CHANGES: usize = 10_000;

/// Location in a schema file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// One change.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Rule that describes the kind of change.
    pub rule: &'static Rule,
    /// Location in the old schema, or the nearest enclosing location if the old schema has no counterpart.
    pub old: Option<Spot>,
    /// Location in the new schema.
    pub new: Option<Spot>,
    /// Message that describes the change.
    pub message: String,
}

/// Schema with its location.
#[derive(Clone, Debug)]
struct Node<'s> {
    file: &'s SchemaFile,
    at: Pointer,
    value: &'s Value,
}

impl<'s> Node<'s> {
    fn get(&self, keyword: &str) -> Option<&'s Value> {
        if is_old(self.file.draft()) && keyword != "$ref" && self.value.get("$ref").is_some() {
            return None;
        }
        if crate::read::is_defined(self.file.draft(), keyword) { self.value.get(keyword) } else { None }
    }

    fn inside(&self, keyword: &str) -> Option<Node<'s>> {
        Some(Node { file: self.file, at: self.at.member(keyword), value: self.get(keyword)? })
    }

    fn below(&self, name: &str) -> Option<Node<'s>> {
        Some(Node { file: self.file, at: self.at.member(name), value: self.value.get(name)? })
    }

    fn elements(&self) -> Vec<Node<'s>> {
        let items = self.value.as_array().into_iter().flatten().enumerate();
        items.map(|(index, value)| Node { file: self.file, at: self.at.index(index), value }).collect()
    }

    /// Returns the property names of the object below a keyword.
    fn names(&self, keyword: &str) -> BTreeSet<&'s str> {
        self.get(keyword).and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name.as_str()).collect()
    }
}

struct Differ<'s> {
    old: &'s Side<'s>,
    new: &'s Side<'s>,
    patterns: Patterns,
    seen: BTreeSet<(String, Pointer, String, Pointer)>,
    changes: Vec<Change>,
}

/// Returns all changes between the schemas of each pair, including everything that they reference.
pub(crate) fn changes<'s>(pairs: &'s [(Side<'s>, Side<'s>)]) -> Vec<Change> {
    let Some((old, new)) = pairs.first() else { return Vec::new() };
    let mut differ = Differ { old, new, patterns: Patterns::default(), seen: BTreeSet::new(), changes: Vec::new() };
    for (index, (old, new)) in pairs.iter().enumerate() {
        let nodes = (node(old, &old.entry.0, &old.entry.1), node(new, &new.entry.0, &new.entry.1));
        let (Some(one), Some(two)) = nodes else { continue };
        if index == 0 && one.file.draft() != two.file.draft() {
            let message = format!("{:?} changed to {:?}", one.file.draft(), two.file.draft());
            let root = |node: &Node<'s>| Node { at: Pointer::root(), ..node.clone() };
            differ.add(RuleId::DialectChanged, &root(&one), &root(&two), &["$schema"], message);
        }
        differ.compare(&one, &two);
    }
    differ.changes
}

/// Returns the definitions that only one of the two documents has.
pub(crate) fn definitions_changed(old: &SchemaFile, new: &SchemaFile) -> Vec<Change> {
    let names = |file: &SchemaFile| definitions(&file.value).collect::<BTreeSet<Pointer>>();
    let (one, two) = (names(old), names(new));
    let root = |file| Node { file, at: Pointer::root(), value: &Value::Null };
    let change = |id: RuleId, at: &Pointer, message: String| {
        let below: Vec<String> = at.tokens().map(std::borrow::Cow::into_owned).collect();
        let below: Vec<&str> = below.iter().map(String::as_str).collect();
        let (old, new) = (Some(spot(&root(old), &below)), Some(spot(&root(new), &below)));
        Change { rule: id.rule(), old, new, message }
    };
    let gone = one.difference(&two).map(|at| change(RuleId::DefinitionRemoved, at, format!("{at} was removed")));
    let come = two.difference(&one).map(|at| change(RuleId::DefinitionAdded, at, format!("{at} was added")));
    gone.chain(come).collect()
}

fn node<'s>(side: &Side<'s>, file: &str, at: &Pointer) -> Option<Node<'s>> {
    let file = side.set.get(file)?;
    Some(Node { file, at: at.clone(), value: file.value.pointer(at.as_str())? })
}

impl<'s> Differ<'s> {
    fn add(&mut self, id: RuleId, old: &Node<'_>, new: &Node<'_>, below: &[&str], message: impl Into<String>) {
        if self.changes.len() < MAX_CHANGES {
            let (old, new) = (Some(spot(old, below)), Some(spot(new, below)));
            let change = Change { rule: id.rule(), old, new, message: message.into() };
            self.changes.push(change);
        }
    }

    fn compare(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let key = (old.file.path.clone(), old.at.clone(), new.file.path.clone(), new.at.clone());
        if !self.seen.insert(key) {
            return;
        }
        let names = (old.get("$ref").and_then(Value::as_str), new.get("$ref").and_then(Value::as_str));
        let (one, two) = (follow(self.old, old), follow(self.new, new));
        for (target, side, name) in [(&one, self.old, names.0), (&two, self.new, names.1)] {
            if target.is_none()
                && let Some(name) = name
            {
                let message = format!("{name:?}, which {} comes to, leads to nothing that is here", side.entry.0);
                self.add(RuleId::RefUnresolved, old, new, &["$ref"], message);
            }
        }
        let (Some(one), Some(two)) = (one, two) else { return self.siblings(old, new) };
        if names.0.is_some() != names.1.is_some() || last(names.0) != last(names.1) {
            let say = |name: Option<&str>| name.map_or("a schema in place".to_owned(), |name| format!("{name:?}"));
            self.add(RuleId::RefMoved, old, new, &["$ref"], format!("{} changed to {}", say(names.0), say(names.1)));
        }
        if one.at != old.at || two.at != new.at || one.file.path != old.file.path || two.file.path != new.file.path {
            self.compare_targets(&one, &two);
            if names.0.is_some() && names.1.is_some() && (has_siblings(old) || has_siblings(new)) {
                self.siblings(old, new);
            }
            return;
        }
        self.siblings(old, new);
    }

    fn compare_targets(&mut self, one: &Node<'s>, two: &Node<'s>) {
        let key = (one.file.path.clone(), one.at.clone(), two.file.path.clone(), two.at.clone());
        if !self.seen.contains(&key) {
            self.compare(one, two);
        }
    }

    /// Compares all keywords except references.
    fn siblings(&mut self, old: &Node<'s>, new: &Node<'s>) {
        if old.value == new.value && old.file.draft() == new.file.draft() && !old.value.to_string().contains("ef\"") {
            return;
        }
        match (old.value, new.value) {
            (Value::Bool(one), Value::Bool(two)) if one == two => return,
            (Value::Bool(false), _) | (_, Value::Bool(false)) => {
                self.add(RuleId::SchemaUnsatisfiable, old, new, &[], "the schema `false` allows nothing");
                return;
            }
            _ => {}
        }
        self.values(old, new);
        self.members(old, new);
        self.elements(old, new);
        self.connectives(old, new);
        self.source(old, new);
    }

    /// Checks whether no value satisfies all of these schemas of one side, within the effort that is left.
    fn is_empty(&mut self, side: &Side<'s>, nodes: &[&Node<'s>]) -> bool {
        if self.patterns.effort.spent().is_some() {
            return false;
        }
        let mut arena = Arena::default();
        let mut reader = Reader::new(&mut arena, side, 0, false);
        let ids: Vec<Id> = nodes.iter().map(|node| reader.read_schema(&node.file.path, &node.at)).collect();
        let state: State = ids.into_iter().map(|id| (id, true)).collect();
        self.patterns.effort.spend_on_schemas(arena.len());
        matches!(Prover::new(&mut arena, &mut self.patterns).solve(&state, 1), Solution::Empty)
    }
}

/// Follows references to the final schema. Returns `None` if one of them has no target.
fn follow<'s>(side: &Side<'s>, from: &Node<'s>) -> Option<Node<'s>> {
    let mut here = from.clone();
    for _ in 0..MAX_REFERENCES {
        let Some(reference) = here.value.get("$ref").and_then(Value::as_str) else { return Some(here) };
        let Meaning::Schema { file, pointer } = side.references.resolve(here.file, &here.at, reference) else {
            return None;
        };
        here = node(side, &file, &pointer)?;
    }
    None
}

fn has_siblings(node: &Node<'_>) -> bool {
    !is_old(node.file.draft()) && node.value.as_object().is_some_and(|members| members.len() > 1)
}

/// Returns the last segment of a reference, which names its target.
fn last(reference: Option<&str>) -> Option<&str> {
    reference.map(|reference| reference.rsplit(['/', '#']).next().unwrap_or(reference))
}

/// Creates a location whose line and column are filled in later.
fn spot(node: &Node<'_>, below: &[&str]) -> Spot {
    let pointer = below.iter().fold(node.at.clone(), |at, name| at.member(name));
    Spot { file: node.file.path.clone(), pointer, line: 1, column: 1 }
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
        }
    }
}

/// Prints a value for a message, shortened to 60 characters.
fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 { text } else { text.chars().take(57).chain("...".chars()).collect() }
}
