//! Migrates objects, property by property.

use std::collections::BTreeSet;

use planwright_schema::model::Keyword;
use serde_json::{Map, Value, json};

use crate::derive::Derivation;
use crate::hint_names::REMOVED;
use crate::hints::{both, either, guard, named};
use crate::place::pointer;
use crate::plain::{PlainObject, get, resolved};
use crate::renames::{RENAMED_FROM, Renames};
use crate::{HoleReason, MigrationHole, MigrationPlace, PropertyEdit, UnreadHint, ValueEdit};

/// Old and new name of the tag of a union. The tag is not edited until its branches are.
pub(super) type Tag<'t> = Option<(&'t str, &'t str)>;

/// Order of renames among the edits of an object.
const RENAMES: u8 = 1;

/// Migrated object, as far as it is known.
#[derive(Default)]
struct MigratedObject<'s> {
    /// Properties that the hint of the new schema names as removed.
    removed: Vec<&'s str>,
    renames: Renames<'s>,
    properties: Map<String, Value>,
    required: Vec<String>,
    edits: Vec<PropertyEdit>,
    /// Properties whose values contain edits.
    edited: Vec<String>,
    /// Set if the values of properties that no schema describes are edited.
    is_edited_elsewhere: bool,
}

impl<'s> Derivation<'s> {
    /// Adds the edits of two objects. Returns the schema of the migrated old objects.
    pub(super) fn object(
        &mut self,
        old: (&'s Value, &PlainObject<'s>),
        new: (&'s Value, &PlainObject<'s>),
        at: &mut Vec<MigrationPlace>,
    ) -> Value {
        self.branch(old, new, None, at)
    }

    /// Does the same for a branch of a union, without editing its tag.
    pub(super) fn branch(
        &mut self,
        (schema, old): (&'s Value, &PlainObject<'s>),
        (target, new): (&'s Value, &PlainObject<'s>),
        tag: Tag<'_>,
        at: &mut Vec<MigrationPlace>,
    ) -> Value {
        let removed = target.get(REMOVED).and_then(Value::as_array).into_iter().flatten();
        let mut into =
            MigratedObject { removed: removed.filter_map(Value::as_str).collect(), ..MigratedObject::default() };
        let holes = self.holes.len();
        // If undescribed properties are dropped, the object can be treated as closed.
        let described = described(old, new, target);
        let whole = old;
        let closed = described.as_ref().map(|_| PlainObject { is_closed: true, others: None, ..old.clone() });
        let old = closed.as_ref().unwrap_or(old);
        into.renames = Renames::new(old, new);
        self.unread.extend(into.renames.doubtful.iter().map(|to| UnreadHint::new(below(at, to), RENAMED_FROM)));
        for (name, inner) in old.properties.iter() {
            if tag.is_some_and(|(tag, _)| tag == name) {
                into.properties.insert(name.clone(), inner.clone());
                into.required.push(name.clone());
            } else {
                self.member((name, inner), old, new, &mut into, at);
            }
        }
        for name in described.iter().flatten().filter(|name| !old.properties.contains(name)) {
            // The property is required, but not described.
            let image =
                new.properties.get(name).map(|schema| self.unknown((name, &unnamed(whole)), schema, &mut into, at));
            into.properties.insert(name.clone(), image.unwrap_or_else(|| unnamed(whole)));
        }
        let mut is_closed = old.is_closed;
        let mut others = None;
        if !old.is_closed {
            self.unknown_members(old, new, tag, &mut into, at);
            others = self.others(old, new, &mut into, at);
            if new.is_closed && target.get("x-drop-unknown") == Some(&Value::Bool(true)) {
                let tag = tag.map(|(tag, _)| tag.to_owned());
                let members = new.properties.iter().map(|(name, _)| name.clone()).chain(tag).collect();
                into.edits.push(PropertyEdit::Keep { members });
                is_closed = true;
            } else if new.is_closed || (old.others.is_none() && new.others.is_some()) {
                let object =
                    |others: &Value| json!({ "type": "object", (Keyword::AdditionalProperties.name()): others });
                let (from, to) = (unnamed(old), new.others.unwrap_or(&Value::Bool(false)));
                self.leaf(&object(&from), &object(to), at);
            }
        }
        // Required properties that are not described remain, unless an edit removes them.
        let goes = |name: &str| {
            let is_dropped =
                |edit: &PropertyEdit| matches!(edit, PropertyEdit::RemoveRefused { member, .. } if member == name);
            into.edits.iter().any(is_dropped) || (new.is_closed && !new.properties.contains(name))
        };
        let undescribed = old.required.iter().filter(|name| !old.properties.contains(name) && !goes(name));
        let undescribed: Vec<String> = undescribed.map(|name| (*name).to_owned()).collect();
        into.required.extend(undescribed);
        let known = tag.map(|(_, tag)| tag);
        for name in new.required.iter().filter(|name| Some(**name) != known) {
            self.require_property(name, old, new, &mut into, at);
        }
        into.edits = in_order(into.edits);
        if let Some(mut members) = described {
            // Properties that a function fills in must not be dropped.
            let filled = self.holes.iter().skip(holes).filter(|hole| hole.at == *at);
            members.extend(filled.filter_map(|hole| hole.member.clone()));
            into.edits.insert(0, PropertyEdit::Keep { members });
        }
        let mut migrated = schema.clone();
        let is_touched = into.edits.iter().any(|edit| touches(edit, whole))
            || into.edited.iter().any(|name| old.valued.contains(name.as_str()))
            || (into.is_edited_elsewhere && old.valued.iter().any(|name| !old.properties.contains(name)));
        if let Value::Object(members) = &mut migrated {
            members.retain(|keyword, _| !is_touched || !old.conditions.contains(&keyword.as_str()));
        }
        let MigratedObject { properties, required, edits, .. } = into;
        migrated[Keyword::Properties.name()] = Value::Object(properties);
        set_required(&mut migrated, required);
        if is_closed {
            migrated[Keyword::AdditionalProperties.name()] = Value::Bool(false);
        } else if let Some(others) = others {
            migrated[Keyword::AdditionalProperties.name()] = others;
        }
        if !new.conditions.is_empty() {
            self.leaf(&skeleton(&migrated), &skeleton(target), at);
        }
        for kind in edits {
            self.edit(at, kind);
        }
        migrated
    }

