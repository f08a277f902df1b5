//! Finds properties whose presence a schema checks.
//!
//! Omitting such a property because it has its default can make a document invalid. Its field is therefore an `Option`,
//! so that its presence is preserved.

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::Value;

use super::forms::only_value;
use planwright_schema::link::{Definition, Module};
use planwright_schema::{Target, keywords, unions};

/// Maximum number of schemas that are inspected per question, and of branches that are compared. Beyond it, the
/// presence of every property counts as checked.
const MAX_SCHEMAS: usize = 256;
const MAX_BRANCHES: usize = 64;

/// Properties whose presence is checked by schemas around an object.
pub(super) struct CheckedPresence<'a> {
    definitions: &'a BTreeMap<String, Definition>,
    asked: BTreeMap<Target, CheckedProperties>,
}

#[derive(Clone, Debug, PartialEq)]
enum CheckedProperties {
    All,
    Named(BTreeSet<String>),
}

impl CheckedProperties {
    fn has(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Named(names) => names.contains(name),
        }
    }

    /// Adds properties. Returns false if all were known already.
    fn merge(&mut self, other: &Self) -> bool {
        match (&mut *self, other) {
            (Self::All, _) => false,
            (_, Self::All) => {
                *self = Self::All;
                true
            }
            (Self::Named(names), Self::Named(more)) => {
                let before = names.len();
                names.extend(more.iter().cloned());
                names.len() > before
            }
        }
    }
}

/// A schema with its location, and the properties that an enclosing schema checks.
type CheckedSchema<'a> = (&'a Definition, Pointer, &'a Value, CheckedProperties);

impl<'a> CheckedPresence<'a> {
    pub(super) fn new(module: &'a Module) -> Self {
        let definitions = &module.definitions;
        let mut pending: Vec<CheckedSchema<'a>> = Vec::new();
        for definition in definitions.values() {
            keywords::walk(&definition.schema, &Pointer::root(), &mut |schema, at| {
                let negated = ["not", "if"].iter().filter_map(|keyword| Some((keyword, schema.get(keyword)?)));
                pending.extend(
                    negated.map(|(keyword, inner)| (definition, at.member(keyword), inner, CheckedProperties::All)),
                );
                if is_joint(schema) {
                    let asked = checked_by(schema, definitions);
                    let referred = inside(schema)
                        .filter(|(inner, _)| !inner.as_str().starts_with("/not") && !inner.as_str().starts_with("/if"));
                    pending.extend(referred.map(|(inner, one)| (definition, at.join(&inner), one, asked.clone())));
                    let referred = unions::reference(schema).and_then(|name| definitions.get(name));
                    pending.extend(referred.map(|other| (other, Pointer::root(), &other.schema, asked)));
                }
                let branches = schema.get("oneOf").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                let asked = checked_by_siblings(branches, definitions).into_iter().zip(branches).enumerate();
                pending.extend(asked.filter_map(|(index, (asked, branch))| {
                    Some((definition, at.member("oneOf").index(index), branch, asked?))
                }));
            });
        }
        Self { definitions, asked: spread(pending, definitions) }
    }

    /// Returns whether a schema, or one around the object that it describes, checks the presence of a property.
    pub(super) fn is_checked(&self, schema: &Value, target: &Target, name: &str) -> bool {
        let around = self.asked.get(target).is_some_and(|asked| asked.has(name));
        around || checked_by(schema, self.definitions).has(name)
    }
}

/// Returns the properties whose presence a schema checks, including subschemas for the same value and targets of
/// references.
///
/// Only a missing property among these can make the schema reject an object.
fn checked_by(schema: &Value, definitions: &BTreeMap<String, Definition>) -> CheckedProperties {
    let mut asked = BTreeSet::new();
    let mut pending = vec![schema];
    let mut seen = BTreeSet::new();
    let mut budget = MAX_SCHEMAS;
    while let Some(schema) = pending.pop() {
        if budget == 0 || schema.get("minProperties").is_some() {
            return CheckedProperties::All;
        }
        budget -= 1;
        asked.extend(asked_itself(schema));
        // A missing property can make an object match a branch or stop matching it. Keywords that count branches
        // therefore check presence.
        let counted = ["not", "if"].iter().filter_map(|keyword| schema.get(keyword));
        for branch in counted.chain(several(schema, "oneOf")) {
            match Members::from_schema(branch, definitions).noticed() {
                CheckedProperties::All => return CheckedProperties::All,
                CheckedProperties::Named(names) => asked.extend(names),
            }
        }
        pending.extend(inside(schema).map(|(_, inner)| inner));
        if let Some(referred) = unions::reference(schema).filter(|referred| seen.insert(*referred)) {
            pending.extend(definitions.get(referred).map(|definition| &definition.schema));
        }
    }
    CheckedProperties::Named(asked)
}

