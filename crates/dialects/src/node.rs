//! Plan of a conversion. The vendor's schema, the encoder and the decoder are all derived from it, so they cannot
//! disagree.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use planwright_schema::Target;

/// Plan of a conversion.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub root: Node,
    /// Nodes that are referenced by name.
    pub definitions: BTreeMap<String, Node>,
    /// Set if the document is wrapped as the only property of an object.
    pub wrapped: bool,
}

/// Property that contains a wrapped document, a boxed value or the value of a pair.
pub(crate) const VALUE: &str = "value";
/// Property that contains the key of a pair.
pub(crate) const KEY: &str = "key";

/// Node of a plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    /// Description from the schema.
    pub description: Option<String>,
    /// Sentences for keywords that the dialect does not support.
    pub words: Vec<String>,
    pub kind: NodeKind,
}

/// Shape of a value.
#[derive(Clone, Debug, Default)]
pub(crate) enum NodeKind {
    /// Any value, unchanged.
    #[default]
    Free,
    /// JSON text: one of these values, or any value if the list is empty.
    Text(Vec<Value>),
    /// Scalar with its type, its values if they are enumerated, and its supported keywords.
    Scalar { scalar: &'static str, values: Vec<Value>, keywords: Map<String, Value> },
    /// Object.
    Object { members: Vec<Member>, rest: Rest },
    /// Map as a list of pairs.
    Pairs(Box<Node>),
    /// List. `slots` are the first elements, whose nodes differ from that of the rest.
    List { slots: Vec<Node>, items: Box<Node>, keywords: Map<String, Value> },
    /// One of several branches.
    Union(Vec<Node>),
    /// Reference to a definition.
    Reference(String),
    /// List with no element, which represents `null`, or with one.
    Maybe(Box<Node>),
    /// Object with one property of this name, which separates a branch from the others.
    Boxed(String, Box<Node>),
}

/// Named property.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub name: String,
    pub node: Node,
    pub presence: Presence,
    pub place: Target,
}

/// Representation of a missing property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// The property is always present.
    Required,
    /// Omission.
    Optional,
    /// `null`.
    Nullable,
    /// `null`, with the value wrapped in an object, because the value itself may be `null`.
    Boxed,
    /// Empty list. A present value is a list of one element.
    Listed,
}

/// Undescribed properties of an object.
#[derive(Clone, Debug)]
pub(crate) enum Rest {
    /// No other properties are allowed.
    Closed,
    /// Properties are passed through, each with this node.
    Open(Box<Node>),
    /// Properties are given as a list of pairs in the property with this name.
    Pairs(String, Box<Node>),
}

impl Node {
    /// Creates a node without a description.
    pub(crate) fn new(kind: NodeKind) -> Self {
        Self { description: None, words: Vec::new(), kind }
    }

    /// Creates a scalar node.
    pub(crate) fn scalar(scalar: &'static str) -> Self {
        Self::new(NodeKind::Scalar { scalar, values: Vec::new(), keywords: Map::new() })
    }

    /// Counts the nodes: this one and all inside it.
    pub(crate) fn size(&self) -> usize {
        1 + self.children().into_iter().map(Self::size).sum::<usize>()
    }

    /// Returns the direct children.
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

    /// Returns the direct children mutably.
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
    /// Returns one node for several alternatives. Nested unions are flattened, and duplicates are removed.
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
            _ => Node::new(NodeKind::Union(flat)),
        }
    }
}

impl Plan {
    /// Follows references. Chains that consist only of references end, because linking rejects cycles of them.
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

    /// Checks whether `null` is a valid value of a node.
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
