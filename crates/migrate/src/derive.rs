//! Walks through both schemas at once, collects the edits, and builds the schema of the migrated values.

use planwright_drift::Verdict;
use planwright_schema::model::Keyword;
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::hint_names::DEFAULT_FOR_MISSING;
use crate::hints::{Convert, Hints, both, bounds, either, guard, named, without};
use crate::plain::{get, is_plain_array, items, new_object, plain_object, property, resolved};
use crate::{
    HoleReason, MigrationEdit, MigrationHole, MigrationPlace, PropertyEdit, UnreadHint, ValueEdit, compare_schemas,
};

/// Maximum number of schema pairs that are visited. The values of the remaining ones are not edited.
const MAX_VISITED_PAIRS: usize = 10_000;
/// Maximum number of schema pairs that are compared to name rejected values.
const MAX_LEAVES: usize = 256;

pub(super) struct Derivation<'s> {
    pub old: &'s Value,
    pub new: &'s Value,
    pub edits: Vec<MigrationEdit>,
    pub holes: Vec<MigrationHole>,
    /// Pairs that are compared if the edits do not suffice.
    pub leaves: Vec<MigrationLeaf>,
    /// Malformed hints.
    pub unread: Vec<UnreadHint>,
    /// Locations of properties that are removed although no hint asks for it.
    pub unasked: Vec<Pointer>,
    /// Locations where an undescribed property of an open object may be replaced.
    pub replaced: Vec<Pointer>,
    /// Pairs of schemas that are being visited. A pair that leads to itself is not visited again.
    pub active: Vec<ActivePair<'s>>,
    /// Number of pairs that have been visited.
    pub entered: usize,
    /// Schemas of migrated values that contain values of the same kind, by the name of their definition.
    pub migrated: Map<String, Value>,
    /// Number of pairs that may still be visited.
    left: usize,
}

/// Two schemas that are being visited.
pub(super) struct ActivePair<'s> {
    pub old: &'s Value,
    pub new: &'s Value,
    /// Length of the path to the values.
    pub depth: usize,
    /// Number in the name of the definition of the migrated values.
    pub number: usize,
    /// Paths from a value to those that the same two schemas describe.
    pub cycles: Vec<Vec<MigrationPlace>>,
}

/// Two schemas of the values at one location that no edit reconciles.
pub(super) struct MigrationLeaf {
    /// Location in the old document.
    pub at: Vec<MigrationPlace>,
    /// Schema of the migrated old values.
    pub old: Value,
    /// Schema of the new values.
    pub new: Value,
}

/// Derivation of the schema of the migrated values.
enum Walked {
    /// Part by part.
    Parts,
    /// By a hint that adds or removes a value around the old one.
    Converted,
}

impl MigrationLeaf {
    /// Returns the hole to report if the schemas differ. It names the innermost property that contains the values.
    pub(super) fn hole(&self) -> MigrationHole {
        let why = HoleReason::Refused;
        for (depth, place) in self.at.iter().enumerate().rev() {
            if let MigrationPlace::Member(name) = place {
                let at = self.at.iter().take(depth).cloned().collect();
                return MigrationHole { at, member: Some(name.clone()), why };
            }
        }
        MigrationHole { at: Vec::new(), member: None, why }
    }
}

impl<'s> Derivation<'s> {
    pub(super) fn new(old: &'s Value, new: &'s Value) -> Self {
        Self {
            old,
            new,
            edits: Vec::new(),
            holes: Vec::new(),
            leaves: Vec::new(),
            unread: Vec::new(),
            unasked: Vec::new(),
            replaced: Vec::new(),
            active: Vec::new(),
            entered: 0,
            migrated: Map::new(),
            left: MAX_VISITED_PAIRS,
        }
    }