/// Keywords by which one property depends on others.
const DEPENDENCY_KEYWORDS: &[&str] = &["dependentRequired", "dependentSchemas", "dependencies"];

/// Returns the properties that the keywords of a schema check, without those of subschemas.
fn asked_itself(schema: &Value) -> impl Iterator<Item = String> {
    let names =
        |value: &Value| value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    let required: Vec<String> = schema.get("required").map_or_else(Vec::new, names);
    let depending = DEPENDENCY_KEYWORDS.iter().filter_map(|keyword| schema.get(keyword)?.as_object()).flatten();
    let depending = depending.flat_map(move |(key, value)| {
        let mut all: Vec<String> = names(value);
        all.push(key.clone());
        all
    });
    required.into_iter().chain(depending)
}

/// Returns whether several constraints apply to one value, so that a check of one applies to the target of another's
/// reference.
fn is_joint(schema: &Value) -> bool {
    const PLAIN: &[&str] = &[
        "title",
        "description",
        "default",
        "examples",
        "$comment",
        "deprecated",
        "$schema",
        "$id",
        "definitions",
        "$defs",
    ];
    let Some(members) = schema.as_object() else { return false };
    let lists = ["allOf", "$ref"].iter().any(|keyword| members.contains_key(*keyword));
    let parts = members.iter().filter(|(keyword, _)| !PLAIN.contains(&keyword.as_str()));
    lists
        && parts
            .map(|(keyword, value)| if keyword == "allOf" { value.as_array().map_or(1, Vec::len) } else { 1 })
            .sum::<usize>()
            > 1
}

/// Returns the branches of a union with at least two branches.
fn several<'v>(schema: &'v Value, keyword: &str) -> &'v [Value] {
    match schema.get(keyword).and_then(Value::as_array) {
        Some(branches) if branches.len() > 1 => branches,
        _ => &[],
    }
}

/// Returns the subschemas for the same value, with their locations.
fn inside(schema: &Value) -> impl Iterator<Item = (Pointer, &Value)> {
    let root = Pointer::root();
    let lists = ["allOf", "anyOf", "oneOf"].iter().filter_map({
        let root = root.clone();
        move |keyword| Some((root.member(keyword), schema.get(keyword)?.as_array()?))
    });
    let lists =
        lists.flat_map(|(at, branches)| branches.iter().enumerate().map(move |(index, one)| (at.index(index), one)));
    let single = ["then", "else", "if", "not"].iter().filter_map({
        let root = root.clone();
        move |keyword| Some((root.member(keyword), schema.get(keyword)?))
    });
    let maps = ["dependentSchemas", "dependencies"]
        .iter()
        .filter_map(move |keyword| Some((root.member(keyword), schema.get(keyword)?.as_object()?)));
    let maps = maps.flat_map(|(at, members)| members.iter().map(move |(name, one)| (at.member(name), one)));
    lists.chain(single).chain(maps)
}

/// Propagates the checked properties of a schema to its subschemas and the targets of its references.
fn spread<'a>(
    mut pending: Vec<CheckedSchema<'a>>,
    definitions: &'a BTreeMap<String, Definition>,
) -> BTreeMap<Target, CheckedProperties> {
    let mut found: BTreeMap<Target, CheckedProperties> = BTreeMap::new();
    while let Some((definition, at, schema, asked)) = pending.pop() {
        let Target { file, pointer } = &definition.target;
        let target = Target { file: file.clone(), pointer: pointer.join(&at) };
        let known = found.entry(target).or_insert_with(|| CheckedProperties::Named(BTreeSet::new()));
        if !known.merge(&asked) {
            continue;
        }
        for (inner, one) in inside(schema) {
            pending.push((definition, at.join(&inner), one, asked.clone()));
        }
        if let Some(referred) = unions::reference(schema).and_then(|name| definitions.get(name)) {
            pending.push((referred, Pointer::root(), &referred.schema, asked));
        }
    }
    found
}