    /// Migrates a property that the old schema describes.
    fn member(
        &mut self,
        (name, inner): (&'s String, &'s Value),
        old: &PlainObject<'s>,
        new: &PlainObject<'s>,
        into: &mut MigratedObject<'s>,
        at: &mut Vec<MigrationPlace>,
    ) {
        let mut is_required = old.required.contains(&name.as_str());
        let to = into.renames.new_name(name).unwrap_or(name);
        let is_taken = into.renames.is_taken(name);
        let Some(outer) = new.properties.get(to).filter(|_| to != name || !is_taken) else {
            if new.is_closed || is_taken {
                let loses_value = !loses_nothing(resolved(self.old, inner));
                into.edits.push(PropertyEdit::Remove { member: name.clone(), loses_value });
                if loses_value && !into.removed.contains(&name.as_str()) {
                    self.unasked.push(pointer(at).member(name));
                }
                into.properties.entry(name.clone()).or_insert_with(|| json!({ "not": {} }));
            } else {
                if let Some(others) = new.others {
                    at.push(MigrationPlace::Member(name.clone()));
                    self.leaf(inner, others, at);
                    at.pop();
                }
                into.properties.insert(name.clone(), inner.clone());
                into.required.extend(is_required.then(|| name.clone()));
            }
            return;
        };
        let mark = self.mark();
        let leaves = self.leaves.len();
        let mut inner = self.nested(MigrationPlace::Member(name.clone()), inner, outer, at);
        into.edited.extend(self.has_edits_since(&mark).then(|| name.clone()));
        if let Some(unless) = self.dropped(outer)
            && !self.suffices(&inner, &unless)
        {
            inner = both(&inner, &unless);
            is_required = false;
            if self.suffices(&inner, outer) {
                self.leaves.truncate(leaves);
            }
            into.edits.push(PropertyEdit::RemoveRefused { member: name.clone(), unless });
        }
        if to == name {
            into.properties.insert(name.clone(), inner);
        } else {
            if old.is_closed || old.properties.contains(to) {
                into.properties.insert(to.clone(), inner);
            } else {
                // If the old property is missing, an undescribed property with the new name remains.
                let unknown = if is_required { None } else { Some(self.unknown((to, &unnamed(old)), outer, into, at)) };
                into.properties.insert(to.clone(), unknown.map_or_else(|| inner.clone(), |one| either(&inner, &one)));
            }
            into.edits.push(PropertyEdit::Rename { from: name.clone(), to: to.clone() });
            if !old.is_closed && !old.properties.contains(to) {
                self.replaced.push(pointer(at).member(to));
            }
            if !is_taken {
                into.properties.insert(name.clone(), json!({ "not": {} }));
            }
        }
        into.required.extend(is_required.then(|| to.clone()));
    }

    /// Returns the schema for values that are kept, if other values of the property are dropped.
    fn dropped(&self, schema: &'s Value) -> Option<Value> {
        let target = resolved(self.new, schema);
        named(schema, target, "x-drop-refused").filter(|value| **value == Value::Bool(true))?;
        guard(target)
    }

