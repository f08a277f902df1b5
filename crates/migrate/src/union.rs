//! Migrates unions whose branches have a tag or different types.

use std::collections::BTreeSet;

use planwright_schema::model::Keyword;
use serde_json::{Map, Value, json};

use crate::derive::Derivation;
use crate::hints::any_of;
use crate::object::set_required;
use crate::plain::{PlainObject, get, is_silent, new_object, plain_object, property, resolved};
use crate::renames::RENAMED_FROM;
use crate::{MigrationPlace, PropertyEdit, ValueEdit};

/// Branch that is an object, with the value of its tag.
struct TaggedBranch<'s> {
    schema: &'s Value,
    object: PlainObject<'s>,
    value: &'s str,
}

impl<'s> Derivation<'s> {
    /// Migrates a value if one or both schemas are unions.
    pub(super) fn union(&mut self, old: &'s Value, new: &'s Value, at: &mut Vec<MigrationPlace>) -> Option<Value> {
        let two = branches(self.new, new)?;
        let Some(one) = branches(self.old, old) else {
            let from = plain_object(old)?;
            let (schema, to) = target(&two)?;
            return Some(self.object((old, &from), (schema, &to), at));
        };
        for name in tags(&one) {
            let new_name = new_tag(name, &two);
            let is_free = name == new_name || (no_branch_describes(new_name, &one) && no_branch_describes(name, &two));
            if let (Some(from), Some(to), true) =
                (tagged(name, &one, plain_object), tagged(new_name, &two, new_object), is_free)
            {
                return Some(self.tagged(&from, &to, (name, new_name), at));
            }
        }
        self.kinds(&one, &two, new, at)
    }

    /// Migrates tagged branches: each branch to the one with its tag, and then all tags at once.
    fn tagged(
        &mut self,
        old: &[TaggedBranch<'s>],
        new: &[TaggedBranch<'s>],
        (tag, new_tag): (&str, &str),
        at: &mut Vec<MigrationPlace>,
    ) -> Value {
        let mut map = Map::new();
        let mut migrated = Vec::new();
        let mut tags = BTreeSet::new();
        let mut merges = false;
        for branch in old {
            let place = MigrationPlace::Where { tag: tag.to_owned(), value: branch.value.into() };
            let mapped = new.iter().find(|one| maps_from(one, new_tag, (branch, tag)));
            let same = || new.iter().find(|one| one.value == branch.value);
            at.push(place);
            let (mut schema, value) = if let Some(to) = mapped.or_else(same) {
                if to.value != branch.value {
                    map.insert(branch.value.to_owned(), to.value.into());
                }
                let (from, into) = ((branch.schema, &branch.object), (to.schema, &to.object));
                (self.branch(from, into, Some((tag, new_tag)), at), to.value)
            } else {
                self.leaf(&json!({}), &json!(false), at);
                (branch.schema.clone(), branch.value)
            };
            at.pop();
            merges |= !tags.insert(value);
            retag(&mut schema, &branch.object, (tag, new_tag), value);
            migrated.push(schema);
        }
        if !map.is_empty() {
            at.push(MigrationPlace::Member(tag.to_owned()));
            self.edit(at, PropertyEdit::Value(ValueEdit::Map { values: map, merges }));
            at.pop();
        }
        if tag != new_tag {
            self.edit(at, PropertyEdit::Rename { from: tag.to_owned(), to: new_tag.to_owned() });
        }
        any_of(&migrated)
    }

    /// Migrates branches with one type each: objects to objects, arrays to arrays.
    fn kinds(
        &mut self,
        old: &[&'s Value],
        new: &[&'s Value],
        target: &Value,
        at: &mut Vec<MigrationPlace>,
    ) -> Option<Value> {
        if !are_distinct(old) {
            return None;
        }
        let (mut migrated, mut rest) = (Vec::new(), Vec::new());
        for branch in old {
            let kind = &branch["type"];
            let mut same = new.iter().filter(|one| one["type"] == *kind);
            let walked = match (same.next(), same.next()) {
                (Some(to), None) if kind == "object" || kind == "array" => self.parts(branch, to, at),
                _ => None,
            };
            match walked {
                Some(schema) => migrated.push(schema),
                None => rest.push((*branch).clone()),
            }
        }
        if migrated.is_empty() {
            return None;
        }
        if !rest.is_empty() {
            self.leaf(&any_of(&rest), target, at);
            migrated.extend(rest);
        }
        Some(any_of(&migrated))
    }
}

/// Returns the branches of a schema that is a union and asserts nothing else.
fn branches<'s>(document: &'s Value, schema: &'s Value) -> Option<Vec<&'s Value>> {
    let mut found = None;
    for (name, value) in schema.as_object()? {
        match (Keyword::from_name(name), value) {
            (Some(Keyword::OneOf | Keyword::AnyOf), Value::Array(branches)) if found.is_none() => {
                found = Some(branches);
            }
            (Some(Keyword::Type), value) if value == "object" => {}
            _ if is_silent(name) => {}
            _ => return None,
        }
    }
    found.map(|branches| branches.iter().map(|branch| resolved(document, branch)).collect())
}

/// Returns the branch for objects without a tag: the one whose tag has a value for missing tags, else the only object.
fn target<'s>(branches: &[&'s Value]) -> Option<(&'s Value, PlainObject<'s>)> {
    let objects: Vec<_> =
        branches.iter().filter_map(|branch| new_object(branch).map(|object| (*branch, object))).collect();
    let is_named = |object: &PlainObject<'_>| {
        let has_value = |schema: &Value| constant(schema).is_some() && schema.get("x-default-for-missing").is_some();
        object.properties.iter().any(|(_, schema)| has_value(schema))
    };
    let is_only = objects.len() == 1;
    let mut named = objects.into_iter().filter(|(_, object)| is_only || is_named(object));
    named.next().filter(|_| named.next().is_none())
}

/// Returns the only string that a schema allows.
fn constant(schema: &Value) -> Option<&str> {
    let only = schema.get("enum").and_then(Value::as_array).filter(|values| values.len() == 1);
    schema.get("const").or_else(|| only.and_then(|values| values.first())).and_then(Value::as_str)
}

/// Returns the schemas of the properties of an object.
fn properties(schema: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    schema.and_then(|schema| get(schema, Keyword::Properties)?.as_object()).into_iter().flatten()
}

/// Returns the properties that may be the tag.
fn tags<'s>(branches: &[&'s Value]) -> Vec<&'s str> {
    let constants = properties(branches.first().copied()).filter(|(_, schema)| constant(schema).is_some());
    constants.map(|(name, _)| name.as_str()).collect()
}

