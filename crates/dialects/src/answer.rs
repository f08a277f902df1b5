//! The way back: what a model answered in the vendor's shape -> the canonical document.

use std::collections::BTreeMap;
use std::fmt;

use planwright_source::{Pointer, type_name};
use serde_json::{Map, Value};

use crate::fits::resembles;
use crate::node::{KEY, Member, Node, NodeKind, Plan, Presence, Rest, VALUE};
use crate::values::{is_of, same};

/// Why an answer has no canonical document, or a document no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where in what was given.
    pub at: Pointer,
    /// What is wrong, and what is expected.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = if self.at.is_root() { "the root" } else { self.at.as_str() };
        write!(out, "at {at}: {}", self.message)
    }
}

/// Takes the document out of its wrapping, then reads it.
pub(crate) fn document(plan: &Plan, answer: &Value) -> Result<Value, Vec<Fault>> {
    let mut faults = Vec::new();
    let read = if plan.wrapped {
        unboxed(VALUE, answer, &Pointer::root(), &mut faults)
            .map(|(inner, at)| decode(plan, &plan.root, inner, &at, &mut faults))
    } else {
        Some(decode(plan, &plan.root, answer, &Pointer::root(), &mut faults))
    };
    match read {
        Some(value) if faults.is_empty() => Ok(value),
        _ => Err(faults),
    }
}

/// The canonical value; faults are added where the answer has another shape than the vendor's schema asks for.
fn decode(plan: &Plan, node: &Node, answer: &Value, at: &Pointer, faults: &mut Vec<Fault>) -> Value {
    match &node.kind {
        NodeKind::Free => answer.clone(),
        NodeKind::Text(values) => text(values, answer, at, faults),
        NodeKind::Scalar { scalar, values, .. } => {
            if !is_of(answer, scalar) {
                wrong(
                    faults,
                    at,
                    &format!("a value of type {scalar} is expected, one of type {} was found", type_name(answer)),
                );
            } else if !values.is_empty() && !values.iter().any(|value| same(value, answer)) {
                let listed: Vec<String> = values.iter().map(ToString::to_string).collect();
                wrong(faults, at, &format!("{answer} is not one of {}", listed.join(", ")));
            }
            answer.clone()
        }
        NodeKind::Object { members, rest } => object(plan, members, rest, answer, at, faults),
        NodeKind::Pairs(value) => Value::Object(pairs(plan, value, answer, at, faults)),
        NodeKind::List { slots, items, .. } => {
            let Some(list) = list(answer, at, faults) else { return Value::Null };
            let each = list
                .iter()
                .enumerate()
                .map(|(index, item)| decode(plan, slots.get(index).unwrap_or(items), item, &at.index(index), faults));
            each.collect()
        }
        NodeKind::Union(branches) => by_branch(plan, branches, answer, at, faults),
        NodeKind::Reference(_) => {
            let node = plan.follow(node);
            if matches!(node.kind, NodeKind::Reference(_)) {
                answer.clone()
            } else {
                decode(plan, node, answer, at, faults)
            }
        }
        NodeKind::Maybe(inner) => maybe(plan, inner, answer, at, faults).unwrap_or(Value::Null),
        NodeKind::Boxed(name, inner) => match unboxed(name, answer, at, faults) {
            Some((answer, at)) => decode(plan, inner, answer, &at, faults),
            None => Value::Null,
        },
    }
}

