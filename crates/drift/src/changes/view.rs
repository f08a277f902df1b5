//! Effective schemas: a schema with everything that applies to the same value through references and `allOf`.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::keywords::DYNAMIC;
use planwright_schema::{Meaning, SchemaFile};
use planwright_source::Pointer;
use serde_json::Value;

use super::report::Spot;
use super::{NEW, OLD, Walk};
use crate::arena::{Id, NULL, Node as ArenaNode};
use crate::read::{is_defined, is_old};

/// Maximum number of schemas that are combined to one.
const MAX_PARTS: usize = 1_000;

/// Schema with its location.
#[derive(Clone, Debug)]
pub(super) struct Node<'s> {
    pub file: &'s SchemaFile,
    pub at: Pointer,
    pub value: &'s Value,
}

impl<'s> Node<'s> {
    /// Returns the value of a keyword that the dialect defines.
    pub(super) fn get(&self, keyword: &str) -> Option<&'s Value> {
        let draft = self.file.draft();
        if is_old(draft) && keyword != "$ref" && self.value.get("$ref").is_some() {
            return None;
        }
        if is_defined(draft, keyword) { self.value.get(keyword) } else { None }
    }

    pub(super) fn inside(&self, keyword: &str) -> Option<Node<'s>> {
        Some(Node { file: self.file, at: self.at.member(keyword), value: self.get(keyword)? })
    }

    pub(super) fn elements(&self) -> Vec<Node<'s>> {
        let items = self.value.as_array().into_iter().flatten().enumerate();
        items.map(|(index, value)| Node { file: self.file, at: self.at.index(index), value }).collect()
    }

    /// Returns the schemas in the object below a keyword, by name.
    pub(super) fn entries(&self, keyword: &str) -> Vec<(&'s str, Node<'s>)> {
        let members = self.get(keyword).and_then(Value::as_object).into_iter().flatten();
        let at = self.at.member(keyword);
        members.map(|(name, value)| (name.as_str(), Node { file: self.file, at: at.member(name), value })).collect()
    }

    pub(super) fn text(&self, keyword: &str) -> Option<&'s str> {
        self.get(keyword).and_then(Value::as_str)
    }

    pub(super) fn spot(&self) -> Spot {
        Spot::new(self.file, self.at.clone())
    }

    /// Returns the location of something below the schema.
    pub(super) fn spot_below(&self, below: &[&str]) -> Spot {
        Spot::new(self.file, below.iter().fold(self.at.clone(), |at, name| at.member(name)))
    }
}

/// One of the schemas that apply to the same value.
#[derive(Clone, Debug)]
pub(super) struct Part<'s> {
    pub node: Node<'s>,
    /// Set if the schema does not apply to null, because it is the other branch of a union with null.
    pub or_null: bool,
    /// Union that is a part of its own, because it only has one branch other than null.
    merged_union: Option<&'static str>,
}

impl<'s> Part<'s> {
    pub(super) fn get(&self, keyword: &str) -> Option<&'s Value> {
        if self.merged_union == Some(keyword) { None } else { self.node.get(keyword) }
    }
}

/// Effective schema of one side.
#[derive(Clone, Debug)]
pub(super) struct View<'s> {
    pub side: usize,
    /// Schemas as they are written at the location.
    pub heads: Vec<Node<'s>>,
    /// All schemas that apply to the value, including the heads.
    pub parts: Vec<Part<'s>>,
    /// References without a target.
    pub unresolved: Vec<(Node<'s>, &'s str)>,
}

impl<'s> View<'s> {
    /// Returns the location of a merged union.
    pub(super) fn merged_union(&self) -> Option<Spot> {
        self.parts.iter().find_map(|part| Some(part.node.spot_below(&[part.merged_union?])))
    }

    /// Returns the parts that have a keyword.
    pub(super) fn with(&self, keyword: &'static str) -> impl Iterator<Item = (&Part<'s>, &'s Value)> {
        self.parts.iter().filter_map(move |part| Some((part, part.get(keyword)?)))
    }

    /// Returns the subschemas that are the values of a keyword.
    pub(super) fn inside(&self, keyword: &'static str) -> Vec<(Part<'s>, Node<'s>)> {
        self.with(keyword).filter_map(|(part, _)| Some((part.clone(), part.node.inside(keyword)?))).collect()
    }

    /// Returns the location of something below the part that has it, or below the first part.
    pub(super) fn spot(&self, below: &[&str]) -> Spot {
        let has = |part: &&Part<'s>| {
            let first = below.first().and_then(|keyword| part.get(keyword));
            below.iter().skip(1).fold(first, |value, name| value?.get(name)).is_some()
        };
        let part = self.parts.iter().find(has).or(self.parts.first());
        let node = part.map_or(&self.heads[0], |part| &part.node);
        node.spot_below(below)
    }

    pub(super) fn required(&self) -> BTreeSet<&'s str> {
        let lists = self.with("required").filter_map(|(_, names)| names.as_array());
        lists.flatten().filter_map(Value::as_str).collect()
    }

    /// Returns the subschemas in an object below a keyword, by name.
    pub(super) fn entries(&self, keyword: &'static str) -> BTreeMap<&'s str, Vec<Node<'s>>> {
        let mut all: BTreeMap<&'s str, Vec<Node<'s>>> = BTreeMap::new();
        for (name, node) in self.parts.iter().flat_map(|part| part.node.entries(keyword)) {
            all.entry(name).or_default().push(node);
        }
        all
    }
}

