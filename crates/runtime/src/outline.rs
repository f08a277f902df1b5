//! Reduces a schema to the names that the search for unknown properties needs. Built once for each schema.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value};

/// Index of a [`Node`].
type Id = usize;

/// All schemas of one document, the root first.
#[derive(Debug)]
pub(crate) struct Outline {
    nodes: Vec<Node>,
}

/// Outline of one schema.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// Properties that `properties` names.
    pub(crate) properties: BTreeMap<String, Id>,
    /// Whether additional properties are intended.
    pub(crate) free: bool,
    /// The `description`. One at the property itself takes precedence over one behind a reference.
    pub(crate) about: Option<String>,
    /// The only allowed value.
    pub(crate) constant: Option<Value>,
    /// The default value.
    pub(crate) default: Option<Value>,
    additional: Option<Id>,
    /// Targets of `$ref`, `allOf`, `then` and `else`, which apply to the same value.
    parts: Vec<Id>,
    /// Branches of `oneOf` and `anyOf`, each of which may apply to the same value.
    branches: Vec<Id>,
    types: Vec<String>,
    tags: Vec<(String, Value)>,
    /// Properties that `required` names.
    pub(crate) required: Vec<String>,
    items: Vec<Id>,
    /// `items` as one schema, or `additionalItems` after a list.
    more_items: Option<Id>,
}

/// Returns whether the dialect of a document ignores keywords next to a `$ref`.
fn ignores_siblings(document: &Value) -> bool {
    let dialect = document.get("$schema").and_then(Value::as_str).unwrap_or_default();
    ["draft-04", "draft-06", "draft-07"].iter().any(|old| dialect.contains(old))
}

impl Outline {
    /// Returns the outline of the part of a document at a JSON Pointer. Up to draft-07, keywords next to a `$ref` are
    /// ignored.
    pub(crate) fn from_schema(document: &Value, part: &str) -> Self {
        let ignores_siblings = ignores_siblings(document);
        let mut maker =
            Maker { document, ignores_siblings, nodes: Vec::new(), made: HashMap::new(), pending: Vec::new() };
        maker.node(document.pointer(part).unwrap_or(document));
        // This avoids recursion, because a chain of references may be as long as the document.
        while let Some((id, schema)) = maker.pending.pop() {
            maker.nodes[id] = maker.fill(schema);
        }
        Self { nodes: maker.nodes }
    }

    pub(crate) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    pub(crate) fn property<'o>(&'o self, node: &Node, name: &str) -> Option<&'o Node> {
        node.properties.get(name).copied().or(node.additional).map(|id| &self.nodes[id])
    }

    pub(crate) fn element<'o>(&'o self, node: &Node, index: usize) -> Option<&'o Node> {
        node.items.get(index).copied().or(node.more_items).map(|id| &self.nodes[id])
    }

    pub(crate) fn parts<'o>(&'o self, node: &'o Node) -> impl Iterator<Item = &'o Node> {
        node.parts.iter().map(|&id| &self.nodes[id])
    }

    pub(crate) fn branches<'o>(&'o self, node: &'o Node) -> impl Iterator<Item = &'o Node> {
        node.branches.iter().map(|&id| &self.nodes[id])
    }

    /// Returns whether `value` may belong to this branch, according to its type and to required and constant
    /// properties.
    ///
    /// A branch that is only a reference is resolved first.
    pub(crate) fn admits(&self, node: &Node, value: &Value) -> bool {
        self.every_part(node, &|part| {
            part.could_be(value) && part.required.iter().all(|name| value.get(name).is_some())
        })
    }

    /// Returns whether a constant property of `value` shows that this branch is intended, even if other properties are
    /// missing.
    pub(crate) fn is_meant(&self, node: &Node, value: &Value) -> bool {
        let has_tag = |part: &Node| part.tags.iter().any(|(name, tag)| value.get(name) == Some(tag));
        self.every_part(node, &|part| part.could_be(value)) && !self.every_part(node, &|part| !has_tag(part))
    }

    /// Returns whether a predicate is satisfied by a node and by everything that it refers to.
    fn every_part(&self, node: &Node, holds: &dyn Fn(&Node) -> bool) -> bool {
        if node.parts.is_empty() {
            return holds(node);
        }
        // Parts can refer back to each other, and to one part several times.
        let mut seen = HashSet::new();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            if seen.insert(std::ptr::from_ref(node)) {
                if !holds(node) {
                    return false;
                }
                pending.extend(self.parts(node));
            }
        }
        true
    }
}

