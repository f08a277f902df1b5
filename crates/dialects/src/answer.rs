//! Decoder: converts an answer of a model in the vendor's shape to the canonical document.

use std::collections::BTreeMap;
use std::fmt;

use planwright_source::{Pointer, type_name};
use serde_json::{Map, Value};

use crate::choices::{BranchChoices, place_of};
use crate::fits::resembles;
use crate::node::{KEY, Member, Node, NodeKind, Plan, Presence, Rest, VALUE};
use crate::values::{is_of, same};

/// Reason why an answer has no canonical document, or a document has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Location in the input.
    pub at: Pointer,
    /// Message with the problem and the expectation.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = if self.at.is_root() { "the root" } else { self.at.as_str() };
        write!(out, "at {at}: {}", self.message)
    }
}

/// Unwraps the answer and decodes it.
pub(crate) fn document(plan: &Plan, answer: &Value) -> Result<Value, Vec<Fault>> {
    let mut reader = AnswerReader { plan, faults: Vec::new(), count: 0, choices: BranchChoices::default() };
    let read = if plan.wrapped {
        reader.unboxed(VALUE, answer, &Pointer::root()).map(|(inner, at)| reader.decode(&plan.root, inner, &at))
    } else {
        Some(reader.decode(&plan.root, answer, &Pointer::root()))
    };
    match read {
        Some(value) if reader.faults.is_empty() => Ok(value),
        _ => Err(reader.faults),
    }
}

/// Decodes an answer and records where its shape differs from the vendor's schema.
struct AnswerReader<'p> {
    plan: &'p Plan,
    faults: Vec<Fault>,
    /// Number of faults, including those of branches that are only tried.
    count: usize,
    /// Best branch of each union for each value, with its number of faults.
    choices: BranchChoices<(usize, usize)>,
}

impl<'p> AnswerReader<'p> {
    /// Returns the canonical value. Records a fault wherever the shape differs from the vendor's schema.
    fn decode(&mut self, node: &'p Node, answer: &Value, at: &Pointer) -> Value {
        match &node.kind {
            NodeKind::Free => answer.clone(),
            NodeKind::Text(values) => self.text(values, answer, at),
            NodeKind::Scalar { scalar, values, .. } => {
                if !is_of(answer, scalar) {
                    self.wrong(
                        at,
                        &format!("expected a value of type {scalar}, found a value of type {}", type_name(answer)),
                    );
                } else if !values.is_empty() && !values.iter().any(|value| same(value, answer)) {
                    let listed: Vec<String> = values.iter().map(ToString::to_string).collect();
                    self.wrong(at, &format!("{answer} is not one of {}", listed.join(", ")));
                }
                answer.clone()
            }
            NodeKind::Object { members, rest } => self.object(members, rest, answer, at),
            NodeKind::Pairs(value) => Value::Object(self.pairs(value, answer, at)),
            NodeKind::List { slots, items, .. } => {
                let Some(list) = self.list(answer, at) else { return Value::Null };
                let each = list
                    .iter()
                    .enumerate()
                    .map(|(index, item)| self.decode(slots.get(index).unwrap_or(items), item, &at.index(index)));
                each.collect()
            }
            NodeKind::Union(branches) => self.by_branch(branches, answer, at),
            NodeKind::Reference(_) => {
                let node = self.plan.follow(node);
                if matches!(node.kind, NodeKind::Reference(_)) { answer.clone() } else { self.decode(node, answer, at) }
            }
            NodeKind::Maybe(inner) => self.maybe(inner, answer, at).unwrap_or(Value::Null),
            NodeKind::Boxed(name, inner) => match self.unboxed(name, answer, at) {
                Some((answer, at)) => self.decode(inner, answer, &at),
                None => Value::Null,
            },
        }
    }

    fn object(&mut self, members: &'p [Member], rest: &'p Rest, answer: &Value, at: &Pointer) -> Value {
        let Some(given) = answer.as_object() else {
            self.wrong(at, &format!("expected an object, found a value of type {}", type_name(answer)));
            return Value::Null;
        };
        let mut document = Map::new();
        for member in members {
            let place = at.member(&member.name);
            let Some(value) = given.get(&member.name) else {
                // An optional property may be missing even though the vendor's schema requires it.
                if member.presence == Presence::Required {
                    self.wrong(&place, "is missing");
                }
                continue;
            };
            let read = match member.presence {
                Presence::Nullable | Presence::Boxed if value.is_null() => None,
                Presence::Required | Presence::Optional | Presence::Nullable => {
                    Some(self.decode(&member.node, value, &place))
                }
                Presence::Boxed => {
                    self.unboxed(VALUE, value, &place).map(|(inner, place)| self.decode(&member.node, inner, &place))
                }
                Presence::Listed => self.maybe(&member.node, value, &place),
            };
            document.extend(read.map(|value| (member.name.clone(), value)));
        }
        let others = given.iter().filter(|(name, _)| !members.iter().any(|member| member.name == **name));
        for (name, value) in others {
            let place = at.member(name);
            match rest {
                Rest::Open(node) => {
                    document.insert(name.clone(), self.decode(node, value, &place));
                }
                Rest::Pairs(pairs_name, node) if name == pairs_name => {
                    for (key, value) in self.pairs(node, value, &place) {
                        if document.contains_key(&key) {
                            self.wrong(&place, &format!("{key:?} is a separate property, not one of the pairs"));
                        } else {
                            document.insert(key, value);
                        }
                    }
                }
                Rest::Closed | Rest::Pairs(..) => self.wrong(&place, "no property with this name is allowed"),
            }
        }
        Value::Object(document)
    }

