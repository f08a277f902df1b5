//! Translates a schema of any dialect to the internal representation.

mod evaluated;
mod keywords;
mod opaque;

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Draft;
use planwright_schema::{Meaning, References, SchemaFile, SchemaSet, draft};
use planwright_source::Pointer;
use serde_json::Value;

use crate::arena::{Arena, Id, Node};
use crate::number;

/// One side of a comparison: a schema set and the schema in it.
#[derive(Clone, Debug)]
pub(crate) struct Side<'s> {
    pub set: &'s SchemaSet,
    pub references: &'s References<'s>,
    pub facts: &'s Facts,
    pub entry: (String, Pointer),
}

/// Returns the locations of the definitions of a document.
pub(crate) fn definitions(schema: &Value) -> impl Iterator<Item = Pointer> + '_ {
    ["$defs", "definitions"].into_iter().flat_map(move |keyword| {
        let members = schema.get(keyword).and_then(Value::as_object);
        members.into_iter().flatten().map(move |(name, _)| Pointer::root().member(keyword).member(name))
    })
}

/// Schemas that were read by reference, with their numbers in the arena.
pub(crate) type Targets = BTreeMap<(String, Pointer), usize>;

/// Translator of one side.
pub(crate) struct Reader<'a> {
    pub arena: &'a mut Arena,
    set: &'a SchemaSet,
    references: &'a References<'a>,
    side: usize,
    formats: bool,
    targets: Targets,
    pending: Vec<(String, Pointer, usize)>,
    facts: &'a Facts,
}

/// Facts about a whole set that are collected before its schemas are read.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Numbers that `f64` cannot represent, by file and location, in their original notation.
    lossy: BTreeMap<String, BTreeMap<Pointer, String>>,
    /// Dynamic anchors, by kind and name.
    dynamic: BTreeMap<String, Vec<(String, Pointer)>>,
}

impl Facts {
    pub(crate) fn collect(set: &SchemaSet) -> Self {
        let mut facts = Self::default();
        for file in set.files() {
            facts.lossy.insert(file.path.clone(), lossy_numbers(file));
            anchors(file, &file.value, &Pointer::root(), &mut facts.dynamic);
        }
        facts
    }
}

/// Schema with its location.
#[derive(Clone, Copy)]
struct Place<'p> {
    file: &'p SchemaFile,
    at: &'p Pointer,
    value: &'p Value,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(arena: &'a mut Arena, side: &Side<'a>, number: usize, formats: bool) -> Self {
        let Side { set, references, facts, .. } = *side;
        let (targets, pending) = (BTreeMap::new(), Vec::new());
        Self { arena, set, references, facts, side: number, formats, targets, pending }
    }

    /// Continues with the targets of an earlier reader of the same side.
    pub(crate) fn with_targets(mut self, targets: Targets) -> Self {
        self.targets = targets;
        self
    }

    /// Returns the targets for a later reader of the same side.
    pub(crate) fn into_targets(self) -> Targets {
        self.targets
    }

    /// Reads the schema at a location and everything that it references.
    pub(crate) fn read_schema(&mut self, file: &str, at: &Pointer) -> Id {
        let id = self.target(file, at);
        self.read_pending();
        id
    }

    /// Reads a schema in place, without making it a target.
    pub(crate) fn read_in_place(&mut self, file: &SchemaFile, at: &Pointer, value: &Value) -> Id {
        let id = self.schema(Place { file, at, value });
        self.read_pending();
        id
    }

    /// Reads one keyword of a schema.
    pub(crate) fn read_keyword(&mut self, file: &SchemaFile, at: &Pointer, schema: &Value, keyword: &str) -> Id {
        let mut parts = Vec::new();
        if let Some(value) = schema.get(keyword) {
            self.keyword(Place { file, at, value: schema }, keyword, value, &mut parts);
        }
        self.read_pending();
        self.arena.and(parts)
    }

    fn read_pending(&mut self) {
        while let Some((file, at, index)) = self.pending.pop() {
            let set = self.set;
            let Some(source) = set.get(&file) else { continue };
            let Some(value) = source.value.pointer(at.as_str()) else { continue };
            let id = self.schema(Place { file: source, at: &at, value });
            self.arena.targets[index] = Some(id);
        }
    }

    /// Returns every schema that was read by reference, with its number.
    pub(crate) fn targets(&self) -> &Targets {
        &self.targets
    }

    /// Checks whether the set contains numbers that validators cannot represent.
    pub(crate) fn is_lossy(&self) -> bool {
        self.facts.lossy.values().any(|numbers| !numbers.is_empty())
    }

    fn target(&mut self, file: &str, at: &Pointer) -> Id {
        let key = (file.to_owned(), at.clone());
        let index = if let Some(index) = self.targets.get(&key) {
            *index
        } else {
            self.arena.targets.push(None);
            let index = self.arena.targets.len() - 1;
            self.targets.insert(key.clone(), index);
            self.pending.push((key.0, key.1, index));
            index
        };
        self.arena.reference(index)
    }

    fn schema(&mut self, place: Place<'_>) -> Id {
        let members = match place.value {
            Value::Bool(true) => return self.arena.always(),
            Value::Bool(false) => return self.arena.never(),
            Value::Object(members) => members,
            _ => return self.opaque("a schema of another type", place),
        };
        let draft = place.file.draft();
        let dialect = members.get("$schema").and_then(Value::as_str).filter(|_| !place.at.is_root());
        if dialect.is_some_and(|named| draft::from_dialect(named) != Some(place.file.draft())) {
            return self.opaque("a dialect inside another", place);
        }
        let mut parts = Vec::new();
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            parts.push(self.reference(place, reference));
            if is_old(draft) {
                return parts[0];
            }
        }
        if draft == Draft::Draft201909
            && let Some(reference) = members.get("$recursiveRef").and_then(Value::as_str)
        {
            parts.push(self.dynamic(place, reference, "$recursiveAnchor"));
        }
        if draft == Draft::Draft202012
            && let Some(reference) = members.get("$dynamicRef").and_then(Value::as_str)
        {
            parts.push(self.dynamic(place, reference, "$dynamicAnchor"));
        }
        for (keyword, value) in members {
            if is_defined(draft, keyword) {
                self.keyword(place, keyword, value, &mut parts);
            }
        }
        self.arena.and(parts)
    }

    fn reference(&mut self, place: Place<'_>, reference: &str) -> Id {
        match self.references.resolve(place.file, place.at, reference) {
            Meaning::Schema { file, pointer } => self.target(&file, &pointer),
            Meaning::MetaSchema(uri) => {
                self.arena.add(Node::Opaque(format!("a meta-schema is not looked into: {uri}")))
            }
            Meaning::Unknown(uri) => {
                let uri = uri.unwrap_or_else(|| format!("{reference} (side {})", self.side));
                self.arena.add(Node::Opaque(format!("unresolved-ref: {uri}")))
            }
        }
    }

    /// Reads a reference that depends on the path of evaluation. With a single possible target, it is an ordinary
    /// reference.
    fn dynamic(&mut self, place: Place<'_>, reference: &str, anchor: &str) -> Id {
        if self.is_static(reference, anchor) {
            return self.reference(place, reference);
        }
        self.opaque("a reference that depends on the path of evaluation", place)
    }

    /// Checks whether a reference has the same target on every path of evaluation.
    fn is_static(&self, reference: &str, anchor: &str) -> bool {
        let name = reference.rsplit_once('#').map_or("", |(_, name)| name);
        let known = self.facts.dynamic.get(&format!("{anchor} {name}")).map_or(0, Vec::len);
        known <= 1 && (anchor == "$dynamicAnchor" || known == 0 || self.set.files().count() == 1)
    }

    fn inside(&mut self, place: Place<'_>, at: &Pointer, value: &Value) -> Id {
        self.schema(Place { file: place.file, at, value })
    }

    /// Returns the original notation of the numbers of a keyword that `f64` cannot represent.
    fn lossy(&self, place: Place<'_>, keyword: &str) -> Option<String> {
        let at = place.at.member(keyword);
        let numbers = self.facts.lossy.get(&place.file.path)?;
        let texts: Vec<&str> =
            numbers.iter().filter(|(pointer, _)| pointer.is_within(&at)).map(|(_, text)| text.as_str()).collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    }
}

