//! Finds properties whose presence a schema checks.
//!
//! Omitting such a property because it has its default can make a document invalid. Its field is therefore an `Option`,
//! so that its presence is preserved.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::link::{Definition, Module};
use planwright_schema::model::{Keyword, Schema, Type};
use planwright_schema::{Target, unions};
use serde_json::Value;

use super::forms::only_value;
use super::roles::Role;

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

/// A schema with its definition, and the properties that an enclosing schema checks.
type CheckedSchema<'a> = (&'a Definition, &'a Schema, CheckedProperties);

impl<'a> CheckedPresence<'a> {
    pub(super) fn new(module: &'a Module) -> Self {
        let definitions = &module.definitions;
        let mut pending: Vec<CheckedSchema<'a>> = Vec::new();
        for definition in definitions.values() {
            definition.schema.walk(&mut |schema| {
                let groups = schema.groups();
                let negated = groups.logic.not.iter().chain(&groups.logic.if_schema);
                pending.extend(negated.map(|inner| (definition, &**inner, CheckedProperties::All)));
                if is_joint(schema) {
                    let asked = checked_by(schema, definitions);
                    pending.extend(positive(schema).map(|inner| (definition, inner, asked.clone())));
                    let referred = groups.references.definition().and_then(|name| definitions.get(name));
                    pending.extend(referred.map(|other| (other, &other.schema, asked)));
                }
                let branches = groups.logic.one_of.as_deref().unwrap_or_default();
                let asked = checked_by_siblings(branches, definitions).into_iter().zip(branches);
                pending.extend(asked.filter_map(|(asked, branch)| Some((definition, branch, asked?))));
            });
        }
        Self { definitions, asked: spread(pending, definitions) }
    }

    /// Returns whether a schema, or one around the object that it describes, checks the presence of a property.
    pub(super) fn is_checked(&self, schema: &Schema, target: &Target, name: &str) -> bool {
        let around = self.asked.get(target).is_some_and(|asked| asked.has(name));
        around || checked_by(schema, self.definitions).has(name)
    }
}

/// Returns the properties whose presence a schema checks, including subschemas for the same value and targets of
/// references.
///
/// Only a missing property among these can make the schema reject an object.
fn checked_by(schema: &Schema, definitions: &BTreeMap<String, Definition>) -> CheckedProperties {
    let mut asked = BTreeSet::new();
    let mut pending = vec![schema];
    let mut seen = BTreeSet::new();
    let mut budget = MAX_SCHEMAS;
    while let Some(schema) = pending.pop() {
        let groups = schema.groups();
        if budget == 0 || groups.object.min_properties.is_some() {
            return CheckedProperties::All;
        }
        budget -= 1;
        asked.extend(asked_itself(schema));
        // A missing property can make an object match a branch or stop matching it. Keywords that count branches
        // therefore check presence.
        let logic = &groups.logic;
        let counted = logic.not.iter().chain(&logic.if_schema).map(|inner| &**inner);
        let several = logic.one_of.iter().filter(|branches| branches.len() > 1).flatten();
        for branch in counted.chain(several) {
            match Members::from_schema(branch, definitions).noticed() {
                CheckedProperties::All => return CheckedProperties::All,
                CheckedProperties::Named(names) => asked.extend(names),
            }
        }
        pending.extend(inside(schema));
        if let Some(referred) = groups.references.definition().filter(|referred| seen.insert(*referred)) {
            pending.extend(definitions.get(referred).map(|definition| &definition.schema));
        }
    }
    CheckedProperties::Named(asked)
}

/// Returns the properties that the keywords of a schema check, without those of subschemas.
fn asked_itself(schema: &Schema) -> impl Iterator<Item = String> {
    let object = &schema.groups().object;
    let depending = object.required_by_property();
    let depending = depending.flat_map(|(name, names)| names.iter().cloned().chain([name.to_string()]));
    let conditions = object.schemas_by_property().map(|(name, _)| name.to_string());
    object.required.iter().flatten().cloned().chain(depending).chain(conditions)
}

