//! The plan of a conversion: from it come the vendor's schema, the way there and the way back, so they cannot disagree.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use planwright_schema::Target;

/// A whole plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub root: Node,
    /// What nodes refer to by name.
    pub definitions: BTreeMap<String, Node>,
    /// Whether the document is the one member of an object.
    pub wrapped: bool,
}

/// The member that holds a wrapped document, a boxed value or the value of a pair.
pub(crate) const VALUE: &str = "value";
/// The member that holds the name of a pair.
pub(crate) const KEY: &str = "key";

/// One place of a plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    /// What the schema says to readers.
    pub description: Option<String>,
    /// What it says to validators and the dialect cannot: one sentence each.
    pub words: Vec<String>,
    pub kind: NodeKind,
}

/// What stands at a place.
#[derive(Clone, Debug, Default)]
pub(crate) enum NodeKind {
    /// Any value, as it is.
    #[default]
    Free,
    /// Any value as JSON text; one of these where there are some.
    Text(Vec<Value>),
    /// A value without parts: its type, the values it may have where they are counted, and the keywords that are taken.
    Scalar { scalar: &'static str, values: Vec<Value>, keywords: Map<String, Value> },
    /// An object.
    Object { members: Vec<Member>, rest: Rest },
    /// A list of the pairs of a map.
    Pairs(Box<Node>),
    /// A list; `slots` are the elements whose node is another than that of the rest.
    List { slots: Vec<Node>, items: Box<Node>, keywords: Map<String, Value> },
    /// One of several.
    Union(Vec<Node>),
    /// A definition.
    Reference(String),
    /// A list of none, which stands for `null`, or one.
    Maybe(Box<Node>),
    /// The one member, of this name, of an object that keeps a branch apart from the others.
    Boxed(String, Box<Node>),
}

/// A named member.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub name: String,
    pub node: Node,
    pub presence: Presence,
    pub place: Target,
}

/// What stands for a member that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Nothing: it is always there.
    Required,
    /// It is left out.
    Optional,
    /// `null`.
    Nullable,
    /// `null`; the value is in an object of its own, because it may be `null` itself.
    Boxed,
    /// A list of none; else a list of one.
    Listed,
}

/// The members of an object that have no name in the schema.
#[derive(Clone, Debug)]
pub(crate) enum Rest {
    /// There are none.
    Closed,
    /// They are given as they are, each by this node.
    Open(Box<Node>),
    /// They are given as a list of pairs in a member of this name.
    Pairs(String, Box<Node>),
}

impl Node {
    /// A node that says nothing to readers.
    pub(crate) fn of(kind: NodeKind) -> Self {
        Self { description: None, words: Vec::new(), kind }
    }

    /// A value without parts.
    pub(crate) fn scalar(scalar: &'static str) -> Self {
        Self::of(NodeKind::Scalar { scalar, values: Vec::new(), keywords: Map::new() })
    }

    /// How many nodes there are, itself and all inside.
    pub(crate) fn size(&self) -> usize {
        1 + self.children().into_iter().map(Self::size).sum::<usize>()
    }

    /// The nodes directly inside.
    pub(crate) fn children(&self) -> Vec<&Self> {
        match &self.kind {
            NodeKind::Free | NodeKind::Text(_) | NodeKind::Scalar { .. } | NodeKind::Reference(_) => Vec::new(),
            NodeKind::Object { members, rest } => {
                let rest = match rest {
                    Rest::Closed => None,
                    Rest::Open(node) | Rest::Pairs(_, node) => Some(&**node),
                };
                members.iter().map(|member| &member.node).chain(rest).collect()
            }
            NodeKind::Pairs(node) | NodeKind::Maybe(node) | NodeKind::Boxed(_, node) => vec![node],
            NodeKind::List { slots, items, .. } => slots.iter().chain([&**items]).collect(),
            NodeKind::Union(branches) => branches.iter().collect(),
        }
    }

    /// The same, to be changed.
    pub(crate) fn children_mut(&mut self) -> Vec<&mut Self> {
        match &mut self.kind {
            NodeKind::Free | NodeKind::Text(_) | NodeKind::Scalar { .. } | NodeKind::Reference(_) => Vec::new(),
            NodeKind::Object { members, rest } => {
                let rest = match rest {
                    Rest::Closed => None,
                    Rest::Open(node) | Rest::Pairs(_, node) => Some(&mut **node),
                };
                members.iter_mut().map(|member| &mut member.node).chain(rest).collect()
            }
            NodeKind::Pairs(node) | NodeKind::Maybe(node) | NodeKind::Boxed(_, node) => vec![node],
            NodeKind::List { slots, items, .. } => slots.iter_mut().chain([&mut **items]).collect(),
            NodeKind::Union(branches) => branches.iter_mut().collect(),
        }
    }
}

impl Node {
    /// One node for several; unions in unions are laid flat, and what is there twice is there once.
    pub(crate) fn one_of(nodes: Vec<Self>) -> Self {
        let mut flat: Vec<Node> = Vec::new();
        for node in nodes {
            let plain = node.description.is_none() && node.words.is_empty();
            match node.kind {
                NodeKind::Union(branches) if plain => flat.extend(branches),
                kind => flat.push(Node { kind, ..node }),
            }
        }
        match flat.len() {
            1 => flat.remove(0),
            _ => Node::of(NodeKind::Union(flat)),
        }
    }
}

impl Plan {
    /// The node behind references; chains of nothing but references end, for linking has refused the others.
    pub(crate) fn follow<'p>(&'p self, node: &'p Node) -> &'p Node {
        let mut node = node;
        for _ in 0..=self.definitions.len() {
            match &node.kind {
                NodeKind::Reference(name) => match self.definitions.get(name) {
                    Some(next) => node = next,
                    None => break,
                },
                _ => break,
            }
        }
        node
    }

    /// Whether `null` is a value here.
    pub(crate) fn takes_null(&self, node: &Node) -> bool {
        let mut seen = Vec::new();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            match &node.kind {
                NodeKind::Free | NodeKind::Scalar { scalar: "null", .. } => return true,
                NodeKind::Union(branches) => pending.extend(branches),
                NodeKind::Reference(name) if !seen.contains(&name) => {
                    seen.push(name);
                    pending.extend(self.definitions.get(name));
                }
                _ => {}
            }
        }
        false
    }
}
