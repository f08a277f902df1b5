//! Migrates recursive schemas: gives the schemas that references lead back to a name, and makes edits apply at every
//! depth.

use std::collections::BTreeMap;

use planwright_schema::keywords::{DYNAMIC, rebuild, references_below, walk};
use planwright_schema::model::Keyword;
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::derive::{ActivePair, Derivation};
use crate::{MigrationEdit, MigrationPlace, PropertyEdit};

/// Name of the definition that contains the whole document.
const ROOT: &str = "root";

/// State of a derivation to which it can return.
pub(super) struct Mark {
    edits: usize,
    holes: usize,
    leaves: usize,
    cycles: Vec<usize>,
}

impl<'s> Derivation<'s> {
    /// Returns the current state.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            edits: self.edits.len(),
            holes: self.holes.len(),
            leaves: self.leaves.len(),
            cycles: self.active.iter().map(|pair| pair.cycles.len()).collect(),
        }
    }

    /// Returns whether values have been edited since a state, or will be because their schema is recursive.
    pub(super) fn has_edits_since(&self, mark: &Mark) -> bool {
        let is_longer = |(pair, length): (&ActivePair<'_>, &usize)| pair.cycles.len() > *length;
        self.edits.len() > mark.edits || self.active.iter().zip(&mark.cycles).any(is_longer)
    }

    /// Forgets everything since a state.
    pub(super) fn rewind(&mut self, mark: &Mark) {
        self.edits.truncate(mark.edits);
        self.holes.truncate(mark.holes);
        self.leaves.truncate(mark.leaves);
        for (pair, length) in self.active.iter_mut().zip(&mark.cycles) {
            pair.cycles.truncate(*length);
        }
    }

    /// Returns the schema of the migrated values if the two schemas are being visited already.
    pub(super) fn repeated(&mut self, old: &Value, new: &Value, at: &[MigrationPlace]) -> Option<Value> {
        let pair = self.active.iter_mut().find(|pair| std::ptr::eq(pair.old, old) && std::ptr::eq(pair.new, new))?;
        let path = at.get(pair.depth..).unwrap_or_default();
        let leads_inside = |place: &MigrationPlace| !matches!(place, MigrationPlace::Where { .. });
        if !path.iter().any(leads_inside) {
            return Some(old.clone());
        }
        if !pair.cycles.iter().any(|known| known == path) {
            pair.cycles.push(path.to_vec());
        }
        Some(json!({ (Keyword::Ref.name()): format!("#/definitions/{}", migrated_name(pair.number)) }))
    }

    /// Begins to visit two schemas.
    pub(super) fn enter(&mut self, old: &'s Value, new: &'s Value, at: &[MigrationPlace]) -> Mark {
        let mark = self.mark();
        self.entered += 1;
        let (depth, number) = (at.len(), self.entered);
        self.active.push(ActivePair { old, new, depth, number, cycles: Vec::new() });
        mark
    }

    /// Ends a visit. If the values contain values of the same two schemas, the edits apply to those too.
    pub(super) fn leave(&mut self, mark: &Mark, migrated: &Value, at: &[MigrationPlace]) {
        let Some(pair) = self.active.pop() else { return };
        if pair.cycles.is_empty() {
            return;
        }
        let along = pair.cycles;
        self.migrated.insert(migrated_name(pair.number), migrated.clone());
        let repeat = || MigrationPlace::Repeat { along: along.clone() };
        for outer in self.active.iter_mut().zip(&mark.cycles) {
            let (outer, known) = outer;
            let through = pair.depth - outer.depth;
            outer.cycles.iter_mut().skip(*known).for_each(|path| path.insert(through, repeat()));
        }
        self.holes.iter_mut().skip(mark.holes).for_each(|hole| hole.at.insert(pair.depth, repeat()));
        self.leaves.iter_mut().skip(mark.leaves).for_each(|leaf| leaf.at.insert(pair.depth, repeat()));
        let mut edits = self.edits.split_off(mark.edits);
        for edit in &mut edits {
            edit.at.drain(..pair.depth);
        }
        if !edits.is_empty() {
            self.edits.push(MigrationEdit { at: at.to_vec(), kind: PropertyEdit::Recursive { along, edits } });
        }
    }

    /// Returns the schema of migrated values as a standalone document.
    pub(super) fn standalone_old(&self, schema: &Value) -> Value {
        standalone(self.old, schema, &self.migrated)
    }

    /// Returns a schema of new values as a standalone document.
    pub(super) fn standalone_new(&self, schema: &Value) -> Value {
        standalone(self.new, schema, &Map::new())
    }
}

/// Returns the name of the definition of migrated values.
fn migrated_name(number: usize) -> String {
    format!("migrated-{number}")
}