/// Treatment of unions with only one branch other than null.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unions {
    Merged,
    Kept,
}

impl<'s> Walk<'s, '_> {
    /// Combines everything that applies to the same value as the given schemas of each side.
    ///
    /// Unions with only one branch other than null are merged, unless a union of the other side would then have no
    /// counterpart.
    pub(super) fn views(&mut self, nodes: [&[Node<'s>]; 2]) -> [View<'s>; 2] {
        let merged = [OLD, NEW].map(|side| self.view(side, nodes[side], Unions::Merged));
        let unions = [OLD, NEW].map(|side| self.unions_of(&merged[side]).len());
        if unions[OLD] == unions[NEW] {
            return merged;
        }
        let kept = [OLD, NEW].map(|side| self.view(side, nodes[side], Unions::Kept));
        let unions = [OLD, NEW].map(|side| self.unions_of(&kept[side]).len());
        if unions[OLD] == unions[NEW] { kept } else { merged }
    }

    fn view(&mut self, side: usize, heads: &[Node<'s>], unions: Unions) -> View<'s> {
        let mut view = View { side, heads: heads.to_vec(), parts: Vec::new(), unresolved: Vec::new() };
        let mut visited = BTreeSet::new();
        for head in heads {
            self.flatten(&mut view, &mut visited, head.clone(), (unions, false));
        }
        view
    }

    fn flatten(
        &mut self,
        view: &mut View<'s>,
        visited: &mut BTreeSet<(&'s str, Pointer)>,
        node: Node<'s>,
        (unions, or_null): (Unions, bool),
    ) {
        if view.parts.len() >= MAX_PARTS || !visited.insert((&node.file.path, node.at.clone())) {
            return;
        }
        let side = self.sides[view.side];
        let index = view.parts.len();
        view.parts.push(Part { node: node.clone(), or_null, merged_union: None });
        for keyword in ["$ref"].iter().chain(DYNAMIC) {
            let Some(reference) = node.text(keyword) else { continue };
            match side.references.resolve(node.file, &node.at, reference) {
                Meaning::Schema { file, pointer } => {
                    let file = side.set.get(&file);
                    let target = file.and_then(|file| {
                        let value = file.value.pointer(pointer.as_str())?;
                        Some(Node { file, at: pointer, value })
                    });
                    if let Some(target) = target {
                        self.flatten(view, visited, target, (unions, or_null));
                    }
                }
                Meaning::MetaSchema(_) => {}
                Meaning::Unknown(_) => view.unresolved.push((node.clone(), reference)),
            }
        }
        for part in node.inside("allOf").map(|list| list.elements()).unwrap_or_default() {
            self.flatten(view, visited, part, (unions, or_null));
        }
        for keyword in ["anyOf", "oneOf"].into_iter().filter(|_| unions == Unions::Merged) {
            let branches = node.inside(keyword).map(|list| list.elements()).unwrap_or_default();
            if let Some((inner, has_null)) = self.only_branch(view.side, keyword, &branches) {
                view.parts[index].merged_union = Some(keyword);
                self.flatten(view, visited, inner, (unions, or_null || has_null));
                break;
            }
        }
    }

    /// Returns the branch of a union that allows more than null, if there is only one, and whether another branch allows
    /// null.
    fn only_branch(&mut self, side: usize, keyword: &str, branches: &[Node<'s>]) -> Option<(Node<'s>, bool)> {
        let types: Vec<_> = branches.iter().map(|branch| self.id(side, branch)).collect();
        let types: Vec<_> = types.into_iter().map(|id| self.types_of(id)).collect();
        let mut others = (0..branches.len()).filter(|index| types[*index] != NULL);
        let (Some(only), None) = (others.next(), others.next()) else { return None };
        let nulls = branches.len() - 1;
        let is_plain = keyword == "anyOf" || nulls == 0 || nulls == 1 && types[only] & NULL == 0;
        is_plain.then(|| (branches[only].clone(), nulls > 0))
    }

    /// Returns the internal representation of everything that a view requires.
    pub(super) fn view_id(&mut self, view: &View<'s>) -> Id {
        let ids = view.heads.iter().map(|head| self.id(view.side, head)).collect();
        self.prover.arena.and(ids)
    }

    /// Returns the internal representation of a keyword of a part.
    pub(super) fn assertion(&mut self, side: usize, part: &Part<'s>, keyword: &str) -> Id {
        let Node { file, at, value } = &part.node;
        let id = self.with_reader(side, |reader| reader.read_keyword(file, at, value, keyword));
        self.unless_null(part, id)
    }

    /// Weakens an assertion of a part that does not apply to null.
    pub(super) fn unless_null(&mut self, part: &Part<'s>, id: Id) -> Id {
        if !part.or_null {
            return id;
        }
        let null = self.prover.arena.add(ArenaNode::Types(NULL));
        self.prover.arena.or(vec![null, id])
    }
}
