//! Encoder: converts a canonical document to an answer in the vendor's shape. Used for examples in prompts, and to
//! prove that decoding loses nothing.

use planwright_source::{Pointer, type_name};
use serde_json::{Map, Value, json};

use crate::answer::Fault;
use crate::choices::{BranchChoices, place_of};
use crate::fits::has_tags;
use crate::node::{KEY, Member, Node, NodeKind, Plan, Presence, Rest, VALUE};
use crate::values::{is_of, same};

/// Encodes the document and wraps it if necessary.
pub(crate) fn answer(plan: &Plan, document: &Value) -> Result<Value, Fault> {
    let mut writer = AnswerWriter { plan, choices: BranchChoices::default() };
    let answer = writer.encode(&plan.root, document, &Pointer::root())?;
    Ok(if plan.wrapped { json!({ VALUE: answer }) } else { answer })
}

/// Encoder of one document.
struct AnswerWriter<'p> {
    plan: &'p Plan,
    /// Branch of each union for each value, or the reason why no branch fits.
    choices: BranchChoices<Result<usize, Fault>>,
}

impl<'p> AnswerWriter<'p> {
    /// Encodes one value. Returns the first location that the vendor's shape cannot express.
    fn encode(&mut self, node: &'p Node, value: &Value, at: &Pointer) -> Result<Value, Fault> {
        match &node.kind {
            NodeKind::Free => Ok(value.clone()),
            NodeKind::Text(values) if values.is_empty() => Ok(value.to_string().into()),
            // Use the notation of the schema, because an equal value may list its properties in another order.
            NodeKind::Text(values) => match values.iter().find(|one| *one == value) {
                Some(one) => Ok(one.to_string().into()),
                None => inexpressible(at, "is not one of the fixed values"),
            },
            NodeKind::Scalar { scalar, values, .. } => {
                if is_of(value, scalar) && (values.is_empty() || values.iter().any(|one| same(one, value))) {
                    Ok(value.clone())
                } else {
                    inexpressible(at, &format!("is no {scalar} that is valid here"))
                }
            }
            NodeKind::Object { members, rest } => self.object(members, rest, value, at),
            NodeKind::Pairs(node) => {
                let Some(given) = value.as_object() else { return inexpressible(at, "is not an object") };
                self.pairs(node, given.iter(), at)
            }
            NodeKind::List { slots, items, .. } => {
                let Some(list) = value.as_array() else { return inexpressible(at, "is not a list") };
                let each = list
                    .iter()
                    .enumerate()
                    .map(|(index, item)| self.encode(slots.get(index).unwrap_or(items), item, &at.index(index)));
                each.collect::<Result<Vec<_>, _>>().map(Value::Array)
            }
            NodeKind::Union(branches) => self.by_branch(branches, value, at),
            NodeKind::Reference(_) => match self.plan.follow(node) {
                Node { kind: NodeKind::Reference(_), .. } => Ok(value.clone()),
                node => self.encode(node, value, at),
            },
            NodeKind::Boxed(name, inner) => Ok(json!({ name: self.encode(inner, value, at)? })),
            NodeKind::Maybe(_) if value.is_null() => Ok(json!([])),
            NodeKind::Maybe(inner) => Ok(json!([self.encode(inner, value, at)?])),
        }
    }

    fn by_branch(&mut self, branches: &'p [Node], value: &Value, at: &Pointer) -> Result<Value, Fault> {
        let index = self.choice(branches, value, at)?;
        if self.choices.is_trial() { Ok(Value::Null) } else { self.encode(&branches[index], value, at) }
    }

    /// Returns the first branch that can express the value, cached for each value. Otherwise returns the fault of the
    /// intended branch.
    fn choice(&mut self, branches: &'p [Node], value: &Value, at: &Pointer) -> Result<usize, Fault> {
        let place = place_of(branches, value);
        if let Some(known) = self.choices.known(place) {
            return known.clone();
        }
        let mut told: Option<Fault> = None;
        let mut found = None;
        for (index, node) in branches.iter().enumerate() {
            self.choices.begin_trial();
            let tried = self.encode(node, value, at);
            self.choices.end_trial();
            match tried {
                Ok(_) => {
                    found = Some(index);
                    break;
                }
                Err(fault) if told.as_ref().is_none_or(|told| is_better(self.plan, node, value, told, &fault)) => {
                    told = Some(fault);
                }
                Err(_) => {}
            }
        }
        let choice = found.ok_or_else(|| told.unwrap_or_else(|| fault(at, "fits no branch")));
        self.choices.keep(place, choice.clone());
        choice
    }

    fn object(&mut self, members: &'p [Member], rest: &'p Rest, value: &Value, at: &Pointer) -> Result<Value, Fault> {
        let Some(given) = value.as_object() else {
            return inexpressible(at, &format!("is not an object but of type {}", type_name(value)));
        };
        let mut answer = Map::new();
        for member in members {
            let place = at.member(&member.name);
            let own = given.get(&member.name).map(|value| self.encode(&member.node, value, &place)).transpose()?;
            let written = match (member.presence, own) {
                (Presence::Required, None) => return inexpressible(&place, "is missing"),
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
                    return inexpressible(&at.member(name), NOT_DESCRIBED);
                }
            }
            Rest::Open(node) => {
                for (name, value) in others {
                    answer.insert(name.clone(), self.encode(node, value, &at.member(name))?);
                }
            }
            Rest::Pairs(name, node) => {
                answer.insert(name.clone(), self.pairs(node, others, at)?);
            }
        }
        Ok(Value::Object(answer))
    }

    fn pairs<'v>(
        &mut self,
        node: &'p Node,
        members: impl Iterator<Item = (&'v String, &'v Value)>,
        at: &Pointer,
    ) -> Result<Value, Fault> {
        let each =
            members.map(|(name, value)| Ok(json!({ KEY: name, VALUE: self.encode(node, value, &at.member(name))? })));
        each.collect::<Result<Vec<_>, _>>().map(Value::Array)
    }
}

/// Message for a property that only an open object allows.
const NOT_DESCRIBED: &str = "is not mentioned by the schema";

/// Checks whether a fault is more helpful than the current one: the branch would fit if it were open, or it is the
/// intended branch.
fn is_better(plan: &Plan, node: &Node, value: &Value, told: &Fault, fault: &Fault) -> bool {
    let closed = |fault: &Fault| fault.message.ends_with(NOT_DESCRIBED);
    !closed(told) && (closed(fault) || is_intended_branch(plan, node, value))
}

/// Checks whether a branch is an object with the tags of this value, so that its fault should be reported.
fn is_intended_branch(plan: &Plan, node: &Node, value: &Value) -> bool {
    match &plan.follow(node).kind {
        NodeKind::Object { members, .. } => value.is_object() && has_tags(plan, members, value),
        _ => false,
    }
}

fn inexpressible(at: &Pointer, what: &str) -> Result<Value, Fault> {
    Err(fault(at, what))
}

fn fault(at: &Pointer, what: &str) -> Fault {
    Fault { at: at.clone(), message: format!("the dialect has no shape for this value: it {what}") }
}