    /// Migrates what an open object may contain under a name that the old schema does not describe. `before` is the
    /// schema of that value.
    fn unknown(
        &mut self,
        (name, before): (&str, &Value),
        schema: &'s Value,
        into: &mut MigratedObject<'s>,
        at: &mut Vec<MigrationPlace>,
    ) -> Value {
        let target = resolved(self.new, schema);
        at.push(MigrationPlace::Member(name.to_owned()));
        let image = match (named(schema, target, "x-for-refused"), guard(target), self.dropped(schema)) {
            (Some(value), Some(unless), _) => {
                let edit = ValueEdit::Replace { unless, value: value.clone() };
                let image = edit.image(before);
                self.leaf(&image, schema, at);
                into.edited.push(name.to_owned());
                self.edit(at, PropertyEdit::Value(edit));
                image
            }
            (_, _, Some(unless)) => {
                into.edits.push(PropertyEdit::RemoveRefused { member: name.to_owned(), unless: unless.clone() });
                let image = both(before, &unless);
                self.leaf(&image, schema, at);
                image
            }
            _ => {
                self.leaf(before, schema, at);
                before.clone()
            }
        };
        at.pop();
        image
    }

    /// Migrates names that only the new schema describes: an open old object may contain any value there.
    fn unknown_members(
        &mut self,
        old: &PlainObject<'s>,
        new: &PlainObject<'s>,
        tag: Tag<'_>,
        into: &mut MigratedObject<'s>,
        at: &mut Vec<MigrationPlace>,
    ) {
        for (name, schema) in new.properties.iter() {
            if !into.properties.contains_key(name) && tag.is_none_or(|(_, tag)| tag != name) {
                let image = self.unknown((name, &unnamed(old)), schema, into, at);
                into.properties.insert(name.clone(), image);
            }
        }
    }

    /// Migrates the values of undescribed properties, if both schemas have one schema for them.
    fn others(
        &mut self,
        old: &PlainObject<'s>,
        new: &PlainObject<'s>,
        into: &mut MigratedObject<'s>,
        at: &mut Vec<MigrationPlace>,
    ) -> Option<Value> {
        let (from, to) = (old.others?, new.others?);
        let mut except: Vec<String> = old.properties.iter().map(|(name, _)| name.clone()).collect();
        let come = new.properties.iter().filter(|(name, _)| !old.properties.contains(name));
        except.extend(come.map(|(name, _)| name.clone()));
        let mark = self.mark();
        let migrated = self.nested(MigrationPlace::Others { except }, from, to, at);
        into.is_edited_elsewhere = self.has_edits_since(&mark);
        Some(migrated)
    }

    /// Handles a property that the new schema requires.
    fn require_property(
        &mut self,
        name: &str,
        old: &PlainObject<'s>,
        new: &PlainObject<'s>,
        into: &mut MigratedObject<'s>,
        at: &mut Vec<MigrationPlace>,
    ) {
        if into.required.iter().any(|one| one == name) {
            return;
        }
        let schema = new.properties.get(name);
        let Some((schema, (keyword, value))) =
            schema.and_then(|schema| Some((schema, self.value_for_missing(schema)?)))
        else {
            let member = Some(name.to_owned());
            self.holes.push(MigrationHole { at: at.clone(), member, why: HoleReason::Missing });
            return;
        };
        into.edits.push(PropertyEdit::Default { member: name.to_owned(), value: value.clone() });
        let given = json!({ "enum": [value] });
        at.push(MigrationPlace::Member(name.to_owned()));
        if self.is_refused(&given, schema) {
            let why = Some(format!("the schema of the property rejects {value}"));
            self.unread.push(UnreadHint { why, ..UnreadHint::new(at.clone(), keyword) });
        }
        self.leaf(&given, schema, at);
        at.pop();
        match into.properties.get_mut(name) {
            Some(known) => *known = either(&known.take(), &given),
            None if old.is_closed => drop(into.properties.insert(name.to_owned(), given)),
            None => {}
        }
        into.required.push(name.to_owned());
    }
}

/// Returns the properties that remain if undescribed ones are dropped, or `None` if none are dropped.
fn described(old: &PlainObject<'_>, new: &PlainObject<'_>, target: &Value) -> Option<Vec<String>> {
    let is_asked = target.get("x-drop-undescribed") == Some(&Value::Bool(true));
    let stays = |name: &str| !old.properties.contains(name) && (!new.is_closed || new.properties.contains(name));
    let required = old.required.iter().filter(|name| stays(name));
    let names = || old.properties.iter().map(|(name, _)| name.clone()).chain(required.map(|name| (*name).to_owned()));
    (is_asked && !old.is_closed).then(|| names().collect())
}