    /// Adds the edits below `at`, inner values first. Returns the schema of the values that `old` allows, after the
    /// edits.
    pub(super) fn walk(&mut self, old: &'s Value, new: &'s Value, at: &mut Vec<MigrationPlace>) -> Value {
        let (one, two) = (resolved(self.old, old), resolved(self.new, new));
        if let Some(migrated) = self.repeated(one, two, at) {
            return migrated;
        }
        if self.left == 0 {
            return old.clone();
        }
        self.left -= 1;
        if one == two && !one.to_string().contains("\"$ref\"") {
            return one.clone();
        }
        let mark = self.enter(one, two, at);
        let hints = Hints::parse(new, two);
        self.unread.extend(hints.unread.iter().map(|keyword| UnreadHint::new(at.clone(), keyword)));
        let walked = self.structure(one, two, &hints, at);
        // The parts already have leaves.
        let is_in_parts = matches!(&walked, Some((Walked::Parts, _)));
        let migrated = walked.map_or_else(|| old.clone(), |(_, migrated)| migrated);
        let edits = self.edits.len();
        let migrated = self.values(migrated, (one, two), &hints, at);
        if !is_in_parts || self.edits.len() > edits {
            self.leaf(&migrated, two, at);
        }
        self.leave(&mark, &migrated, at);
        migrated
    }

    /// Records two schemas of the values at a location.
    pub(super) fn leaf(&mut self, old: &Value, new: &Value, at: &[MigrationPlace]) {
        if self.leaves.len() < MAX_LEAVES {
            self.leaves.push(MigrationLeaf { at: at.to_vec(), old: old.clone(), new: new.clone() });
        }
    }

    /// Returns a pair with the definitions that its schemas reference.
    pub(super) fn complete(&self, leaf: MigrationLeaf) -> MigrationLeaf {
        MigrationLeaf { old: self.standalone_old(&leaf.old), new: self.standalone_new(&leaf.new), at: leaf.at }
    }

    /// Checks whether every value of `migrated` is valid under `new`.
    pub(super) fn suffices(&self, migrated: &Value, new: &Value) -> bool {
        compare_schemas(&self.standalone_old(migrated), &self.standalone_new(new)) == Ok(Verdict::Proved)
    }

    /// Checks whether some value of `migrated` is invalid under `new`.
    pub(super) fn is_refused(&self, migrated: &Value, new: &Value) -> bool {
        let verdict = compare_schemas(&self.standalone_old(migrated), &self.standalone_new(new));
        matches!(verdict, Ok(Verdict::Broken(_)))
    }

    pub(super) fn edit(&mut self, at: &[MigrationPlace], kind: PropertyEdit) {
        self.edits.push(MigrationEdit { at: at.to_vec(), kind });
    }

