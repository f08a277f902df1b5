//! The way there: a canonical document -> what a model answers in the vendor's shape. For examples in prompts, and to prove
//! that nothing is lost on the way back.

use planwright_source::{Pointer, type_name};
use serde_json::{Map, Value, json};

use crate::answer::Fault;
use crate::fits::has_tags;
use crate::node::{KEY, Member, Node, NodeKind, Plan, Presence, Rest, VALUE};
use crate::values::{is_of, same};

/// Writes the document, and wraps it.
pub(crate) fn answer(plan: &Plan, document: &Value) -> Result<Value, Fault> {
    let answer = encode(plan, &plan.root, document, &Pointer::root())?;
    Ok(if plan.wrapped { json!({ VALUE: answer }) } else { answer })
}

/// The vendor's shape of one value; the first place where the vendor has none for it.
fn encode(plan: &Plan, node: &Node, value: &Value, at: &Pointer) -> Result<Value, Fault> {
    match &node.kind {
        NodeKind::Free => Ok(value.clone()),
        NodeKind::Text(values) if values.is_empty() => Ok(value.to_string().into()),
        // As the schema writes the value: the members of an equal one may stand in another order.
        NodeKind::Text(values) => match values.iter().find(|one| *one == value) {
            Some(one) => Ok(one.to_string().into()),
            None => unsayable(at, "is none of the fixed values"),
        },
        NodeKind::Scalar { scalar, values, .. } => {
            if is_of(value, scalar) && (values.is_empty() || values.iter().any(|one| same(one, value))) {
                Ok(value.clone())
            } else {
                unsayable(at, &format!("is no {scalar} that is valid here"))
            }
        }
        NodeKind::Object { members, rest } => object(plan, members, rest, value, at),
        NodeKind::Pairs(node) => {
            let Some(given) = value.as_object() else { return unsayable(at, "is no object") };
            pairs(plan, node, given.iter(), at)
        }
        NodeKind::List { slots, items, .. } => {
            let Some(list) = value.as_array() else { return unsayable(at, "is no list") };
            let each = list
                .iter()
                .enumerate()
                .map(|(index, item)| encode(plan, slots.get(index).unwrap_or(items), item, &at.index(index)));
            each.collect::<Result<Vec<_>, _>>().map(Value::Array)
        }
        NodeKind::Union(branches) => {
            let mut told: Option<Fault> = None;
            for node in branches {
                match encode(plan, node, value, at) {
                    Ok(answer) => return Ok(answer),
                    Err(fault) if told.as_ref().is_none_or(|told| is_better(plan, node, value, told, &fault)) => {
                        told = Some(fault);
                    }
                    Err(_) => {}
                }
            }
            told.map_or_else(|| unsayable(at, "fits no branch"), Err)
        }
        NodeKind::Reference(_) => match plan.follow(node) {
            Node { kind: NodeKind::Reference(_), .. } => Ok(value.clone()),
            node => encode(plan, node, value, at),
        },
        NodeKind::Boxed(name, inner) => Ok(json!({ name: encode(plan, inner, value, at)? })),
        NodeKind::Maybe(_) if value.is_null() => Ok(json!([])),
        NodeKind::Maybe(inner) => Ok(json!([encode(plan, inner, value, at)?])),
    }
}

/// What is said of a member that only an open object takes.
const UNMENTIONED: &str = "is not mentioned by the schema";

/// Whether a fault says more than the one told so far: the branch would take the value if it were not closed, or is the
/// one that is meant.
fn is_better(plan: &Plan, node: &Node, value: &Value, told: &Fault, fault: &Fault) -> bool {
    let closed = |fault: &Fault| fault.message.ends_with(UNMENTIONED);
    !closed(told) && (closed(fault) || is_meant(plan, node, value))
}

/// Whether a branch is an object with the tags of this one, so that its fault is the one to tell.
fn is_meant(plan: &Plan, node: &Node, value: &Value) -> bool {
    match &plan.follow(node).kind {
        NodeKind::Object { members, .. } => value.is_object() && has_tags(plan, members, value),
        _ => false,
    }
}

fn object(plan: &Plan, members: &[Member], rest: &Rest, value: &Value, at: &Pointer) -> Result<Value, Fault> {
    let Some(given) = value.as_object() else {
        return unsayable(at, &format!("is no object but of type {}", type_name(value)));
    };
    let mut answer = Map::new();
    for member in members {
        let place = at.member(&member.name);
        let own = given.get(&member.name).map(|value| encode(plan, &member.node, value, &place)).transpose()?;
        let written = match (member.presence, own) {
            (Presence::Required, None) => return unsayable(&place, "is missing"),
            (Presence::Required | Presence::Optional, own) => own,
            (Presence::Nullable | Presence::Boxed, None) => Some(Value::Null),
            (Presence::Nullable, Some(own)) => Some(own),
            (Presence::Boxed, Some(own)) => Some(json!({ VALUE: own })),
            (Presence::Listed, own) => Some(Value::Array(own.into_iter().collect())),
        };
        answer.extend(written.map(|value| (member.name.clone(), value)));
    }
    let mut others = given.iter().filter(|(name, _)| !members.iter().any(|member| member.name == **name));
    match rest {
        Rest::Closed => {
            if let Some((name, _)) = others.next() {
                return unsayable(&at.member(name), UNMENTIONED);
            }
        }
        Rest::Open(node) => {
            for (name, value) in others {
                answer.insert(name.clone(), encode(plan, node, value, &at.member(name))?);
            }
        }
        Rest::Pairs(name, node) => {
            answer.insert(name.clone(), pairs(plan, node, others, at)?);
        }
    }
    Ok(Value::Object(answer))
}

fn pairs<'v>(
    plan: &Plan,
    node: &Node,
    members: impl Iterator<Item = (&'v String, &'v Value)>,
    at: &Pointer,
) -> Result<Value, Fault> {
    let each =
        members.map(|(name, value)| Ok(json!({ KEY: name, VALUE: encode(plan, node, value, &at.member(name))? })));
    each.collect::<Result<Vec<_>, _>>().map(Value::Array)
}

fn unsayable(at: &Pointer, what: &str) -> Result<Value, Fault> {
    Err(Fault { at: at.clone(), message: format!("the dialect has no shape for this value: it {what}") })
}