impl Node {
    /// Returns whether a value matches the type and the constant properties.
    fn could_be(&self, value: &Value) -> bool {
        let type_fits = self.types.is_empty() || self.types.iter().any(|name| is_of(value, name));
        type_fits && self.tags.iter().all(|(name, tag)| value.get(name).is_none_or(|given| given == tag))
    }
}

struct Maker<'d> {
    document: &'d Value,
    ignores_siblings: bool,
    nodes: Vec<Node>,
    /// Schemas by their address in the document, so that each is built once for any number of references.
    made: HashMap<*const Value, Id>,
    /// Schemas that have an index but are not built yet.
    pending: Vec<(Id, &'d Value)>,
}

impl<'d> Maker<'d> {
    fn node(&mut self, schema: &'d Value) -> Id {
        if let Some(&id) = self.made.get(&std::ptr::from_ref(schema)) {
            return id;
        }
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        self.made.insert(std::ptr::from_ref(schema), id);
        self.pending.push((id, schema));
        id
    }

    fn fill(&mut self, schema: &'d Value) -> Node {
        let about = schema.get("description").and_then(Value::as_str).map(str::to_owned);
        let only = schema.get("enum").and_then(Value::as_array).filter(|values| values.len() == 1);
        let constant = schema.get("const").or_else(|| only?.first()).cloned();
        let mut node = Node { about, constant, default: schema.get("default").cloned(), ..Node::default() };
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            match target.strip_prefix('#').and_then(|path| self.document.pointer(path)) {
                Some(target) => node.parts.push(self.node(target)),
                // The target is in another document, so any name is allowed.
                None => node.free = true,
            }
            if self.ignores_siblings {
                return node;
            }
        }
        node.free |= ["$dynamicRef", "$recursiveRef"].iter().any(|keyword| schema.get(keyword).is_some());
        let mut all_of = self.list(schema, &["allOf"]);
        node.parts.append(&mut all_of);
        for part in schema.get("dependentSchemas").and_then(Value::as_object).into_iter().flat_map(Map::values) {
            node.parts.push(self.node(part));
        }
        for keyword in ["then", "else"] {
            node.parts.extend(schema.get(keyword).map(|part| self.node(part)));
        }
        node.branches = self.list(schema, &["oneOf", "anyOf"]);
        for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let id = self.node(property);
            node.properties.insert(name.clone(), id);
            node.tags.extend(property.get("const").map(|tag| (name.clone(), tag.clone())));
        }
        let additional =
            ["additionalProperties", "unevaluatedProperties"].iter().find_map(|keyword| schema.get(keyword));
        let additional = additional.filter(|more| **more != Value::Bool(false));
        node.free |= additional.is_some() || schema.get("patternProperties").is_some();
        node.additional = additional.filter(|more| more.is_object()).map(|more| self.node(more));
        node.types = strings(schema.get("type"));
        node.required = strings(schema.get("required"));
        match schema.get("items") {
            Some(Value::Array(_)) => {
                node.items = self.list(schema, &["items"]);
                node.more_items = schema.get("additionalItems").map(|more| self.node(more));
            }
            every if schema.get("prefixItems").is_some() => {
                node.items = self.list(schema, &["prefixItems"]);
                node.more_items = every.map(|every| self.node(every));
            }
            every => node.more_items = every.map(|every| self.node(every)),
        }
        node
    }

    fn list(&mut self, schema: &'d Value, keywords: &[&str]) -> Vec<Id> {
        let all = keywords.iter().filter_map(|keyword| schema.get(keyword)?.as_array()).flatten();
        all.map(|one| self.node(one)).collect()
    }
}

fn strings(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
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
