//! Assigns names: inner classes do not shadow platform classes, and field names are legal and differ in more than case.
//!
//! A property whose name Apex does not allow gets a field with a similar name. The class maps it when it reads and
//! writes JSON.

use std::collections::{BTreeMap, BTreeSet};

use heck::{ToLowerCamelCase as _, ToShoutySnakeCase as _};
use planwright_apex::names::{UniqueNames, VARIABLE_LIMIT, sanitize};
use planwright_apex::tokens::{ApexDoc, ApexIdent};

use super::RawClass;
use super::members::Raw;
use crate::model::{Choices, Class, Member, Model, Type};
use crate::values;

pub(super) fn assign_names(outer: &str, roots: &[(&str, &str)], raw: BTreeMap<String, RawClass>) -> Model {
    let mut taken = UniqueNames::with(outer);
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    // Roots come first, so that they keep the names that users know.
    for name in roots.iter().map(|(_, name)| *name).chain(raw.keys().map(String::as_str)) {
        if !names.contains_key(name) {
            names.insert(name.to_owned(), taken.claim(name));
        }
    }
    let fields: BTreeMap<String, Vec<String>> =
        raw.iter().map(|(name, class)| (name.clone(), field_names(&class.members))).collect();
    let is_renamed = |name: &String| raw[name].members.iter().zip(&fields[name]).any(|(raw, field)| raw.name != *field);
    let writers = with_parts(&raw, |name, class| class.is_wrapper || is_renamed(name));
    let readers = with_parts(&raw, |name, class| {
        class.is_wrapper || is_renamed(name) || class.members.iter().any(|member| member.kind.is_untyped())
    });
    let mut constants = UniqueNames::default();
    let (choices, lists) = choices(&raw, &mut constants);
    let mut classes = BTreeMap::new();
    for (name, class) in raw {
        let members = class.members.into_iter().zip(&fields[&name]);
        let members: Vec<Member> = members.map(|(member, field)| named_member(member, field, &names, &lists)).collect();
        let (needs_reader, needs_writer) = (readers.contains(&name), writers.contains(&name));
        let RawClass { docs, is_wrapper, .. } = class;
        let mut class = Class { docs, members, is_wrapper, needs_reader, needs_writer, names: None };
        if class.renamed().next().is_some() {
            class.names = Some(constant(&names[&name], "names", &mut constants));
        }
        classes.insert(ApexIdent::near(&names[&name]), class);
    }
    let roots = roots.iter().map(|(file, name)| ((*file).to_owned(), ApexIdent::near(&names[*name]))).collect();
    Model { name: ApexIdent::near(outer), roots, classes, choices }
}

/// Returns a legal and unique field name for each property, in the order of the properties.
///
/// Legal names stay as they are, so that the names of other properties do not change them.
fn field_names(members: &[Raw]) -> Vec<String> {
    let mut taken = UniqueNames::default();
    let kept: Vec<bool> = members.iter().map(|member| taken.claim_exactly(&member.name)).collect();
    let field = |(member, kept): (&Raw, bool)| {
        let similar = || sanitize(&member.name).unwrap_or_default().to_lower_camel_case();
        if kept { member.name.clone() } else { taken.claim_similar(&similar()) }
    };
    members.iter().zip(kept).map(field).collect()
}

/// Returns the classes that `applies` selects, and all classes that contain one of them at any depth.
fn with_parts(raw: &BTreeMap<String, RawClass>, applies: impl Fn(&String, &RawClass) -> bool) -> BTreeSet<String> {
    let mut selected = BTreeSet::new();
    loop {
        let contains = |class: &RawClass| {
            class.members.iter().any(|member| member.kind.class().is_some_and(|class| selected.contains(class)))
        };
        let more: BTreeSet<String> = raw
            .iter()
            .filter(|(name, class)| applies(name, class) || contains(class))
            .map(|(name, _)| name.clone())
            .collect();
        if more.len() == selected.len() {
            return selected;
        }
        selected = more;
    }
}

/// Returns an unused name for a constant.
fn constant(name: &str, content: &str, taken: &mut UniqueNames) -> ApexIdent {
    let name = sanitize(&[name, content].join(" ").to_shouty_snake_case()).unwrap_or_default();
    ApexIdent::near(&taken.claim_within(&name, VARIABLE_LIMIT))
}

/// Returns the lists of values, and the constant of each list by its name in the schema.
fn choices(raw: &BTreeMap<String, RawClass>, taken: &mut UniqueNames) -> (Vec<Choices>, BTreeMap<String, ApexIdent>) {
    let mut lists: BTreeMap<&str, &Vec<String>> = BTreeMap::new();
    for (name, values) in raw.values().flat_map(|class| &class.members).filter_map(|member| member.choices.as_ref()) {
        lists.insert(name, values);
    }
    let mut constants = BTreeMap::new();
    let mut choices = Vec::new();
    for (name, values) in lists {
        let constant = constant(name, "values", taken);
        constants.insert(name.to_owned(), constant.clone());
        choices.push(Choices { name: constant, docs: ApexDoc::about("Values of ", name, "."), values: values.clone() });
    }
    (choices, constants)
}

fn named_member(
    member: Raw,
    field: &str,
    names: &BTreeMap<String, String>,
    lists: &BTreeMap<String, ApexIdent>,
) -> Member {
    let kind = renamed(&member.kind, names);
    let initial = values::initial(&kind, member.default.as_ref(), member.required);
    let choices = member.choices.and_then(|(name, _)| lists.get(&name).cloned());
    let mut docs = member.docs;
    if member.name != field {
        docs = docs.and_about(" In JSON: \"", &member.name, "\".");
    }
    Member { name: ApexIdent::near(field), property: member.name, docs, kind, choices, initial }
}

fn renamed(kind: &Type, names: &BTreeMap<String, String>) -> Type {
    match kind {
        Type::List(item) => Type::List(Box::new(renamed(item, names))),
        Type::Map(value) => Type::Map(Box::new(renamed(value, names))),
        Type::Class(name) => Type::Class(names.get(name).cloned().unwrap_or_else(|| name.clone())),
        plain => plain.clone(),
    }
}