    /// Applies hints about a value around or inside the old one. Otherwise matches objects, arrays or unions with each
    /// other.
    fn structure(
        &mut self,
        old: &'s Value,
        new: &'s Value,
        hints: &Hints<'s>,
        at: &mut Vec<MigrationPlace>,
    ) -> Option<(Walked, Value)> {
        for convert in &hints.convert {
            let mut defaults = Vec::new();
            let (edit, migrated) = match convert {
                Convert::WrapInArray if old["type"] != "array" => {
                    let inner = self.walk(old, items(new)?, at);
                    let is_array = json!({ "type": "array" });
                    let single = without(&inner, &is_array);
                    let mut wrapped = single_item();
                    wrapped["items"] = single;
                    (ValueEdit::WrapInArray, either(&both(&inner, &is_array), &wrapped))
                }
                Convert::UnwrapArray if old["type"] == "array" && is_plain_array(old) => {
                    let from = items(old)?;
                    let inner = self.inside(MigrationPlace::Items, from, new, at);
                    let mut array = old.clone();
                    array["items"] = inner.clone();
                    if let Value::Object(members) = &mut array {
                        members.shift_remove(Keyword::UniqueItems.name());
                    }
                    (ValueEdit::UnwrapArray, either(&without(&array, &single_item()), &inner))
                }
                Convert::WrapIn(name) if property(old, name).is_none() => {
                    let to = new_object(new)?;
                    let target = to.properties.get(name)?;
                    let objects = old["type"] == "object";
                    let inner = self.walk(old, target, at);
                    let is_object = json!({ "type": "object" });
                    let single = if objects { inner.clone() } else { without(&inner, &is_object) };
                    // The other properties of the new object have only values that the new schema names. Objects that are
                    // not wrapped would get them too.
                    let others = to.required.iter().filter(|other| *other != name).filter_map(|other| {
                        let (_, value) = self.value_for_missing(to.properties.get(other)?)?;
                        Some(((*other).to_owned(), value.clone()))
                    });
                    let is_wrapped = objects || self.suffices(&both(&inner, &is_object), &Value::Bool(false));
                    let others: Vec<(String, Value)> = others.filter(|_| is_wrapped).collect();
                    let names: Vec<&str> =
                        std::iter::once(*name).chain(others.iter().map(|(other, _)| other.as_str())).collect();
                    let mut wrapped = json!({
                        "type": "object", (Keyword::Properties.name()): { *name: single }, "required": names,
                        (Keyword::AdditionalProperties.name()): false,
                    });
                    for (other, value) in &others {
                        wrapped[Keyword::Properties.name()][other] = json!({ "enum": [value] });
                    }
                    defaults = others;
                    let edit = ValueEdit::WrapIn { member: (*name).to_owned(), objects };
                    let kept = both(&inner, &is_object);
                    (edit, if objects { wrapped } else { either(&kept, &wrapped) })
                }
                Convert::Unwrap(name) if old["type"] == "object" && new["type"] != "object" => {
                    let from = plain_object(old)?;
                    let inner =
                        self.inside(MigrationPlace::Member((*name).to_owned()), from.properties.get(name)?, new, at);
                    let is_only = from.is_closed && from.properties.iter().all(|(known, _)| known == name);
                    let loses_parts = !is_only || !from.required.contains(name);
                    let edit = ValueEdit::Unwrap { member: (*name).to_owned(), loses_parts };
                    let absent = without(&json!({ "type": "object" }), &json!({ "required": [name] }));
                    let migrated = if from.required.contains(name) { inner } else { either(&absent, &inner) };
                    (edit, migrated)
                }
                Convert::PairsToMap(key, value) if old["type"] == "array" && is_plain_array(old) => {
                    let names = ValueEdit::PairsToMap { key: (*key).to_owned(), value: (*value).to_owned() };
                    (names, self.pairs_to_map(old, new, (key, value), at)?)
                }
                Convert::MapToPairs(key, value) if old["type"] == "object" => {
                    let names = ValueEdit::MapToPairs { key: (*key).to_owned(), value: (*value).to_owned() };
                    (names, self.map_to_pairs(old, new, (key, value), at)?)
                }
                _ => continue,
            };
            self.edit(at, PropertyEdit::Value(edit));
            for (member, value) in defaults {
                self.edit(at, PropertyEdit::Default { member, value });
            }
            return Some((Walked::Converted, migrated));
        }
        self.parts(old, new, at).map(|migrated| (Walked::Parts, migrated))
    }

    /// Visits the values at an inner location.
    pub(super) fn nested(
        &mut self,
        place: MigrationPlace,
        old: &'s Value,
        new: &'s Value,
        at: &mut Vec<MigrationPlace>,
    ) -> Value {
        at.push(place);
        let inner = self.walk(old, new, at);
        at.pop();
        inner
    }