/// Returns the name of the tag in the new branches. If it changed, all branches must declare the old name.
fn new_tag<'s>(tag: &'s str, branches: &[&'s Value]) -> &'s str {
    let is_from = |schema: &Value| schema.get(RENAMED_FROM).is_some_and(|from| from == tag);
    let renamed = |name: &str| branches.iter().all(|branch| property(branch, name).is_some_and(is_from));
    properties(branches.first().copied()).map(|(name, _)| name.as_str()).find(|name| renamed(name)).unwrap_or(tag)
}

/// Checks that no branch describes a property with this name.
fn no_branch_describes(name: &str, branches: &[&Value]) -> bool {
    branches.iter().all(|branch| property(branch, name).is_none())
}

/// Returns the branches with their tags if all are objects and every tag value is unique.
fn tagged<'s>(
    tag: &str,
    branches: &[&'s Value],
    read: fn(&'s Value) -> Option<PlainObject<'s>>,
) -> Option<Vec<TaggedBranch<'s>>> {
    let mut found: Vec<TaggedBranch<'s>> = Vec::new();
    for branch in branches {
        let object = read(branch)?;
        let value = object.properties.get(tag).and_then(constant)?;
        if !object.required.contains(&tag) || found.iter().any(|one| one.value == value) {
            return None;
        }
        found.push(TaggedBranch { schema: branch, object, value });
    }
    Some(found)
}

/// Checks whether the tag of a new branch has a map from the value of the old tag to its own. A map that the old tag
/// has too was written for the old schema's predecessor.
fn maps_from(branch: &TaggedBranch<'_>, new_tag: &str, (old, tag): (&TaggedBranch<'_>, &str)) -> bool {
    let map = |branch: &TaggedBranch<'_>, tag: &str| branch.object.properties.get(tag)?.get("x-enum-map").cloned();
    let now = map(branch, new_tag).filter(|now| map(old, tag).as_ref() != Some(now));
    now.is_some_and(|map| map.get(old.value).is_some_and(|mapped| mapped == branch.value))
}

/// Returns the schema of the branch with the final name and value of its tag.
fn retag(schema: &mut Value, old: &PlainObject<'_>, (tag, new_tag): (&str, &str), value: &str) {
    if let Value::Object(members) = &mut *schema
        && tag != new_tag
    {
        // These keywords may mention the tag.
        for keyword in &old.conditions {
            members.shift_remove(*keyword);
        }
    }
    if let Some(Value::Object(properties)) = schema.get_mut(Keyword::Properties.name()) {
        properties.insert(tag.to_owned(), json!({ "not": {} }));
        properties.insert(new_tag.to_owned(), json!({ "enum": [value] }));
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let others = required.filter(|name| *name != tag).chain([new_tag]);
    let others = others.map(str::to_owned).collect();
    set_required(schema, others);
}

/// Checks that each branch has one type that no other branch has.
fn are_distinct(branches: &[&Value]) -> bool {
    let kinds: Option<Vec<&str>> = branches.iter().map(|branch| branch.get("type").and_then(Value::as_str)).collect();
    let kind = |kind: &str| if kind == "integer" { "number".to_owned() } else { kind.to_owned() };
    kinds.is_some_and(|kinds| {
        let mut all: Vec<String> = kinds.into_iter().map(kind).collect();
        all.sort_unstable();
        all.windows(2).all(|pair| pair[0] != pair[1])
    })
}