/// Returns the schema of undescribed properties of an old object.
fn unnamed(old: &PlainObject<'_>) -> Value {
    old.others.cloned().unwrap_or_else(|| json!({}))
}

/// Returns the location of a property.
fn below(at: &[MigrationPlace], name: &str) -> Vec<MigrationPlace> {
    at.iter().cloned().chain([MigrationPlace::Member(name.to_owned())]).collect()
}

/// Checks that no value of a schema contains information.
fn loses_nothing(schema: &Value) -> bool {
    let is_empty = |keyword| get(schema, keyword).and_then(Value::as_object).is_none_or(Map::is_empty);
    schema["type"] == "object"
        && get(schema, Keyword::AdditionalProperties) == Some(&Value::Bool(false))
        && is_empty(Keyword::Properties)
        && is_empty(Keyword::PatternProperties)
}

/// Sorts the edits of an object, and joins renames of which one needs the name of another.
fn in_order(edits: Vec<PropertyEdit>) -> Vec<PropertyEdit> {
    let (mut names, mut others) = (Vec::new(), Vec::new());
    for edit in edits {
        match edit {
            PropertyEdit::Rename { from, to } => names.push((from, to)),
            edit => others.push(edit),
        }
    }
    let taken: BTreeSet<&str> = names.iter().map(|(_, to)| to.as_str()).collect();
    let needs_another = names.iter().any(|(from, _)| taken.contains(from.as_str()));
    others.sort_by_key(|edit| rank(edit, &taken));
    let at = others.partition_point(|edit| rank(edit, &taken) < RENAMES);
    let renames = if needs_another {
        vec![PropertyEdit::RenameAll { names }]
    } else {
        names.into_iter().map(|(from, to)| PropertyEdit::Rename { from, to }).collect()
    };
    others.splice(at..at, renames);
    others
}

/// Returns the order of an edit within its object. Undescribed properties must be handled before others are renamed to
/// their names.
fn rank(kind: &PropertyEdit, taken: &BTreeSet<&str>) -> u8 {
    match kind {
        PropertyEdit::Remove { member, .. } if taken.contains(member.as_str()) => 0,
        PropertyEdit::Move { .. }
        | PropertyEdit::Value(_)
        | PropertyEdit::RemoveRefused { .. }
        | PropertyEdit::Recursive { .. } => 0,
        PropertyEdit::Rename { .. } | PropertyEdit::RenameAll { .. } => RENAMES,
        PropertyEdit::Default { .. } => 2,
        PropertyEdit::Remove { .. } => 3,
        PropertyEdit::Keep { .. } => 4,
    }
}

/// Checks whether an edit adds or removes a property that a keyword about several properties depends on.
fn touches(edit: &PropertyEdit, old: &PlainObject<'_>) -> bool {
    let names = |name: &String| old.present.contains(name.as_str());
    match edit {
        PropertyEdit::Rename { from, to } => names(from) || names(to),
        PropertyEdit::RenameAll { names: all } => all.iter().any(|(from, to)| names(from) || names(to)),
        PropertyEdit::Default { member, .. }
        | PropertyEdit::Remove { member, .. }
        | PropertyEdit::RemoveRefused { member, .. } => names(member),
        PropertyEdit::Keep { members } => old.present.iter().any(|name| !members.iter().any(|one| one == name)),
        PropertyEdit::Move { .. } | PropertyEdit::Value(_) | PropertyEdit::Recursive { .. } => false,
    }
}

/// Sets the required properties. Draft-04 does not allow an empty list.
pub(super) fn set_required(schema: &mut Value, mut required: Vec<String>) {
    let mut seen = BTreeSet::new();
    required.retain(|name| seen.insert(name.clone()));
    if let Value::Object(members) = schema {
        members.shift_remove("required");
        if !required.is_empty() {
            members.insert("required".to_owned(), required.into());
        }
    }
}

/// Removes the constraints on property values from a schema.
fn skeleton(schema: &Value) -> Value {
    let is_kept = |name: &str| name != Keyword::AdditionalProperties.name();
    let members = schema.as_object().into_iter().flatten().filter(|(name, _)| is_kept(name));
    let mut kept: Map<String, Value> = members.map(|(keyword, value)| (keyword.clone(), value.clone())).collect();
    if let Some(Value::Object(properties)) = kept.get_mut(Keyword::Properties.name()) {
        let nothing = json!({ "not": {} });
        properties.values_mut().filter(|schema| **schema != nothing).for_each(|schema| *schema = json!({}));
    }
    Value::Object(kept)
}