fn object(
    plan: &Plan,
    members: &[Member],
    rest: &Rest,
    answer: &Value,
    at: &Pointer,
    faults: &mut Vec<Fault>,
) -> Value {
    let Some(given) = answer.as_object() else {
        wrong(faults, at, &format!("an object is expected, a value of type {} was found", type_name(answer)));
        return Value::Null;
    };
    let mut document = Map::new();
    for member in members {
        let place = at.member(&member.name);
        let Some(value) = given.get(&member.name) else {
            // A member that only the vendor requires may be absent.
            if member.presence == Presence::Required {
                wrong(faults, &place, "is missing");
            }
            continue;
        };
        let read = match member.presence {
            Presence::Nullable | Presence::Boxed if value.is_null() => None,
            Presence::Required | Presence::Optional | Presence::Nullable => {
                Some(decode(plan, &member.node, value, &place, faults))
            }
            Presence::Boxed => unboxed(VALUE, value, &place, faults)
                .map(|(inner, place)| decode(plan, &member.node, inner, &place, faults)),
            Presence::Listed => maybe(plan, &member.node, value, &place, faults),
        };
        document.extend(read.map(|value| (member.name.clone(), value)));
    }
    let others = given.iter().filter(|(name, _)| !members.iter().any(|member| member.name == **name));
    for (name, value) in others {
        let place = at.member(name);
        match rest {
            Rest::Open(node) => {
                document.insert(name.clone(), decode(plan, node, value, &place, faults));
            }
            Rest::Pairs(pairs_name, node) if name == pairs_name => {
                for (key, value) in pairs(plan, node, value, &place, faults) {
                    if document.contains_key(&key) {
                        wrong(faults, &place, &format!("{key:?} is a member of its own, not one of the pairs"));
                    } else {
                        document.insert(key, value);
                    }
                }
            }
            Rest::Closed | Rest::Pairs(..) => wrong(faults, &place, "no member of this name is expected"),
        }
    }
    Value::Object(document)
}

fn pairs(plan: &Plan, node: &Node, answer: &Value, at: &Pointer, faults: &mut Vec<Fault>) -> Map<String, Value> {
    let mut map = Map::new();
    for (index, pair) in list(answer, at, faults).into_iter().flatten().enumerate() {
        let place = at.index(index);
        let (Some(key), Some(value), Some(2)) =
            (pair.get(KEY).and_then(Value::as_str), pair.get(VALUE), pair.as_object().map(Map::len))
        else {
            wrong(faults, &place, "an object with the members \"key\", a text, and \"value\" is expected");
            continue;
        };
        if map.contains_key(key) {
            wrong(faults, &place.member(KEY), &format!("{key:?} is there twice"));
        }
        map.insert(key.to_owned(), decode(plan, node, value, &place.member(VALUE), faults));
    }
    map
}

fn maybe(plan: &Plan, node: &Node, answer: &Value, at: &Pointer, faults: &mut Vec<Fault>) -> Option<Value> {
    match list(answer, at, faults)?.as_slice() {
        [] => None,
        [one] => Some(decode(plan, node, one, &at.index(0), faults)),
        _ => {
            wrong(faults, at, "a list of none or one is expected");
            None
        }
    }
}

fn list<'v>(answer: &'v Value, at: &Pointer, faults: &mut Vec<Fault>) -> Option<&'v Vec<Value>> {
    let list = answer.as_array();
    if list.is_none() {
        wrong(faults, at, &format!("a list is expected, a value of type {} was found", type_name(answer)));
    }
    list
}

fn unboxed<'v>(name: &str, answer: &'v Value, at: &Pointer, faults: &mut Vec<Fault>) -> Option<(&'v Value, Pointer)> {
    let only = answer.as_object().filter(|members| members.len() == 1).and_then(|members| members.get(name));
    if only.is_none() {
        wrong(faults, at, &format!("an object with the one member {name:?} is expected"));
    }
    only.map(|inner| (inner, at.member(name)))
}

fn text(values: &[Value], answer: &Value, at: &Pointer, faults: &mut Vec<Fault>) -> Value {
    let Some(text) = answer.as_str() else {
        wrong(
            faults,
            at,
            &format!("JSON text in a string is expected, a value of type {} was found", type_name(answer)),
        );
        return Value::Null;
    };
    match planwright_source::parse(text) {
        Ok(value) if values.is_empty() || values.contains(&value) => value,
        Ok(_) => {
            wrong(faults, at, "the JSON text is none of those that are listed");
            Value::Null
        }
        Err(problems) => {
            for problem in problems {
                wrong(faults, at, &format!("JSON text is expected: {}", problem.message()));
            }
            Value::Null
        }
    }
}

fn wrong(faults: &mut Vec<Fault>, at: &Pointer, message: &str) {
    faults.push(Fault { at: at.clone(), message: message.to_owned() });
}

/// The value by the first branch whose shape the answer has; else by the one that it resembles, with its faults.
fn by_branch(plan: &Plan, branches: &[Node], answer: &Value, at: &Pointer, faults: &mut Vec<Fault>) -> Value {
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
        if let NodeKind::Object { members, .. } = &plan.follow(node).kind {
            for member in members {
                if let NodeKind::Scalar { values, .. } = &plan.follow(&member.node).kind
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
