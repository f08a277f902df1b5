//! Computes what may come next in a document according to its schema.

use std::collections::{BTreeSet, VecDeque};

use super::FollowSchema;
use super::machine::{LexState, Machine};
use super::node::NodeId;
use super::open::OpenForm;
use crate::reader::kinds;

/// Maximum number of listed strings.
const MAX_EXPECTED: usize = 40;

/// Returns what may come next: quoted values, names of types, and punctuation.
pub(super) fn expected(machine: &Machine, schema: &FollowSchema) -> Vec<String> {
    let mut found: Vec<String> = match machine.state {
        LexState::Value | LexState::FirstElement => {
            let mut found = values(machine, schema);
            found.extend((machine.state == LexState::FirstElement).then(|| "]".to_owned()));
            found
        }
        LexState::FirstName | LexState::Name => {
            let mut found = names(machine, schema);
            let may_close = machine.state == LexState::FirstName && may_close(machine, schema);
            found.extend(may_close.then(|| "}".to_owned()));
            found
        }
        LexState::Colon => vec![":".to_owned()],
        LexState::AfterValue => match machine.open.all().last().map(|open| &open.form) {
            Some(OpenForm::List { .. }) => vec![",".to_owned(), "]".to_owned()],
            _ if may_close(machine, schema) => vec![",".to_owned(), "}".to_owned()],
            _ => vec![",".to_owned()],
        },
        LexState::Text(_) => {
            machine.watches.iter().flat_map(|watch| watch.candidates(schema)).map(|text| format!("{text:?}")).collect()
        }
        LexState::Number(_) | LexState::Word(_) | LexState::End => Vec::new(),
    };
    let mut seen = BTreeSet::new();
    found.retain(|one| seen.insert(one.clone()));
    found.truncate(MAX_EXPECTED);
    found
}

/// Returns the values that may start here, as constants or types.
fn values(machine: &Machine, schema: &FollowSchema) -> Vec<String> {
    let wanted = machine.wanted(schema);
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut pending: VecDeque<NodeId> = wanted.into_iter().map(|(node, _)| node).collect();
    while let Some(id) = pending.pop_front() {
        if !seen.insert(id) {
            continue;
        }
        let node = &schema.nodes[id];
        pending.extend(node.all.iter().chain(node.unions.iter().flatten()));
        if let Some(texts) = &node.texts {
            found.extend(texts.iter().map(|text| format!("{text:?}")));
        } else if node.kinds != kinds::ANY {
            found.extend(kind_names(node.kinds).into_iter().map(str::to_owned));
        }
    }
    found
}

/// Returns the property names that may start here, if objects are closed or properties are required.
fn names(machine: &Machine, schema: &FollowSchema) -> Vec<String> {
    let Some(open) = machine.open.all().last() else { return Vec::new() };
    let OpenForm::Object { seen, .. } = &open.form else { return Vec::new() };
    let objects = open.alive(schema).into_iter().filter_map(|(_, _, node)| node.object.as_ref());
    let named = objects.flat_map(|object| object.members.iter().map(|(name, _)| name));
    named.filter(|name| !seen.contains(*name)).map(|name| format!("{name:?}")).collect()
}

/// Returns whether no required property is missing, for at least one of the schemas that require some.
fn may_close(machine: &Machine, schema: &FollowSchema) -> bool {
    let Some(open) = machine.open.all().last() else { return true };
    let OpenForm::Object { seen, .. } = &open.form else { return true };
    let objects = open.alive(schema).into_iter().filter_map(|(_, _, node)| node.object.as_ref());
    let mut requiring = objects.filter(|object| !object.required.is_empty()).peekable();
    requiring.peek().is_none() || requiring.any(|object| object.required.iter().all(|name| seen.contains(name)))
}

/// Returns the names of types.
pub(super) fn kind_names(allowed: u8) -> Vec<&'static str> {
    kinds::names(allowed).rev().chain(kinds::integer(allowed)).collect()
}