    fn pairs(&mut self, node: &'p Node, answer: &Value, at: &Pointer) -> Map<String, Value> {
        let mut map = Map::new();
        for (index, pair) in self.list(answer, at).into_iter().flatten().enumerate() {
            let place = at.index(index);
            let (Some(key), Some(value), Some(2)) =
                (pair.get(KEY).and_then(Value::as_str), pair.get(VALUE), pair.as_object().map(Map::len))
            else {
                self.wrong(&place, "expected an object with the properties \"key\", a string, and \"value\"");
                continue;
            };
            if map.contains_key(key) {
                self.wrong(&place.member(KEY), &planwright_source::duplicate_property(key));
            }
            map.insert(key.to_owned(), self.decode(node, value, &place.member(VALUE)));
        }
        map
    }

    fn maybe(&mut self, node: &'p Node, answer: &Value, at: &Pointer) -> Option<Value> {
        match self.list(answer, at)?.as_slice() {
            [] => None,
            [one] => Some(self.decode(node, one, &at.index(0))),
            _ => {
                self.wrong(at, "expected a list with at most one item");
                None
            }
        }
    }

    fn list<'v>(&mut self, answer: &'v Value, at: &Pointer) -> Option<&'v Vec<Value>> {
        let list = answer.as_array();
        if list.is_none() {
            self.wrong(at, &format!("expected a list, found a value of type {}", type_name(answer)));
        }
        list
    }

    fn unboxed<'v>(&mut self, name: &str, answer: &'v Value, at: &Pointer) -> Option<(&'v Value, Pointer)> {
        let only = answer.as_object().filter(|members| members.len() == 1).and_then(|members| members.get(name));
        if only.is_none() {
            self.wrong(at, &format!("expected an object with the single property {name:?}"));
        }
        only.map(|inner| (inner, at.member(name)))
    }

    fn text(&mut self, values: &[Value], answer: &Value, at: &Pointer) -> Value {
        let Some(text) = answer.as_str() else {
            self.wrong(at, &format!("expected a JSON string, found a value of type {}", type_name(answer)));
            return Value::Null;
        };
        match planwright_source::parse(text) {
            Ok(value) if values.is_empty() || values.contains(&value) => value,
            Ok(_) => {
                self.wrong(at, "the JSON string is not one of the listed ones");
                Value::Null
            }
            Err(problems) => {
                for problem in problems {
                    self.wrong(at, &format!("expected a JSON string: {}", problem.message()));
                }
                Value::Null
            }
        }
    }

    fn wrong(&mut self, at: &Pointer, message: &str) {
        self.note(|| Fault { at: at.clone(), message: message.to_owned() });
    }

    /// Counts a fault, and records it unless a branch is only being tried.
    fn note(&mut self, fault: impl FnOnce() -> Fault) {
        self.count += 1;
        if !self.choices.is_trial() {
            self.faults.push(fault());
        }
    }

    /// Decodes with the first branch that matches, or with the most similar one and its faults.
    fn by_branch(&mut self, branches: &'p [Node], answer: &Value, at: &Pointer) -> Value {
        let plan = self.plan;
        let mut alike = branches.iter().filter(|node| resembles(plan, node, answer));
        match (alike.next(), alike.next()) {
            (None, _) => {
                self.note(|| no_branch_fault(plan, branches, answer, at));
                Value::Null
            }
            (Some(only), None) => self.decode(only, answer, at),
            (Some(_), Some(_)) => {
                let (index, count) = self.choice(branches, answer, at);
                if self.choices.is_trial() {
                    self.count += count;
                    return Value::Null;
                }
                self.decode(&branches[index], answer, at)
            }
        }
    }

    /// Returns the first branch with the fewest faults, and their number.
    ///
    /// The choice is made once for each value, because unions are nested and trying all combinations would take too
    /// long.
    fn choice(&mut self, branches: &'p [Node], answer: &Value, at: &Pointer) -> (usize, usize) {
        let place = place_of(branches, answer);
        if let Some(known) = self.choices.known(place) {
            return *known;
        }
        let plan = self.plan;
        let mut best = (0, usize::MAX);
        for (index, node) in branches.iter().enumerate().filter(|(_, node)| resembles(plan, node, answer)) {
            let before = self.count;
            self.choices.begin_trial();
            self.decode(node, answer, at);
            self.choices.end_trial();
            let own = self.count - before;
            self.count = before;
            if own < best.1 {
                best = (index, own);
            }
            if own == 0 {
                break;
            }
        }
        self.choices.keep(place, best);
        best
    }
}

/// Returns the fault for a value that resembles no branch. It lists the known tags if there are any.
fn no_branch_fault(plan: &Plan, branches: &[Node], answer: &Value, at: &Pointer) -> Fault {
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
            let message = format!("{name:?} is {given}, which is not one of {}", values.join(", "));
            Fault { at: at.clone(), message }
        }
        None => Fault { at: at.clone(), message: "the value matches no alternative".to_owned() },
    }
}
