//! Assigns names: inner classes do not shadow platform classes, and field names are valid and differ in more than case.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToShoutySnakeCase as _;
use planwright_apex::names::{CLASS_LIMIT, UniqueNames, is_identifier, is_reserved};

use super::RawClass;
use super::members::Raw;
use crate::apex::issue::ApexIssue;
use crate::apex::model::{Choices, Class, Member, Model, Type};
use crate::apex::values;
use planwright_schema::error::Error;

pub(super) fn assign_names(
    outer: &str,
    roots: &[(&str, &str)],
    raw: BTreeMap<String, RawClass>,
) -> Result<Model, Vec<Error>> {
    let mut taken = UniqueNames::with(outer);
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    // Roots come first, so that they keep the names that users know.
    for name in roots.iter().map(|(_, name)| *name).chain(raw.keys().map(String::as_str)) {
        if !names.contains_key(name) {
            names.insert(name.to_owned(), taken.claim(name));
        }
    }
    let mut errors = Vec::new();
    for (name, class) in &raw {
        errors.extend(name_issue(&names[name], class));
        errors.extend(member_issues(&class.members));
    }
    let readers = needing_readers(&raw);
    for member in raw.values().flat_map(|class| &class.members) {
        if is_nested(&member.kind, &readers) {
            errors.push(error(&member.place, ApexIssue::NestedUntyped));
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let (choices, constants) = choices(&raw);
    let mut classes = BTreeMap::new();
    for (name, class) in raw {
        let members = class.members.into_iter().map(|member| named_member(member, &names, &constants)).collect();
        let needs_reader = readers.contains(&name);
        classes.insert(names[&name].clone(), Class { docs: class.docs, members, needs_reader });
    }
    let roots = roots.iter().map(|(file, name)| ((*file).to_owned(), names[*name].clone())).collect();
    Ok(Model { name: outer.to_owned(), roots, classes, choices })
}

fn error((file, pointer): &(String, planwright_source::Pointer), issue: ApexIssue) -> Error {
    Error { file: file.clone(), line_column: None, pointer: pointer.clone(), keyword: None, kind: issue.into() }
}

fn name_issue(name: &str, class: &RawClass) -> Option<Error> {
    let too_long = name.len() > CLASS_LIMIT;
    too_long.then(|| error(&class.place, ApexIssue::TypeName { name: name.to_owned(), limit: CLASS_LIMIT }))
}

fn member_issues(members: &[Raw]) -> Vec<Error> {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    let mut errors = Vec::new();
    for member in members {
        let name = member.name.clone();
        if !is_identifier(&name) {
            errors.push(error(&member.place, ApexIssue::NotAnIdentifier { name }));
        } else if is_reserved(&name) {
            errors.push(error(&member.place, ApexIssue::ReservedWord { name }));
        } else if let Some(other) = seen.insert(name.to_ascii_lowercase(), &member.name) {
            errors.push(error(&member.place, ApexIssue::SameName { name, other: other.to_owned() }));
        }
    }
    errors
}

/// Returns the classes that JSON.deserialize cannot create, because a part of them is untyped at some depth.
fn needing_readers(raw: &BTreeMap<String, RawClass>) -> BTreeSet<String> {
    let mut readers = BTreeSet::new();
    loop {
        let needs = |class: &RawClass| {
            class.members.iter().any(|member| {
                member.kind.is_untyped() || member.kind.class().is_some_and(|class| readers.contains(class))
            })
        };
        let more: BTreeSet<String> =
            raw.iter().filter(|(_, class)| needs(class)).map(|(name, _)| name.clone()).collect();
        if more.len() == readers.len() {
            return readers;
        }
        readers = more;
    }
}

/// Returns whether objects that need a reader are inside nested lists or maps.
fn is_nested(kind: &Type, readers: &BTreeSet<String>) -> bool {
    match kind {
        Type::List(inner) | Type::Map(inner) => {
            matches!(**inner, Type::List(_) | Type::Map(_))
                && inner.class().is_some_and(|class| readers.contains(class))
        }
        _ => false,
    }
}

/// Returns the lists of values, and the constant of each list by its name in the schema.
fn choices(raw: &BTreeMap<String, RawClass>) -> (Vec<Choices>, BTreeMap<String, String>) {
    let mut lists: BTreeMap<&str, &Vec<String>> = BTreeMap::new();
    for (name, values) in raw.values().flat_map(|class| &class.members).filter_map(|member| member.choices.as_ref()) {
        lists.insert(name, values);
    }
    let mut taken = UniqueNames::default();
    let mut constants = BTreeMap::new();
    let mut choices = Vec::new();
    for (name, values) in lists {
        let constant = taken.claim(&format!("{}_VALUES", name.to_shouty_snake_case()));
        constants.insert(name.to_owned(), constant.clone());
        choices.push(Choices { name: constant, docs: format!("Values of {name}."), values: values.clone() });
    }
    (choices, constants)
}

fn named_member(member: Raw, names: &BTreeMap<String, String>, constants: &BTreeMap<String, String>) -> Member {
    let kind = renamed(&member.kind, names);
    let initial = values::initial(&kind, member.default.as_ref(), member.required);
    let choices = member.choices.and_then(|(name, _)| constants.get(&name).cloned());
    Member { name: member.name, docs: member.docs, kind, choices, initial }
}

fn renamed(kind: &Type, names: &BTreeMap<String, String>) -> Type {
    match kind {
        Type::List(item) => Type::List(Box::new(renamed(item, names))),
        Type::Map(value) => Type::Map(Box::new(renamed(value, names))),
        Type::Class(name) => Type::Class(names.get(name).cloned().unwrap_or_else(|| name.clone())),
        plain => plain.clone(),
    }
}