/// Returns whether several constraints apply to one value, so that a check of one applies to the target of another's
/// reference.
fn is_joint(schema: &Schema) -> bool {
    let groups = schema.groups();
    let constraining =
        groups.keywords().filter(|keyword| !matches!(Role::from_keyword(*keyword), Role::Note | Role::Name));
    let constraints = constraining.map(|keyword| match keyword {
        Keyword::AllOf => groups.logic.all_of.as_ref().map_or(1, Vec::len),
        _ => 1,
    });
    (groups.has(Keyword::AllOf) || groups.has(Keyword::Ref)) && constraints.sum::<usize>() > 1
}

/// Returns the subschemas for the same value.
fn inside(schema: &Schema) -> impl Iterator<Item = &Schema> {
    let logic = &schema.groups().logic;
    positive(schema).chain(logic.if_schema.iter().chain(&logic.not).map(|inner| &**inner))
}

/// Returns the subschemas for the same value, other than those that it need not satisfy.
fn positive(schema: &Schema) -> impl Iterator<Item = &Schema> {
    let groups = schema.groups();
    let logic = &groups.logic;
    let branches = [&logic.all_of, &logic.any_of, &logic.one_of].into_iter().flatten().flatten();
    let outcomes = logic.then_schema.iter().chain(&logic.else_schema).map(|inner| &**inner);
    branches.chain(outcomes).chain(groups.object.schemas_by_property().map(|(_, schema)| schema))
}

/// Propagates the checked properties of a schema to its subschemas and the targets of its references.
fn spread<'a>(
    mut pending: Vec<CheckedSchema<'a>>,
    definitions: &'a BTreeMap<String, Definition>,
) -> BTreeMap<Target, CheckedProperties> {
    let mut found: BTreeMap<Target, CheckedProperties> = BTreeMap::new();
    while let Some((definition, schema, asked)) = pending.pop() {
        let Target { file, pointer } = &definition.target;
        let target = Target { file: file.clone(), pointer: pointer.join(&schema.place.pointer()) };
        let known = found.entry(target).or_insert_with(|| CheckedProperties::Named(BTreeSet::new()));
        if !known.merge(&asked) {
            continue;
        }
        pending.extend(inside(schema).map(|inner| (definition, inner, asked.clone())));
        if let Some(referred) = schema.groups().references.definition().and_then(|name| definitions.get(name)) {
            pending.push((referred, &referred.schema, asked));
        }
    }
    found
}

/// Returns for each branch of a `oneOf` the properties that its siblings check. Without such a property, an object
/// could also match a sibling.
fn checked_by_siblings(
    branches: &[Schema],
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
    named: BTreeMap<&'v str, Vec<&'v Schema>>,
    required: BTreeSet<&'v str>,
    is_closed: bool,
    /// Set if the schema has constraints that are not collected here.
    is_opaque: bool,
    is_no_object: bool,
}

/// Returns whether a keyword constrains more than individual properties by name.
fn is_opaque(keyword: Keyword) -> bool {
    match Role::from_keyword(keyword) {
        Role::Combination(_) => keyword != Keyword::AllOf,
        Role::Condition | Role::OtherProperties => true,
        _ => false,
    }
}

impl<'v> Members<'v> {
    fn from_schema(schema: &'v Schema, definitions: &'v BTreeMap<String, Definition>) -> Self {
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
            let groups = schema.groups();
            let values = groups.values.enumeration.as_ref();
            let no_value = values.is_some_and(|values| !values.iter().any(Value::is_object));
            let no_constant = groups.values.constant.as_ref().is_some_and(|value| !value.is_object());
            let object = &groups.object;
            members.is_no_object |= !groups.has_type(Type::Object) || no_value || no_constant;
            members.is_opaque |= groups.keywords().any(is_opaque);
            members.is_closed |= object.additional_properties.iter().any(|extra| extra.as_bool() != Some(true));
            for (name, member) in object.properties.iter().flatten() {
                members.named.entry(name).or_default().push(member);
            }
            members.required.extend(object.required.iter().flatten().map(String::as_str));
            pending.extend(groups.logic.all_of.iter().flatten());
            if let Some(referred) = groups.references.definition().filter(|referred| seen.insert(*referred)) {
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