/// Checks whether the dialect ignores keywords next to `$ref`.
pub(crate) fn is_old(draft: Draft) -> bool {
    matches!(draft, Draft::Draft4 | Draft::Draft6 | Draft::Draft7)
}

/// Checks whether a dialect defines a keyword.
pub(crate) fn is_defined(draft: Draft, keyword: &str) -> bool {
    match keyword {
        "const" | "contains" | "propertyNames" => draft != Draft::Draft4,
        "if" | "then" | "else" => !matches!(draft, Draft::Draft4 | Draft::Draft6),
        "dependentRequired"
        | "dependentSchemas"
        | "minContains"
        | "maxContains"
        | "unevaluatedItems"
        | "unevaluatedProperties" => !is_old(draft),
        "prefixItems" => draft == Draft::Draft202012,
        "additionalItems" => draft != Draft::Draft202012,
        "dependencies" => is_old(draft),
        _ => true,
    }
}

/// Returns the numbers that `f64` cannot represent, by location, in their original notation.
fn lossy_numbers(file: &SchemaFile) -> BTreeMap<Pointer, String> {
    let mut floats = Vec::new();
    collect(&file.value, &Pointer::root(), &mut floats);
    let places = file.locate_all(&floats);
    let mut lossy = BTreeMap::new();
    for (pointer, place) in floats.iter().zip(places) {
        let text = place.and_then(|place| file.text.get(place.value)).unwrap_or_default();
        let read = file.value.pointer(pointer.as_str()).and_then(number::from_value);
        if number::decimal(text) != read || read.is_none() {
            lossy.insert(pointer.clone(), text.to_owned());
        }
    }
    lossy
}

fn collect(value: &Value, at: &Pointer, into: &mut Vec<Pointer>) {
    match value {
        Value::Number(number) if number.is_f64() => into.push(at.clone()),
        Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| collect(item, &at.index(index), into)),
        Value::Object(members) => members.iter().for_each(|(name, item)| collect(item, &at.member(name), into)),
        _ => {}
    }
}

/// Collects the dynamic anchors of a document, by kind and name.
fn anchors(file: &SchemaFile, value: &Value, at: &Pointer, into: &mut BTreeMap<String, Vec<(String, Pointer)>>) {
    let mut add = |key: String| into.entry(key).or_default().push((file.path.clone(), at.clone()));
    if let Some(name) = value.get("$dynamicAnchor").and_then(Value::as_str) {
        add(format!("$dynamicAnchor {name}"));
    }
    if value.get("$recursiveAnchor") == Some(&Value::Bool(true)) {
        add("$recursiveAnchor ".to_owned());
    }
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| anchors(file, item, &at.index(index), into));
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, item)| anchors(file, item, &at.member(name), into));
        }
        _ => {}
    }
}

/// Returns the distinct strings of a list.
fn texts(value: &Value) -> BTreeSet<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