    /// Migrates an array of objects with a name and a value to an object.
    fn pairs_to_map(
        &mut self,
        old: &'s Value,
        new: &'s Value,
        (key, value): (&str, &str),
        at: &mut Vec<MigrationPlace>,
    ) -> Option<Value> {
        let pair = plain_object(resolved(self.old, items(old)?))?;
        let (from, name) = (pair.properties.get(value)?, pair.properties.get(key)?);
        let is_whole = [key, value].iter().all(|property| pair.required.contains(property));
        let to = new_object(new).filter(|map| map.properties.iter().next().is_none())?.others?;
        if !is_whole || resolved(self.old, name)["type"] != "string" {
            return None;
        }
        at.push(MigrationPlace::Items);
        let inner = self.nested(MigrationPlace::Member(value.to_owned()), from, to, at);
        at.pop();
        let mut map = json!({
            "type": "object", (Keyword::AdditionalProperties.name()): inner, (Keyword::PropertyNames.name()): name,
        });
        if get(old, Keyword::MinItems).and_then(Value::as_u64).is_some_and(|least| least > 0) {
            // Pairs with equal names become one property.
            map[Keyword::MinProperties.name()] = 1.into();
        }
        if let Some(most) = get(old, Keyword::MaxItems) {
            map[Keyword::MaxProperties.name()] = most.clone();
        }
        Some(map)
    }

    /// Migrates an object without named properties to an array of objects with a name and a value.
    fn map_to_pairs(
        &mut self,
        old: &'s Value,
        new: &'s Value,
        (key, value): (&str, &str),
        at: &mut Vec<MigrationPlace>,
    ) -> Option<Value> {
        let from = plain_object(old).filter(|map| map.properties.iter().next().is_none())?.others?;
        let to = new_object(resolved(self.new, items(new)?))?.properties.get(value)?;
        let inner = self.nested(MigrationPlace::Others { except: Vec::new() }, from, to, at);
        let pair = json!({
            "type": "object", (Keyword::Properties.name()): { key: { "type": "string" }, value: inner },
            "required": [key, value], (Keyword::AdditionalProperties.name()): false,
        });
        Some(json!({ "type": "array", "items": pair }))
    }

    /// Migrates the values at an inner location, which replace the outer value.
    fn inside(&mut self, place: MigrationPlace, old: &'s Value, new: &'s Value, at: &mut Vec<MigrationPlace>) -> Value {
        at.push(place);
        let inner = self.parts(resolved(self.old, old), new, at);
        at.pop();
        inner.unwrap_or_else(|| old.clone())
    }

    /// Matches an object with an object, an array with an array, or a union with a union.
    pub(super) fn parts(&mut self, old: &'s Value, new: &'s Value, at: &mut Vec<MigrationPlace>) -> Option<Value> {
        if let (Some(from), Some(to)) = (plain_object(old), new_object(new)) {
            return Some(self.object((old, &from), (new, &to), at));
        }
        if let Some(migrated) = self.union(old, new, at) {
            return Some(migrated);
        }
        let (from, to) = (items(old)?, items(new)?);
        if !is_plain_array(old) || !is_plain_array(new) {
            return None;
        }
        let is_changed = |keyword| get(old, keyword) != get(new, keyword);
        if [Keyword::MinItems, Keyword::MaxItems, Keyword::UniqueItems].into_iter().any(is_changed) {
            self.leaf(&without_items(old), &without_items(new), at);
        }
        let mark = self.mark();
        let items = self.nested(MigrationPlace::Items, from, to, at);
        let is_edited = self.has_edits_since(&mark);
        if is_edited && get(new, Keyword::UniqueItems) == Some(&Value::Bool(true)) {
            // Edits may make two elements equal.
            self.rewind(&mark);
            return None;
        }
        let mut array = old.clone();
        array["items"] = items;
        if let Value::Object(members) = &mut array
            && is_edited
        {
            members.shift_remove(Keyword::UniqueItems.name());
        }
        Some(array)
    }

