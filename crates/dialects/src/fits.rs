//! Whether a value has the shape of a branch, by type and tags alone.

use serde_json::Value;

use crate::node::{Member, Node, NodeKind, Plan, Presence};
use crate::values::{is_of, same};

/// Whether type and tags are right, without a look at what is below.
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

/// Whether every member with one fixed value that has to be there is there, with that value.
pub(crate) fn has_tags(plan: &Plan, members: &[Member], value: &Value) -> bool {
    members.iter().filter(|member| member.presence == Presence::Required).all(|member| {
        let fixed = match &plan.follow(&member.node).kind {
            NodeKind::Scalar { values, .. } if values.len() == 1 => &values[0],
            _ => return true,
        };
        value.get(&member.name).is_some_and(|given| same(fixed, given))
    })
}