/// Returns a document that has the given one as a definition, and references that lead there. So a part of it can become
/// a separate document.
pub(super) fn with_named_root(document: &Value) -> Value {
    let mut inner = rebuild(document, &Pointer::root(), &mut |schema, _| {
        let local = schema.get(Keyword::Ref.name()).and_then(Value::as_str).and_then(|text| text.strip_prefix('#'));
        if let Some(rest) = local.filter(|rest| rest.is_empty() || rest.starts_with('/')) {
            schema[Keyword::Ref.name()] = format!("#/definitions/{ROOT}{rest}").into();
        }
    });
    let dialect = inner.as_object_mut().and_then(|members| members.shift_remove(Keyword::Schema.name()));
    let mut wrapped = Map::new();
    wrapped.extend(dialect.map(|dialect| (Keyword::Schema.name().to_owned(), dialect)));
    wrapped.insert(Keyword::Definitions.name().to_owned(), json!({ ROOT: inner }));
    Value::Object(wrapped)
}

/// Returns the document that became a definition.
pub(super) fn named_root(document: &Value) -> &Value {
    &document[Keyword::Definitions.name()][ROOT]
}

/// Returns whether a reference of a document depends on how it is reached. It cannot be moved with its schema.
pub(super) fn has_dynamic_references(document: &Value) -> bool {
    let mut found = false;
    walk(document, &Pointer::root(), &mut |schema, _| {
        found |= DYNAMIC.iter().any(|keyword| schema.get(keyword).is_some());
    });
    found
}

/// Returns a schema as a document, with the definitions that its references lead to.
///
/// A derivation compares many parts of a document, so each of them must not bring all definitions along.
fn standalone(document: &Value, schema: &Value, migrated: &Map<String, Value>) -> Value {
    let Value::Object(members) = schema else { return schema.clone() };
    let mut members = members.clone();
    if let Some(dialect) = document.get(Keyword::Schema.name()) {
        members.insert(Keyword::Schema.name().to_owned(), dialect.clone());
    }
    for keyword in [Keyword::Defs, Keyword::Definitions] {
        members.shift_remove(keyword.name());
    }
    let schema = Value::Object(members);
    let definitions = referenced_definitions(document, &schema, migrated).unwrap_or_else(|| {
        let mut all = document.get(Keyword::Definitions.name()).cloned().unwrap_or_else(|| json!({}));
        if let Value::Object(all) = &mut all {
            all.extend(migrated.clone());
        }
        all
    });
    let mut standalone = schema;
    if definitions.as_object().is_some_and(|definitions| !definitions.is_empty()) {
        standalone[Keyword::Definitions.name()] = definitions;
    }
    standalone
}

/// Returns the definitions that the references of a schema lead to, directly or through others.
///
/// Returns `None` if they cannot be separated from the others, for example because a schema has its own URI.
fn referenced_definitions(document: &Value, schema: &Value, migrated: &Map<String, Value>) -> Option<Value> {
    let definitions = document.get(Keyword::Definitions.name());
    let mut targets: BTreeMap<Pointer, &Value> = BTreeMap::new();
    let mut pending = vec![schema];
    while let Some(value) = pending.pop() {
        if has_own_uri(value) {
            return None;
        }
        for reference in references_below(value) {
            // Any other reference leads to a meta-schema.
            let Some(fragment) = reference.strip_prefix('#') else { continue };
            let below = fragment.strip_prefix("/definitions").filter(|_| !fragment.contains('%'))?;
            let at: Pointer = below.parse().ok()?;
            let name = at.tokens().next()?;
            let is_first = at.tokens().count() == 1;
            let target = migrated.get(&*name).filter(|_| is_first);
            let target = target.or_else(|| definitions?.pointer(at.as_str()))?;
            if targets.insert(at, target).is_none() {
                pending.push(target);
            }
        }
    }
    let mut found = json!({});
    let mut outer: Option<&Pointer> = None;
    // Outer values come first, and contain the inner ones.
    for (at, target) in &targets {
        if outer.is_some_and(|outer| at.is_within(outer)) {
            continue;
        }
        outer = Some(at);
        let (mut place, mut source) = (&mut found, definitions);
        for token in at.tokens() {
            // An element of an array would need those before it.
            if source.is_some_and(Value::is_array) {
                return None;
            }
            source = source.and_then(|source| source.get(&*token));
            place = place.as_object_mut()?.entry(token.into_owned()).or_insert_with(|| json!({}));
        }
        *place = (*target).clone();
    }
    Some(found)
}

/// Returns whether a schema in a value defines a URI or an anchor.
fn has_own_uri(value: &Value) -> bool {
    let names = [Keyword::DollarId, Keyword::Id, Keyword::Anchor, Keyword::DynamicAnchor].map(Keyword::name);
    match value {
        Value::Array(items) => items.iter().any(has_own_uri),
        Value::Object(members) => {
            names.iter().any(|name| members.get(*name).is_some_and(Value::is_string))
                || members.values().any(has_own_uri)
        }
        _ => false,
    }
}
