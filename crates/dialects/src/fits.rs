//! Compares a value with the shape of a branch, based only on type and tags.

use serde_json::Value;

use crate::node::{Member, Node, NodeKind, Plan, Presence};
use crate::values::{is_of, same};

/// Checks type and tags without looking at inner values.
pub(crate) fn resembles(plan: &Plan, node: &Node, answer: &Value) -> bool {
    match &plan.follow(node).kind {
        NodeKind::Free | NodeKind::Union(_) | NodeKind::Reference(_) => true,
        NodeKind::Text(_) => answer.is_string(),
        NodeKind::Scalar { scalar, values, .. } => {
            is_of(answer, scalar) && (values.is_empty() || values.iter().any(|value| same(value, answer)))
        }
        NodeKind::Object { members, .. } => answer.is_object() && has_tags(plan, members, answer),
        NodeKind::Boxed(name, _) => {
            answer.as_object().is_some_and(|members| members.len() == 1 && members.contains_key(name))
        }
        NodeKind::Pairs(_) | NodeKind::List { .. } | NodeKind::Maybe(_) => answer.is_array(),
    }
}

/// Checks that every required property with a fixed value is present and has that value.
pub(crate) fn has_tags(plan: &Plan, members: &[Member], value: &Value) -> bool {
    members.iter().filter(|member| member.presence == Presence::Required).all(|member| {
        let fixed = match &plan.follow(&member.node).kind {
            NodeKind::Scalar { values, .. } if values.len() == 1 => &values[0],
            _ => return true,
        };
        value.get(&member.name).is_some_and(|given| same(fixed, given))
    })
}