    /// Converts the value itself, in the order of the hints. A conversion is skipped if the value is already valid.
    fn values(
        &mut self,
        mut migrated: Value,
        (old, new): (&'s Value, &'s Value),
        hints: &Hints<'s>,
        at: &[MigrationPlace],
    ) -> Value {
        let mut edits = Vec::new();
        for convert in &hints.convert {
            match convert {
                Convert::ToString => edits.push(ValueEdit::ToString),
                Convert::ToNumber => edits.push(ValueEdit::ToNumber),
                Convert::ToInteger => edits.push(ValueEdit::ToInteger),
                Convert::Clamp => {
                    let bounds = bounds(new).map(|(minimum, maximum)| ValueEdit::Clamp { minimum, maximum });
                    match bounds {
                        Some(clamp) => edits.push(clamp),
                        None => self.unread.push(UnreadHint::new(at.to_vec(), "x-convert")),
                    }
                }
                Convert::Truncate => match get(new, Keyword::MaxLength).and_then(Value::as_u64) {
                    Some(length) => edits.push(ValueEdit::Truncate { length }),
                    None => self.unread.push(UnreadHint::new(at.to_vec(), "x-convert")),
                },
                Convert::WrapInArray
                | Convert::UnwrapArray
                | Convert::WrapIn(_)
                | Convert::Unwrap(_)
                | Convert::PairsToMap(..)
                | Convert::MapToPairs(..) => {}
            }
        }
        // A map that the old schema has too was written for the old schema's predecessor.
        let map = hints.map.filter(|values| old.get("x-enum-map").and_then(Value::as_object) != Some(*values));
        edits.extend(map.map(|values| ValueEdit::Map { values: values.clone(), merges: false }));
        if let (Some(value), Some(unless)) = (hints.for_refused, guard(new)) {
            edits.push(ValueEdit::Replace { unless, value: value.clone() });
        }
        for mut edit in edits {
            if let ValueEdit::Map { values, merges } = &mut edit {
                *merges = self.merges(&migrated, values);
            }
            let is_needed = match &edit {
                ValueEdit::Map { values, .. } => {
                    let texts = json!({ "enum": values.keys().collect::<Vec<_>>() });
                    !self.suffices(&both(&migrated, &texts), &json!(false))
                }
                ValueEdit::Replace { unless, .. } => !self.suffices(&migrated, unless),
                _ => !self.suffices(&migrated, new),
            };
            if !is_needed {
                continue;
            }
            migrated = edit.image(&migrated);
            self.edit(at, PropertyEdit::Value(edit));
        }
        migrated
    }

    /// Returns whether a map may make one value of two that the schema allows.
    fn merges(&self, migrated: &Value, values: &Map<String, Value>) -> bool {
        let allows = |some: &Value| !self.suffices(&both(migrated, &json!({ "enum": some })), &Value::Bool(false));
        let is_same = |(index, (text, value)): (usize, (&String, &Value))| {
            let others = values.iter().skip(index + 1).filter(|(_, other)| *other == value);
            others.into_iter().any(|(other, _)| allows(&json!([text])) && allows(&json!([other])))
        };
        // A value that is not mapped stays, and another one may become equal to it.
        let stays = |value: &&Value| value.as_str().is_none_or(|text| !values.contains_key(text));
        let staying: Vec<&Value> = values.values().filter(stays).collect();
        values.iter().enumerate().any(is_same) || (!staying.is_empty() && allows(&json!(staying)))
    }

    /// Returns the value that the new schema defines for a missing property, with the keyword.
    pub(super) fn value_for_missing(&self, schema: &'s Value) -> Option<(&'static str, &'s Value)> {
        let target = resolved(self.new, schema);
        let value = |keyword| Some((keyword, named(schema, target, keyword)?));
        [DEFAULT_FOR_MISSING, "default"].into_iter().find_map(value)
    }
}

/// Returns the schema of arrays with one item.
fn single_item() -> Value {
    json!({ "type": "array", (Keyword::MinItems.name()): 1, (Keyword::MaxItems.name()): 1 })
}

fn without_items(schema: &Value) -> Value {
    let members = schema.as_object().into_iter().flatten().filter(|(keyword, _)| *keyword != "items");
    Value::Object(members.map(|(keyword, value)| (keyword.clone(), value.clone())).collect::<Map<_, _>>())
}