/// Returns for each branch of a `oneOf` the properties that its siblings check. Without such a property, an object
/// could also match a sibling.
fn checked_by_siblings(
    branches: &[Value],
    definitions: &BTreeMap<String, Definition>,
) -> Vec<Option<CheckedProperties>> {
    if branches.len() < 2 || unions::tagged(branches, definitions).is_some() {
        return Vec::new();
    }
    if branches.len() > MAX_BRANCHES {
        return branches.iter().map(|_| Some(CheckedProperties::All)).collect();
    }
    let members: Vec<Members<'_>> = branches.iter().map(|branch| Members::from_schema(branch, definitions)).collect();
    let asked = members.iter().enumerate().map(|(index, own)| {
        let siblings = members.iter().enumerate().filter(|(other, _)| *other != index);
        siblings.filter_map(|(_, sibling)| own.checked_by(sibling)).reduce(|mut one, other| {
            one.merge(&other);
            one
        })
    });
    asked.collect()
}

/// Constraints of a schema on the properties of an object.
#[derive(Default)]
struct Members<'v> {
    named: BTreeMap<&'v str, Vec<&'v Value>>,
    required: BTreeSet<&'v str>,
    is_closed: bool,
    /// Set if the schema has constraints that are not collected here.
    is_opaque: bool,
    is_no_object: bool,
}

/// Keywords that constrain more than individual properties by name.
const OPAQUE: &[&str] = &[
    "anyOf",
    "oneOf",
    "not",
    "if",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "minProperties",
    "maxProperties",
    "patternProperties",
    "propertyNames",
    "unevaluatedProperties",
];

impl<'v> Members<'v> {
    fn from_schema(schema: &'v Value, definitions: &'v BTreeMap<String, Definition>) -> Self {
        let mut members = Self::default();
        let mut pending = vec![schema];
        let mut seen = BTreeSet::new();
        let mut budget = MAX_SCHEMAS;
        while let Some(schema) = pending.pop() {
            if budget == 0 {
                members.is_opaque = true;
                break;
            }
            budget -= 1;
            let kind = schema.get("type");
            let has_object = kind.is_none_or(|kind| match kind {
                Value::Array(kinds) => kinds.iter().any(|kind| kind == "object"),
                kind => kind == "object",
            });
            let values = schema.get("enum").and_then(Value::as_array);
            let no_value = values.is_some_and(|values| !values.iter().any(Value::is_object));
            let no_constant = schema.get("const").is_some_and(|value| !value.is_object());
            members.is_no_object |= !has_object || no_value || no_constant;
            members.is_opaque |= OPAQUE.iter().any(|keyword| schema.get(keyword).is_some());
            members.is_closed |= schema.get("additionalProperties").is_some_and(|extra| *extra != Value::Bool(true));
            for (name, member) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
                members.named.entry(name).or_default().push(member);
            }
            let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
            members.required.extend(required.filter_map(Value::as_str));
            pending.extend(schema.get("allOf").and_then(Value::as_array).into_iter().flatten());
            if let Some(referred) = unions::reference(schema).filter(|referred| seen.insert(*referred)) {
                pending.extend(definitions.get(referred).map(|definition| &definition.schema));
            }
        }
        members
    }

    /// Returns the properties whose presence can affect the verdict.
    fn noticed(&self) -> CheckedProperties {
        if self.is_no_object {
            return CheckedProperties::Named(BTreeSet::new());
        }
        if self.is_closed || self.is_opaque {
            return CheckedProperties::All;
        }
        CheckedProperties::Named(self.named.keys().chain(&self.required).map(|name| (*name).to_owned()).collect())
    }

    /// Returns the properties of this branch that a sibling checks.
    fn checked_by(&self, sibling: &Self) -> Option<CheckedProperties> {
        let lacks = |one: &Self, other: &Self| {
            one.is_closed && !one.is_opaque && other.required.iter().any(|name| !one.named.contains_key(name))
        };
        if self.is_no_object || sibling.is_no_object || lacks(self, sibling) || lacks(sibling, self) {
            return None;
        }
        let apart: Vec<&str> = self.named.keys().copied().filter(|name| self.differs(sibling, name)).collect();
        if apart.iter().any(|name| self.required.contains(name) && sibling.required.contains(name)) {
            return None;
        }
        if !apart.is_empty() {
            // An optional tag distinguishes the two branches if it is present.
            return Some(CheckedProperties::Named(apart.into_iter().map(str::to_owned).collect()));
        }
        Some(sibling.noticed())
    }

    /// Returns whether a property has different fixed values in the two branches.
    fn differs(&self, other: &Self, name: &str) -> bool {
        let value = |members: &Self| {
            let mut said = members.named.get(name).into_iter().flatten();
            said.find_map(|member| only_value(member)).cloned()
        };
        value(self).zip(value(other)).is_some_and(|(one, two)| one != two)
    }
}
