//! Which branch of a union an answer is of: the first whose shape it has.

use std::collections::BTreeMap;

use planwright_source::Pointer;
use serde_json::Value;

use crate::answer::{Fault, decode, same};
use crate::node::{Kind, Member, Node, Plan, Presence};
use crate::print::is_of;

/// The value by the first branch whose shape the answer has; else by the one that it resembles, with its faults.
pub(crate) fn by_branch(
    plan: &Plan,
    branches: &[Node],
    answer: &Value,
    at: &Pointer,
    faults: &mut Vec<Fault>,
) -> Value {
    let mut best: Option<(Value, Vec<Fault>)> = None;
    for node in branches.iter().filter(|node| resembles(plan, node, answer)) {
        let mut own = Vec::new();
        let value = decode(plan, node, answer, at, &mut own);
        if own.is_empty() {
            return value;
        }
        if best.as_ref().is_none_or(|(_, least)| own.len() < least.len()) {
            best = Some((value, own));
        }
    }
    if let Some((value, own)) = best {
        faults.extend(own);
        return value;
    }
    faults.push(none_of(plan, branches, answer, at));
    Value::Null
}

/// What is said where no branch is meant: the tags there are, if they are told apart by one.
fn none_of(plan: &Plan, branches: &[Node], answer: &Value, at: &Pointer) -> Fault {
    let mut tags: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for node in branches {
        if let Kind::Object { members, .. } = &plan.follow(node).kind {
            for member in members {
                if let Kind::Scalar { values, .. } = &plan.follow(&member.node).kind
                    && let [value] = values.as_slice()
                {
                    tags.entry(&member.name).or_default().push(value.to_string());
                }
            }
        }
    }
    let tag = tags.into_iter().find(|(_, values)| values.len() >= branches.len());
    match tag.filter(|_| answer.is_object()) {
        Some((name, values)) => {
            let given = answer.get(name).map_or_else(|| "missing".to_owned(), ToString::to_string);
            let message = format!("{name:?} is {given}, which is none of {}", values.join(", "));
            Fault { at: at.clone(), message }
        }
        None => Fault { at: at.clone(), message: "this has the shape of none of the alternatives".to_owned() },
    }
}

/// Whether type and tags are right, without a look at what is below.
fn resembles(plan: &Plan, node: &Node, answer: &Value) -> bool {
    match &plan.follow(node).kind {
        Kind::Free | Kind::Union(_) | Kind::Reference(_) => true,
        Kind::Text(_) => answer.is_string(),
        Kind::Scalar { scalar, values, .. } => {
            is_of(answer, scalar) && (values.is_empty() || values.iter().any(|value| same(value, answer)))
        }
        Kind::Object { members, .. } => answer.is_object() && has_tags(plan, members, answer),
        Kind::Boxed(name, _) => {
            answer.as_object().is_some_and(|members| members.len() == 1 && members.contains_key(name))
        }
        Kind::Pairs(_) | Kind::List { .. } | Kind::Maybe(_) => answer.is_array(),
    }
}

/// Whether every member with one fixed value that has to be there is there, with that value.
pub(crate) fn has_tags(plan: &Plan, members: &[Member], value: &Value) -> bool {
    members.iter().filter(|member| member.presence == Presence::Required).all(|member| {
        let fixed = match &plan.follow(&member.node).kind {
            Kind::Scalar { values, .. } if values.len() == 1 => &values[0],
            _ => return true,
        };
        value.get(&member.name).is_some_and(|given| same(fixed, given))
    })
}
