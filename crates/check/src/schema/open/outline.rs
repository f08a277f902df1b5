//! A schema reduced to what the search for unknown members asks: names, not constraints. Made once for each schema.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use planwright_runtime::RootInfo;
use serde_json::Value;

/// The index of a [`Node`].
type Id = usize;

/// All schemas of one document, the root first.
pub(super) struct Outline {
    nodes: Vec<Node>,
}

/// One schema.
#[derive(Default)]
pub(super) struct Node {
    /// The members that `properties` names.
    pub(super) properties: BTreeMap<&'static str, Id>,
    /// Whether members beyond those are meant to be there.
    pub(super) free: bool,
    /// The `description`, that of a member's own place before that of what it refers to.
    pub(super) about: Option<&'static str>,
    additional: Option<Id>,
    /// `$ref`, `allOf`, `then`, `else`: they bear on the same value.
    parts: Vec<Id>,
    /// `oneOf` and `anyOf`: each may bear on the same value.
    branches: Vec<Id>,
    types: Vec<&'static str>,
    tags: Vec<(&'static str, &'static Value)>,
    required: Vec<&'static str>,
    items: Vec<Id>,
    /// `items` as one schema, or `additionalItems` after a list of them.
    more_items: Option<Id>,
}

/// The outline of a schema; made on first use and kept, since generated schemas never change.
pub(super) fn outline_of(root: &RootInfo) -> &'static Outline {
    static KNOWN: Mutex<BTreeMap<&'static str, &'static Outline>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(root.id).or_insert_with(|| {
        let document: &'static Value =
            Box::leak(Box::new(serde_json::from_str(root.schema).unwrap_or(Value::Bool(true))));
        let mut maker = Maker { document, nodes: Vec::new(), made: HashMap::new() };
        maker.node(document);
        Box::leak(Box::new(Outline { nodes: maker.nodes }))
    })
}

impl Outline {
    pub(super) fn root(&'static self) -> &'static Node {
        &self.nodes[0]
    }

    pub(super) fn property(&'static self, node: &Node, name: &str) -> Option<&'static Node> {
        node.properties.get(name).copied().or(node.additional).map(|id| &self.nodes[id])
    }

    pub(super) fn element(&'static self, node: &Node, index: usize) -> Option<&'static Node> {
        node.items.get(index).copied().or(node.more_items).map(|id| &self.nodes[id])
    }

    pub(super) fn parts(&'static self, node: &'static Node) -> impl Iterator<Item = &'static Node> {
        node.parts.iter().map(|&id| &self.nodes[id])
    }

    pub(super) fn branches(&'static self, node: &'static Node) -> impl Iterator<Item = &'static Node> {
        node.branches.iter().map(|&id| &self.nodes[id])
    }

    /// Whether `value` can be of this branch, judged by its type and by the members that must be there or be constant. A
    /// branch that only refers is judged by what it refers to.
    pub(super) fn admits(&'static self, node: &'static Node, value: &Value) -> bool {
        let type_fits = node.types.is_empty() || node.types.iter().any(|name| is_of(value, name));
        let tags_fit = node.tags.iter().all(|&(name, tag)| value.get(name).is_none_or(|given| given == tag));
        let complete = node.required.iter().all(|&name| value.get(name).is_some());
        type_fits
            && tags_fit
            && complete
            && self.parts(node).all(|part| std::ptr::eq(part, node) || self.admits(part, value))
    }
}

struct Maker {
    document: &'static Value,
    nodes: Vec<Node>,
    /// Schemas by their address in the document, so that each is made once, however often it is referred to.
    made: HashMap<*const Value, Id>,
}

impl Maker {
    fn node(&mut self, schema: &'static Value) -> Id {
        if let Some(&id) = self.made.get(&std::ptr::from_ref(schema)) {
            return id;
        }
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        self.made.insert(std::ptr::from_ref(schema), id);
        let node = self.fill(schema);
        self.nodes[id] = node;
        id
    }

    fn fill(&mut self, schema: &'static Value) -> Node {
        let about = schema.get("description").and_then(Value::as_str);
        let mut node = Node { about, ..Node::default() };
        // In draft-07 `$ref` stands alone, whatever is written beside it.
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            let target = target.strip_prefix('#').and_then(|path| self.document.pointer(path));
            node.parts.extend(target.map(|target| self.node(target)));
            return node;
        }
        node.parts = self.list(schema, &["allOf"]);
        for keyword in ["then", "else"] {
            node.parts.extend(schema.get(keyword).map(|part| self.node(part)));
        }
        node.branches = self.list(schema, &["oneOf", "anyOf"]);
        for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            node.properties.insert(name, self.node(property));
            node.tags.extend(property.get("const").map(|tag| (name.as_str(), tag)));
        }
        let additional = schema.get("additionalProperties").filter(|more| **more != Value::Bool(false));
        node.free = additional.is_some() || schema.get("patternProperties").is_some();
        node.additional = additional.filter(|more| more.is_object()).map(|more| self.node(more));
        node.types = strings(schema.get("type"));
        node.required = strings(schema.get("required"));
        match schema.get("items") {
            Some(Value::Array(_)) => {
                node.items = self.list(schema, &["items"]);
                node.more_items = schema.get("additionalItems").map(|more| self.node(more));
            }
            every => node.more_items = every.map(|every| self.node(every)),
        }
        node
    }

    fn list(&mut self, schema: &'static Value, keywords: &[&str]) -> Vec<Id> {
        let all = keywords.iter().filter_map(|keyword| schema.get(keyword)?.as_array()).flatten();
        all.map(|one| self.node(one)).collect()
    }
}

fn strings(value: Option<&'static Value>) -> Vec<&'static str> {
    match value {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn is_of(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(_) => matches!(name, "number" | "integer"),
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}
